package report

import (
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// comparedSection puts another model next to this one.
func comparedSection(r *result.Lookup, c result.Compared) document.Section {
	s := document.Section{ID: "compared", Title: "Compared with " + c.Model, Level: document.Detail}
	t := &document.Table{Name: s.ID, Columns: []document.Column{{}, {Head: "this model", Decimals: 3},
		{Head: "the other model", Decimals: 3}}}
	this, other := c.Rows(r.Result)
	var rows []document.Row
	for i, e := range this {
		rows = append(rows, document.Row{Name: titleOf(r, e) + ", " + strings.Join(e.Studies, " × "),
			Cells: []document.Cell{estimate(e), document.Estimate{Value: float64(other[i].Mean),
				Lower: float64(other[i].Lower), Upper: float64(other[i].Upper), SD: float64(e.Spread())}}})
	}
	t.Groups = document.Rows(rows...)
	text := []string{c.Sentence()}
	for _, more := range append([]string{c.DoubtsSentence()}, c.Messages...) {
		if more != "" {
			t.Notes = append(t.Notes, more)
		}
	}
	s.Parts = []document.Part{{Text: text, Table: t}}
	return s
}

// titleOf names the quantity of an estimate, with its scale if there are two.
func titleOf(r *result.Lookup, e result.Estimate) string {
	if q, ok := catalogue.OfTerm(e.Quantity, e.Term); ok {
		return r.Model.Heading(q, e.Scale)
	}
	return e.Quantity
}
