package report

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
)

// labelerWords say how labelers are judged.
const labelerWords = "Leaning is how much higher the labeler's labels are, on the scale of the labels. " +
	"Discrimination is how closely the labeler follows the items: 1 as the average labeler, 0 at random, below " +
	"0 if the scale is reversed. The labeler's own labels have no part in the comparison with the others. A " +
	"labeler barely follows the items if a label tells less than a quarter as much about its item as an " +
	"ordinary label does. A labeler leans too far if fewer than 1 in 100 would lean as far, and the leaning " +
	"adds a quarter to the squared error of a label. The verdict is retrain if one of these has a probability " +
	"above 95%, and read if it is above 50%. A labeler is fine if the labels are 19 times as probable from " +
	"somebody who follows the items as from somebody who answers at random."

// slopesWords say how changes of labelers with a covariate are judged.
const slopesWords = "A labeler changes too far with a covariate if the difference from a random labeler's " +
	"change adds a quarter to the squared error of a label. The verdict is retrain if the probability is above " +
	"95%, and read if it is above 50%."

// labelersNeeding lists labelers by need, with their groups if there are several.
func labelersNeeding(all []result.ConsensusLabeler, several bool) *document.Table {
	all = slices.Clone(all)
	result.SortByNeed(all)
	any := func(has func(l result.ConsensusLabeler) bool) bool { return slices.ContainsFunc(all, has) }
	noise := any(func(l result.ConsensusLabeler) bool { return l.Noise.Defined() })
	shares := any(func(l result.ConsensusLabeler) bool { return l.Agrees.Defined() })
	t := &document.Table{Columns: []document.Column{{}}}
	column := func(c document.Column) { t.Columns = append(t.Columns, c) }
	if several {
		column(document.Column{Head: "group", Words: true})
	}
	column(document.Column{Head: "labels"})
	column(document.Column{Head: "leaning", Decimals: 2, Priority: document.Useful})
	column(document.Column{Head: "discrimination", Decimals: 2})
	if noise {
		column(document.Column{Head: "noise", Decimals: 2, Priority: document.Useful})
	}
	agrees := document.Column{Head: "agrees with\nthe others", Priority: document.Spare}
	if !shares {
		agrees = document.Column{Head: "off what the\nothers say", Decimals: 2, Priority: document.Spare}
	}
	column(agrees)
	column(document.Column{Head: "verdict", Words: true})
	if any(func(l result.ConsensusLabeler) bool { return l.Why() != "" }) {
		column(document.Column{Head: "why", Words: true, Priority: document.Useful})
	}
	var rows []document.Row
	for _, l := range all[:min(mostRows, len(all))] {
		row := document.Row{Name: document.Clip(l.Labeler)}
		if several {
			row.Cells = append(row.Cells, document.Text(document.Clip(l.Study)))
		}
		row.Cells = append(row.Cells, document.Count(l.Labels), interval(l.Leaning, l.LeaningLower, l.LeaningUpper),
			interval(l.Discrimination, l.DiscriminationLower, l.DiscriminationUpper))
		if noise {
			row.Cells = append(row.Cells, interval(l.Noise, l.NoiseLower, l.NoiseUpper))
		}
		if l.Agrees.Defined() {
			row.Cells = append(row.Cells, document.Estimate{Value: float64(l.Agrees), Lower: float64(l.AgreesLower),
				Upper: float64(l.AgreesUpper), Percent: true})
		} else {
			row.Cells = append(row.Cells, interval(l.Off, l.OffLower, l.OffUpper))
		}
		if why := l.Why(); why != "" && l.SameAs != nil {
			row.Cells = append(row.Cells, document.Text(l.Verdict), document.Text(why))
		} else if why != "" {
			row.Cells = append(row.Cells, document.Text(l.Verdict+" "+document.Chance(l.Concern())), document.Text(why))
		} else {
			row.Cells = append(row.Cells, document.Text(l.Verdict))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// interval is an estimate as a cell; nil if it is unknown.
func interval(mean, lower, upper result.Number) document.Cell {
	if !mean.Defined() {
		return nil
	}
	return document.Estimate{Value: float64(mean), Lower: float64(lower), Upper: float64(upper)}
}

// Labelers lays out how labelers do.
func Labelers(t *result.LabelerTable) *document.Document {
	d := &document.Document{Title: "Labelers: " + path.Base(filepath.ToSlash(t.Data.File)), Read: view.ReadLine(t.Data),
		Verdict: view.Findings(t.Verdict), Alerts: t.Data.CautionTexts(), Records: labelerRecords(t)}
	every := labelersNeeding(t.Labelers, len(t.Counts) > 1)
	every.Name, every.Caption, every.Sortable = "every-labeler", "Labeler", true
	d.Sections = []document.Section{labelersAnswer(t), {ID: "labelers", Title: "Every labeler", Level: document.Detail,
		Parts: []document.Part{{Table: every, Text: []string{labelerWords}}}}}
	if len(t.Covariates) > 0 {
		d.Sections = append(d.Sections, labelersCovariates(t))
	}
	d.Sections = append(d.Sections, aboutRun(t.Data, t.Notes, t.Sampler, t.Diagnostics))
	return d
}

// labelersCovariates says whether covariates matter, and by how much the labels of each labeler change with them.
func labelersCovariates(t *result.LabelerTable) document.Section {
	s := document.Section{ID: "covariates", Title: "Covariates", Level: document.Detail}
	sloped := false
	for _, c := range t.Covariates {
		s.Parts = append(s.Parts, document.Part{Text: []string{c.Verdict + "."}})
		if c.Slopes != nil {
			table := slopesTable(t.Data, c, c.Slopes.WhoDiffer())
			table.Sortable, sloped = true, true
			s.Parts = append(s.Parts, document.Part{Table: table})
		}
	}
	if sloped {
		s.Parts = append(s.Parts, document.Part{Text: []string{slopesWords}})
	}
	return s
}

// mostChanges and leastChanges are how many labelers the first screen has for each covariate with slopes.
const mostChanges, leastChanges = 4, 2

// changesPart lists those whose change with a covariate differs most surely from a random labeler's.
// The table of the first covariate stays however many lines there are, unless labelers are dropped.
func changesPart(t *result.LabelerTable, c result.Covariate, most int, first bool) document.Part {
	all := c.Slopes.WhoDiffer()
	table := slopesTable(t.Data, c, all[:min(most, len(all))])
	table.Name = "changes"
	p := document.Part{Table: table}
	switch {
	case most > leastChanges:
		p.Shorter = func() document.Part { return changesPart(t, c, most-1, first) }
	case !first:
		p.Shorter = func() document.Part { return document.Part{} }
	}
	return p
}

// labelersAnswer is the first screen after the verdict.
func labelersAnswer(t *result.LabelerTable) document.Section {
	const most, mostWithDropped = 12, 6
	s := document.Section{ID: "answer", Title: "In short"}
	rows := most
	if t.Dropped != nil || slices.ContainsFunc(t.Covariates, func(c result.Covariate) bool { return c.Slopes != nil }) {
		rows = mostWithDropped
	}
	s.Parts = append(s.Parts, shorterTable(rows, func(most int) *document.Table {
		table := labelersNeeding(t.Labelers[:min(most, len(t.Labelers))], len(t.Counts) > 1)
		table.Name, table.Caption = "need", "By need"
		if text := othersOf(t, most); text != "" {
			table.Groups[0].Rows = append(table.Groups[0].Rows, document.Row{Name: text})
		}
		return table
	}))
	first := t.Dropped == nil
	for _, c := range t.Covariates {
		if c.Slopes != nil {
			s.Parts = append(s.Parts, changesPart(t, c, mostChanges, first))
			first = false
		}
	}
	if t.Dropped != nil {
		s.Parts = append(s.Parts, document.Part{Table: droppedTable(t.Dropped)})
	}
	text := "Leaning: on the scale of labels. Discrimination: 1 as the average labeler, 0 at random, below 0 reversed. "
	if slices.ContainsFunc(t.Labelers, func(l result.ConsensusLabeler) bool { return l.Noise.Defined() }) {
		text += "Noise: standard deviation. "
	}
	s.Parts = append(s.Parts, document.Part{List: view.Noted(t.Notes)},
		document.Part{Checks: view.ChainChecks(t.Diagnostics, view.MostMessages)},
		document.Part{Text: []string{text + levelName(t.Interval, "intervals") + "." + view.Draws(t.Sampler)}})
	return s
}

// othersOf counts, by verdict, the labelers that a table leaves out; "" if there are none.
func othersOf(t *result.LabelerTable, most int) string {
	if len(t.Labelers) <= most {
		return ""
	}
	var words []string
	for _, verdict := range []string{"retrain", "read", "too few labels", "fine"} {
		n := 0
		for _, l := range t.Labelers[most:] {
			if l.Verdict == verdict {
				n++
			}
		}
		if n == 0 {
			continue
		}
		word := map[string]string{"retrain": "to retrain", "read": "to read", "fine": "fine",
			"too few labels": "with too few labels"}[verdict]
		words = append(words, document.Integer(n)+" "+word)
	}
	return "… " + strings.Join(words, ", ")
}

// droppedTable compares the fit with all labelers and the fit without some.
func droppedTable(d *result.Dropped) *document.Table {
	t := &document.Table{Name: "dropped", Caption: "Without " + document.Plural(len(d.Labelers), "labeler"),
		Columns: []document.Column{{}, {Head: "all", Decimals: 2}, {Head: "without", Decimals: 2}}}
	var rows []document.Row
	for _, r := range d.Rows {
		q, _ := catalogue.Find(r.Quantity)
		rows = append(rows, document.Row{Name: q.Short + ", " + who(r.Studies), Cells: []document.Cell{
			interval(r.Before, r.BeforeLower, r.BeforeUpper), interval(r.After, r.AfterLower, r.AfterUpper)}})
	}
	t.Groups = document.Rows(rows...)
	for _, verdict := range []struct {
		name string
		text []string
	}{{"All: ", d.Before}, {"Without: ", d.After}} {
		if len(verdict.text) > 0 && len(d.Rows) > 1 { // one row says as much
			t.Notes = append(t.Notes, verdict.name+verdict.text[0])
		}
	}
	return t
}

// labelerRecords has a row for each labeler.
func labelerRecords(t *result.LabelerTable) *document.Table {
	columns := append([]string{"labeler"}, result.LabelerColumns()...)
	changes := map[string]map[[2]string]result.LabelerChange{}
	for _, c := range t.Covariates {
		if c.Slopes == nil {
			continue
		}
		changes[c.Name] = map[[2]string]result.LabelerChange{}
		for _, at := range c.Slopes.Labelers {
			changes[c.Name][[2]string{at.Study, at.Labeler}] = at
		}
		for _, column := range []string{"change", "change_lower", "change_upper", "beyond", "beyond_lower",
			"beyond_upper"} {
			columns = append(columns, column+":"+c.Name)
		}
	}
	out := &document.Table{Name: "labelers", Columns: recordColumns(columns...)}
	var rows []document.Row
	for _, l := range t.Labelers {
		row := document.Row{Name: l.Labeler, Cells: []document.Cell{document.Text(l.Study), document.Count(l.Labels),
			document.Text(l.Verdict)}}
		for _, x := range l.Numbers() {
			row.Cells = append(row.Cells, exact(x))
		}
		for _, c := range t.Covariates {
			if c.Slopes != nil {
				at, known := changes[c.Name][[2]string{l.Study, l.Labeler}]
				for _, m := range []result.Measure{at.Change, at.Beyond} {
					if known {
						row.Cells = append(row.Cells, exact(m.Mean), exact(m.Lower), exact(m.Upper))
					} else { // labels of the group do not differ in the covariate
						row.Cells = append(row.Cells, nil, nil, nil)
					}
				}
			}
		}
		rows = append(rows, row)
	}
	out.Groups = document.Rows(rows...)
	return out
}
