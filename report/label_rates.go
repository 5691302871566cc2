package report

import (
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// mostIntervals is the largest number of categories for which a table of rates has room for intervals.
const mostIntervals = 5

// ratesSection is how often each judge gives each category, by a person's category, and how often another person does.
func ratesSection(j *result.Judges) (s document.Section, ok bool) {
	s = document.Section{ID: "rates", Title: "Category by category", Level: document.Detail,
		Lead: []string{"Draw a person's label at random. If it is of the category of the row, how often does the " +
			"judge give each category to the item? Compare a judge with another person, who disagrees at times too."}}
	if r := j.People.Rates; r != nil {
		s.Parts = append(s.Parts, document.Part{Table: ratesTable(*r, "another person", j.Interval)})
	}
	for _, one := range j.Judges {
		if r := one.Rates; r != nil {
			s.Parts = append(s.Parts, document.Part{Table: ratesTable(*r, one.Study, j.Interval)})
		}
	}
	return s, len(s.Parts) > 0
}

// ratesTable has a row for each category of people.
func ratesTable(r result.LabelRates, who string, i result.Intervals) *document.Table {
	t := &document.Table{Name: "rates", Caption: "A person says, and " + visible.Text(who),
		Columns: []document.Column{{}}}
	intervals := len(r.Categories) <= mostIntervals
	for _, category := range r.Categories {
		t.Columns = append(t.Columns, document.Column{Head: visible.Text(document.Clip(category))})
	}
	t.Columns = append(t.Columns, document.Column{Head: "of people's\nlabels"})
	var rows []document.Row
	for y, category := range r.Categories {
		var cells []document.Cell
		for _, o := range r.Rates[y] {
			e := document.Estimate{Value: float64(o.Estimate), Lower: float64(o.Lower), Upper: float64(o.Upper),
				Percent: true, Undefined: o.Undefined}
			if !intervals {
				e.Lower, e.Upper = none, none
			}
			cells = append(cells, e)
		}
		rows = append(rows, document.Row{Name: category, Cells: append(cells, document.Share(r.Shares[y]))})
	}
	t.Groups = document.Rows(rows...)
	if intervals {
		t.Notes = []string{levelName(i, "intervals") + " for other items; " + document.Plural(r.Items, "item") + "."}
	}
	return t
}
