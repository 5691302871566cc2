package report

import (
	"cmp"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
)

// comparedSection puts another model next to this one.
func comparedSection(a *answer.Answer, difference *answer.Row) document.Section {
	s := document.Section{ID: "compared", Title: "Compared with " + difference.Of, Level: document.Detail}
	t := &document.Table{Name: s.ID, Columns: []document.Column{{}, {Head: "this model", Decimals: 3},
		{Head: "the other model", Decimals: 3}}, Notes: say.OtherModel(a, difference.Of)}
	var rows []document.Row
	for _, r := range a.Rows {
		if r.Prior != difference.Of {
			continue
		}
		at := r.Key
		at.Prior = ""
		if own := a.Get(r.Q.Name, at); own != nil && own.Defined() {
			q, _ := catalogue.OfTerm(r.Q.Name, r.Term)
			rows = append(rows, document.Row{Name: a.Model().Heading(q, cmp.Or(r.Scale, result.ScaleLabel)) + ", " +
				say.Who(at), Cells: []document.Cell{estimate(own), document.Estimate{Value: r.Value, Lower: r.Lower,
				Upper: r.Upper, SD: own.SD}}})
		}
	}
	t.Groups = document.Rows(rows...)
	s.Parts = []document.Part{{Text: []string{difference.Why}, Table: t}}
	return s
}
