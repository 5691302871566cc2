package report

import (
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// repeatedSection compares how far labels of an item agree by one labeler and by different labelers. It is empty if no
// labels were given again.
func repeatedSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "repeated", Title: "Repeated readings", Folded: true}
	t := &document.Table{Name: s.ID, Caption: s.Title, Columns: []document.Column{{},
		{Head: "intra-labeler\nICC", Decimals: 2}, {Head: "inter-labeler\nICC", Decimals: 2}}}
	quantities := []string{catalogue.IntraLabelerICC, catalogue.ICC}
	units := false
	for _, study := range r.Data.Studies {
		_, ok := r.Find(catalogue.RepeatabilitySD, study.Name)
		units = units || ok
	}
	if units {
		quantities = append(quantities, catalogue.RepeatabilitySD, catalogue.SEM)
		t.Columns = append(t.Columns, document.Column{Head: "repeatability\nSD", Decimals: document.WithUnit},
			document.Column{Head: "reproducibility\nSD", Decimals: document.WithUnit})
		t.Notes = []string{"SD: standard deviation of labels of one item, by the same labeler (repeatability, ISO " +
			"5725) and by different labelers (reproducibility)."}
	}
	var rows []document.Row
	for _, study := range r.Data.Studies {
		if _, ok := r.Find(catalogue.IntraLabelerICC, study.Name); !ok {
			continue
		}
		row := document.Row{Name: study.Name}
		for _, quantity := range quantities {
			row.Cells = append(row.Cells, found(r, quantity, study.Name))
		}
		rows = append(rows, row)
	}
	if rows != nil {
		t.Groups = document.Rows(rows...)
		s.Parts = []document.Part{{Table: t}}
	}
	return s
}
