package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/visible"
	"concord/report/document"
	"concord/result"
)

// Gold lays out how groups compare with a gold standard.
func Gold(g *result.Gold) *document.Document {
	d := &document.Document{Title: "Gold standard: " + path.Base(filepath.ToSlash(g.Data.File)), Read: readLine(g.Data),
		Verdict: findings(g.Verdict), Alerts: g.Data.CautionTexts(), Records: goldRecords(g)}
	d.Sections = []document.Section{goldAnswer(g)}
	add := func(id, title string, lead string, parts ...document.Part) {
		if len(parts) > 0 {
			d.Sections = append(d.Sections, document.Section{ID: id, Title: title, Level: document.Detail,
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
	d.Sections = append(d.Sections, latentTables(latent)...)
	d.Sections = append(d.Sections, aboutRun(g.Data, g.Notes, g.Sampler, g.Trust()))
	if len(all) > 0 {
		d.Sections = append(d.Sections, document.Section{ID: "all-labelers", Title: "All labelers",
			Level: document.Appendix, Parts: all})
	}
	return d
}

// goldAnswer is the first screen after the verdict.
func goldAnswer(g *result.Gold) document.Section {
	s := document.Section{ID: "answer", Title: "In short"}
	s.Parts = append(s.Parts, document.Part{Table: goldGroups(g)})
	notes := noted(g.Notes)
	if len(g.Pairs) > 0 {
		notes = append(notes, document.Entry{Term: "Note", Text: "Which group is closer does not depend on how " +
			"reliable labels of " + clip(g.Standard.Study) + " are."})
	}
	what := "Shares"
	if g.Data.Kind == "numeric" {
		what = "Differences"
	}
	text := fmt.Sprintf("%s: %s for other items.", what, levelName(g.Interval, "intervals"))
	if g.Sampler != nil {
		text = fmt.Sprintf("r and worth: %s. ", levelName(g.Interval, "credible intervals")) + text
	}
	s.Parts = append(s.Parts, document.Part{List: notes}, document.Part{Checks: chainChecks(g.Trust(), mostMessages)},
		document.Part{Text: []string{text + draws(g.Sampler)}})
	return s
}

// goldGroups has a row for each group, the closest first.
func goldGroups(g *result.Gold) *document.Table {
	t := &document.Table{Name: "groups", Caption: "Gold: " + clip(g.Standard.Study)}
	column := func(head string, decimals int, p document.Priority) {
		t.Columns = append(t.Columns, document.Column{Head: head, Decimals: decimals, Priority: p})
	}
	column("", 0, document.Essential)
	of := "majority\n"
	if consensus, all := countConsensus(g); consensus == all {
		of = "consensus\n"
	} else if consensus > 0 {
		of = "consensus\nor majority "
	}
	var cells func(best, one result.GoldAnswers) []document.Cell
	switch g.Data.Kind {
	case "numeric":
		column("mean\noff by", 2, document.Essential)
		column("one label\noff by", 2, document.Useful)
		column("level", 2, document.Spare)
		cells = func(best, one result.GoldAnswers) []document.Cell {
			return []document.Cell{goldNumber(best.RMSE), alone(one.RMSE), goldNumber(best.Level)}
		}
	case "binary":
		column(of+"right", 0, document.Essential)
		column("one\nlabel", 0, document.Useful)
		if len(g.Pairs) <= 1 { // of several pairs, the probabilities need the room
			column("sensitivity", 0, document.Spare)
			column("specificity", 0, document.Spare)
		}
		cells = func(best, one result.GoldAnswers) []document.Cell {
			cells := []document.Cell{goldShare(best.Right), share(one.Right)}
			if len(g.Pairs) <= 1 {
				cells = append(cells, share(&best.ByCategory[1]), share(&best.ByCategory[0]))
			}
			return cells
		}
	default:
		column(of+"right", 0, document.Essential)
		column("one\nlabel", 0, document.Useful)
		cells = func(best, one result.GoldAnswers) []document.Cell {
			return []document.Cell{goldShare(best.Right), share(one.Right)}
		}
	}
	groups := g.ByValidity()
	fitted := len(groups) > 0 && len(groups[0].Validity) > 0
	if fitted {
		column("r of one\ngold label", 2, document.Essential)
		column("worth,\nlabels", 1, document.Essential)
	}
	next := fitted && len(g.Pairs) > 1
	if next {
		column("closer than\nthe next", 1, document.Useful)
	}
	var rows []document.Row
	for i, group := range groups {
		one := group.One()
		if group.Labels == group.Items { // the answers are single labels
			one.Right, one.RMSE = nil, nil
		}
		row := document.Row{Name: clip(group.Study), Cells: cells(group.Best(), one)}
		if n := len(group.Validity); fitted && n > 0 {
			row.Cells = append(row.Cells, measured(group.Validity[n-1]), worth(group.Worth[n-1], result.MostGoldLabels))
			if next && i+1 < len(groups) {
				row.Cells = append(row.Cells, document.Chances(g.Closer(group.Study, groups[i+1].Study)))
			}
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(bestAndWorst(rows)...)
	return t
}

// countConsensus counts the groups whose answers are the consensus of a fit.
func countConsensus(g *result.Gold) (consensus, all int) {
	for _, group := range g.Groups {
		if group.ByConsensus() {
			consensus++
		}
	}
	return consensus, len(g.Groups)
}

// goldShare is a share with its interval.
func goldShare(s *result.GoldShare) document.Cell {
	if s == nil || !s.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Estimate{Value: float64(s.Estimate), Lower: float64(s.Lower), Upper: float64(s.Upper),
		Percent: true}
}

// share is a share without its interval.
func share(s *result.GoldShare) document.Cell {
	if s == nil {
		return nil
	}
	if !s.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Share(s.Estimate)
}

// goldNumber is an observed number with its interval.
func goldNumber(n *result.GoldNumber) document.Cell {
	if n == nil || !n.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Estimate{Value: float64(n.Estimate), Lower: float64(n.Lower), Upper: float64(n.Upper)}
}

// alone is an observed number without its interval.
func alone(n *result.GoldNumber) document.Cell {
	if n == nil {
		return nil
	}
	if !n.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Number{Value: float64(n.Estimate), SD: float64(n.Upper-n.Lower) / 4}
}
