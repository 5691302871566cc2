package report

import (
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// factorsSection is for labels that are logarithms. Their errors are factors, or per cent, of the labels in the file.
// It is empty for other labels.
func factorsSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "factors", Title: "Measurement error as factors", Folded: true}
	if !r.Data.Log {
		return s
	}
	t := &document.Table{Name: s.ID, Caption: s.Title, Columns: []document.Column{{},
		{Head: "SEM\nfactor", Decimals: 3}, {Head: "SEM\nin %", Decimals: 1}, {Head: "MDC\nfactor", Decimals: 3},
		{Head: "MDC\nin %", Decimals: 1}, {Head: "coefficient of\nvariation in %", Decimals: 1}},
		Notes: []string{"Labels are logarithms, so errors are factors of the labels in the file: 1.2 is 20% more, or " +
			"1/1.2 of it."}}
	var rows []document.Row
	for _, study := range r.Data.Studies {
		row := document.Row{Name: study.Name}
		for _, quantity := range []string{catalogue.SEMFactor, catalogue.MDCFactor} {
			row.Cells = append(row.Cells, found(r, quantity, study.Name), percentOf(r, quantity, 1, study.Name))
		}
		row.Cells = append(row.Cells, percentOf(r, catalogue.CV, 0, study.Name))
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	s.Parts = []document.Part{{Table: t}}
	return s
}

// percentOf is an estimate minus a number, in per cent.
func percentOf(r *result.Lookup, quantity string, less float64, study string) document.Cell {
	e, ok := r.Find(quantity, study)
	if !ok {
		return document.Undefined(e.Undefined)
	}
	c := estimate(e)
	for _, x := range []*float64{&c.Value, &c.Lower, &c.Upper} {
		*x = 100 * (*x - less)
	}
	c.SD *= 100
	return c
}
