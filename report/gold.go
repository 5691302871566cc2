package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
)

// Gold lays out how groups compare with a gold standard.
func Gold(g *result.Gold) *document.Document {
	d := &document.Document{Title: "Gold standard: " + path.Base(filepath.ToSlash(g.Data.File)),
		Read:    view.ReadLine(g.Data),
		Verdict: view.Findings(g.Verdict), Alerts: g.Data.CautionTexts(), Records: goldRecords(g)}
	d.Sections = append([]document.Section{goldAnswer(g)}, goldDetail(g)...)
	return d
}

// goldDetail are the sections after the first screen.
func goldDetail(g *result.Gold) []document.Section {
	var sections []document.Section
	add := func(id, title string, lead string, parts ...document.Part) {
		if len(parts) > 0 {
			sections = append(sections, document.Section{ID: id, Title: title, Level: document.Detail,
				Lead: []string{lead}, Parts: parts})
		}
	}
	standard := visible.Text(g.Standard.Study)
	scales := 0
	for _, group := range g.Groups {
		scales = max(scales, len(group.Validity))
	}
	if scales > 0 {
		add("validity", "One label of "+standard, "r is the correlation of one gold label with the group's true "+
			"score. "+
			"Worth is how many labels of the group follow the true score as well as one gold label does.",
			document.Part{Table: goldValidity(g, scales-1, true)})
	}
	if c := goldCurves(g); c != nil {
		add("curve", "How many labels", "The correlation of the mean of k labels with one gold label: by the fit, "+
			"and as "+
			"observed if at least half of the items have k labels. It ends at r, the correlation for unlimited labels.",
			document.Part{Chart: c})
	}
	if len(g.Pairs) > 0 {
		add("closer", "Which group is closer", "", document.Part{Table: goldCloser(g, scales-1, true)})
	}
	add("answers", "Right answers", "", document.Part{Table: goldAnswers(g)})
	if len(g.Differences) > 0 {
		add("differences", "Which group is right more often", "", document.Part{Table: goldDifferences(g)})
	}
	var people, all []document.Part
	for _, group := range g.Groups {
		if len(group.People) > 1 {
			people = append(people, document.Part{Table: goldPeople(g, group, mostPeople)})
		}
		if len(group.People) > mostPeople {
			all = append(all, document.Part{Table: goldPeople(g, group, len(group.People))})
		}
	}
	add("labelers", "Labelers", "Each labeler's labels compared with those of "+standard+", on the items that have "+
		"both.",
		people...)
	var latent []document.Part
	for s := scales - 2; s >= 0; s-- {
		latent = append(latent, document.Part{Table: goldValidity(g, s, false)})
		if len(g.Pairs) > 0 {
			latent = append(latent, document.Part{Table: goldCloser(g, s, false)})
		}
	}
	sections = append(sections, latentTables(latent)...)
	sections = append(sections, aboutRun(g.Data, g.Notes, g.Sampler, g.Trust()))
	if len(all) > 0 {
		sections = append(sections, document.Section{ID: "all-labelers", Title: "All labelers",
			Level: document.Appendix, Parts: all})
	}
	return sections
}

// goldAnswer is the first screen after the verdict.
func goldAnswer(g *result.Gold) document.Section {
	s := document.Section{ID: "answer", Title: "In short"}
	s.Parts = append(s.Parts, document.Part{Table: goldGroups(g)})
	notes := view.Noted(g.Notes)
	if len(g.Pairs) > 0 {
		notes = append(notes, document.Entry{Term: "Note", Text: "Which group is closer does not depend on how " +
			"reliable labels of " + document.Clip(g.Standard.Study) + " are."})
	}
	s.Parts = append(s.Parts, document.Part{List: notes}, document.Part{Checks: view.ChainChecks(g.Trust(),
		view.MostMessages)},
		document.Part{Text: []string{goldIntervals(g) + view.Draws(g.Sampler)}})
	return s
}

// goldIntervals describes the intervals of a first screen.
func goldIntervals(g *result.Gold) string {
	what := "Shares"
	if g.Data.Kind == "numeric" {
		what = "Differences"
	}
	text := fmt.Sprintf("%s: %s for other items.", what, levelName(g.Interval, "intervals"))
	if g.Sampler != nil {
		text = fmt.Sprintf("r and worth: %s. ", levelName(g.Interval, "credible intervals")) + text
	}
	return text
}

// goldGroups has a row for each group, the closest first.
func goldGroups(g *result.Gold) *document.Table {
	groups := g.ByValidity()
	of := newGoldShort(len(g.Pairs), g)
	t := &document.Table{Name: "groups", Caption: "Gold: " + document.Clip(g.Standard.Study),
		Columns: append([]document.Column{{}}, of.columns()...)}
	next := of.fitted && len(g.Pairs) > 1
	if next {
		t.Columns = append(t.Columns, document.Column{Head: "closer than\nthe next", Decimals: 1,
			Priority: document.Useful})
	}
	var rows []document.Row
	for i, group := range groups {
		row := document.Row{Name: document.Clip(group.Study), Cells: of.cells(group)}
		if next && len(group.Validity) > 0 && i+1 < len(groups) {
			row.Cells = append(row.Cells, document.Chances(g.Closer(group.Study, groups[i+1].Study)))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(bestAndWorst(rows)...)
	return t
}
