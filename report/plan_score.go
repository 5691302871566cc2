package report

import (
	"fmt"
	"math"
	"strconv"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// PlanScore lays out how many items people label so that a score is known.
func PlanScore(p *result.ScorePlan) *document.Document {
	d := &document.Document{Title: "Plan of a score", Read: "Plan from assumptions, without a pilot",
		Verdict: p.Verdict}
	about := document.Entry{Term: "Assumed"}
	if p.Data != nil {
		d.Read = "Plan from a pilot: " + view.ReadLine(*p.Data)
		about.Term = "Pilot"
	}
	about.Text = fmt.Sprintf("The judge's label follows true scores with r = %s. ", document.Fixed(float64(p.R), 2))
	if p.Data != nil {
		about.Text = fmt.Sprintf("%s follows true scores of %s with r = %s. ", document.Clip(p.Judge),
			document.Clip(p.People),
			document.Fixed(float64(p.R), 2))
	}
	about.Text += fmt.Sprintf("Scores of items have a standard deviation of %s", document.Full(significant(p.ItemSD)))
	if p.NoiseSD.Defined() {
		about.Text += fmt.Sprintf(", and labels of one item %s", document.Full(significant(p.NoiseSD)))
	}
	about.Text += "."
	var doubts []document.Check
	for _, text := range p.Warnings {
		doubts = append(doubts, document.Check{Text: text})
	}
	s := document.Section{ID: "answer", Title: "Designs", Parts: []document.Part{{Table: scoreDesigns(p)}}}
	if t := scoreStrata(p); t != nil {
		s.Parts = append(s.Parts, document.Part{Table: t})
	}
	s.Parts = append(s.Parts, document.Part{List: []document.Entry{about}}, document.Part{Checks: doubts},
		document.Part{Text: []string{fmt.Sprintf("The judge labels all %s. Intervals have a probability of %s.",
			document.Plural(p.Items, "item"), document.Percent(float64(p.Level), 0))}})
	d.Sections = []document.Section{s}
	return d
}

// significant rounds to three digits.
func significant(n result.Number) float64 {
	x, err := strconv.ParseFloat(strconv.FormatFloat(float64(n), 'g', 3, 64), 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// scoreDesigns is the table of designs by labels of an item.
func scoreDesigns(p *result.ScorePlan) *document.Table {
	pilot := p.Data != nil
	t := &document.Table{Name: "designs", Caption: "Labels per item", Columns: []document.Column{{},
		{Head: "items drawn\nat random"}}}
	if pilot {
		t.Columns = append(t.Columns, document.Column{Head: "enough\n" + fmt.Sprintf("with %.4g%%",
			100*float64(p.Assurance)), Priority: document.Spare})
	}
	strata := len(p.Strata) > 1
	if strata {
		t.Columns = append(t.Columns, document.Column{Head: "by the\njudge's label"})
	}
	t.Columns = append(t.Columns, document.Column{Head: "without\nthe judge", Priority: document.Useful})
	costs := p.PeopleCost > 0 || p.JudgeCost > 0
	if costs {
		t.Columns = append(t.Columns, document.Column{Head: "cost"})
	}
	t.Columns = append(t.Columns, document.Column{Words: true})
	var rows []document.Row
	for _, d := range p.Designs {
		row := document.Row{Name: strconv.Itoa(d.K)}
		row.Cells = append(row.Cells, plannedSpan(d.Random, d.Lower, d.Upper, pilot))
		if pilot {
			row.Cells = append(row.Cells, planned(d.Enough))
		}
		if strata {
			row.Cells = append(row.Cells, planned(d.Strata))
		}
		row.Cells = append(row.Cells, planned(d.Alone))
		if costs {
			row.Cells = append(row.Cells, document.Text(document.Fixed(float64(d.Cost), 2)))
		}
		if d.Cheapest && len(p.Designs) > 1 {
			row.Cells = append(row.Cells, document.Text("← cheapest"))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// scoreStrata is the table of items to draw by the judge's label; nil if the plan has none.
func scoreStrata(p *result.ScorePlan) *document.Table {
	t := &document.Table{Name: "strata", Caption: "Judge's label", Columns: []document.Column{{}, {Head: "items"},
		{Head: "people\nlabel"}, {Head: "weight", Priority: document.Useful}}}
	var rows []document.Row
	for _, s := range p.Strata {
		if s.Label == 0 {
			continue
		}
		name := document.Full(significant(s.Lowest))
		if s.Highest > s.Lowest {
			name += " to " + document.Full(significant(s.Highest))
		}
		rows = append(rows, document.Row{Name: name, Cells: []document.Cell{document.Count(s.Items),
			document.Count(s.Label), document.Text(document.Fixed(float64(s.Weight), 1))}})
	}
	if len(rows) < 2 {
		return nil
	}
	t.Groups = document.Rows(rows...)
	return t
}
