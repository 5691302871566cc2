package report

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// detail is every number of a fit, section by section. The label scale comes first; the latent scale has a section.
func detail(r *result.Lookup) []document.Section {
	all := []document.Section{dataSection(r.Data)}
	if r.Model != nil {
		for _, section := range []catalogue.Section{catalogue.Reliability, catalogue.Validity, catalogue.Closeness,
			catalogue.Measurement} {
			all = append(all, estimatesSection(r, section, result.ScaleLabel))
		}
		all = append(all, factorsSection(r), repeatedSection(r), covariatesSection(r), parametersSection(r),
			latentSection(r))
	}
	all = append(all, priorSection(r), impliedSection(r), doubtsSection(r))
	for _, c := range r.Compared {
		all = append(all, comparedSection(r, c))
	}
	all = append(all, modelSection(r), diagnosticsSection(r))
	var some []document.Section
	for _, s := range all {
		if len(s.Parts) > 0 {
			s.Level = document.Detail
			some = append(some, s)
		}
	}
	return some
}

// dataSection describes the input.
func dataSection(d result.Data) document.Section {
	t := &document.Table{Name: "data", Caption: "Data", Columns: []document.Column{{}, {Head: "labels"},
		{Head: "items"},
		{Head: "labels/item", Decimals: 1, Priority: document.Useful}}}
	if d.Labelers > 0 {
		t.Columns = append(t.Columns, document.Column{Head: "labelers"})
	}
	means := false
	for _, s := range d.Studies {
		means = means || s.Mean.Defined()
	}
	if means {
		t.Columns = append(t.Columns, document.Column{Head: meanHead(d.Kind), Decimals: 1, Priority: document.Useful})
	}
	for _, s := range d.Studies {
		if n := len(t.Groups); n == 0 || t.Groups[n-1].Title != s.Grouping {
			t.Groups = append(t.Groups, document.Group{Title: s.Grouping})
		}
		row := document.Row{Name: result.Marked(s.Name, s.Caution()), Cells: []document.Cell{document.Count(s.Labels),
			document.Count(s.Items), document.Number{Value: float64(s.Labels) / float64(s.Items)}}}
		if d.Labelers > 0 {
			row.Cells = append(row.Cells, document.Count(s.Labelers))
		}
		if means {
			row.Cells = append(row.Cells, meanCell(d.Kind, s.Mean))
		}
		g := &t.Groups[len(t.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	t.Notes = append(t.Notes, d.MeanNotes()...)
	return document.Section{ID: "data", Title: "Data", Parts: []document.Part{{Table: t}, {Text: dataNotes(d)}}}
}

// dataNotes say which items studies share, how columns were read, and what was chosen or left out.
func dataNotes(d result.Data) []string {
	var all []string
	if text := sharedItems(d.SharedItems); text != "" {
		all = append(all, text)
	}
	columns := "Columns: " + strings.Join(d.Roles(), ", ")
	if len(d.Roles()) == 0 {
		columns = "Columns: not known"
	}
	if d.Positive != "" {
		columns += fmt.Sprintf(" (positive: %s)", d.Positive)
	}
	if len(d.Order) > 0 {
		columns += fmt.Sprintf(" (order: %s)", strings.Join(d.Order, " < "))
	}
	all = append(all, columns+".")
	if text := notUsed(d.UnusedColumns); text != "" {
		all = append(all, text)
	}
	return append(all, d.Notes...)
}

func sharedItems(pairs []result.SharedItems) string {
	if len(pairs) == 0 {
		return ""
	}
	same := true
	for _, p := range pairs {
		same = same && p.Items == pairs[0].Items
	}
	if same && len(pairs) > 1 {
		return fmt.Sprintf("Items in common: %s in each pair of groups.", document.Integer(pairs[0].Items))
	}
	const most = 30
	var each []string
	for _, p := range pairs[:min(most, len(pairs))] {
		each = append(each, fmt.Sprintf("%s × %s %s", p.Studies[0], p.Studies[1], document.Integer(p.Items)))
	}
	if more := len(pairs) - most; more > 0 {
		each = append(each, fmt.Sprintf("%s more pairs", document.Integer(more)))
	}
	return "Items in common: " + strings.Join(each, ", ") + "."
}

// notUsed names the columns that play no part, as many as a few lines hold.
func notUsed(columns []string) string {
	const most = 20
	var names []string
	for _, c := range columns[:min(most, len(columns))] {
		if strings.TrimSpace(c) == "" {
			c = fmt.Sprintf("%q", c)
		}
		names = append(names, c)
	}
	switch more := len(columns) - most; {
	case len(columns) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("Not used: %s and %s more.", strings.Join(names, ", "), document.Integer(more))
	}
	return "Not used: " + strings.Join(names, ", ") + "."
}

// estimatesSection lists the quantities of a part of the catalogue on a scale.
func estimatesSection(r *result.Lookup, of catalogue.Section, scale string) document.Section {
	title := catalogue.Naming(r.Model.Reference, of.Title())
	s := document.Section{ID: strings.ToLower(strings.Fields(of.Title())[0]), Title: title, Lead: leads[of],
		Folded: true}
	t := newEstimates(r, s.ID, title)
	for _, q := range catalogue.Of(r.Model.Distribution(), r.Model.FacetTerms(), r.Model.CovariateSpecs()) {
		if q.Section == of && r.Has(q, scale) {
			t.add(q, scale)
		}
	}
	t.into(&s)
	return s
}

// leads explain the sections to readers of the page.
var leads = map[catalogue.Section][]string{
	catalogue.Reliability: {"Would the same kind of people say it again? The ICC is the share of the variance of one " +
		"label that the item explains. The labeler ICC is the share that the labeler explains. If the labeler ICC is " +
		"above the ICC, labels say more about labelers than about items."},
	catalogue.Validity: {"Do two groups mean the same? Agreement between groups (ρ, normalized xCC) is the " +
		"correlation of " +
		"the items' true scores: the agreement that remains if every item has so many labels that chance and " +
		"labelers " +
		"average out. xCC is the correlation of one label of each group: ρ√ICC√ICC."},
}

// parametersSection lists the parameters of the model, each on its scale.
func parametersSection(r *result.Lookup) document.Section {
	s := document.Section{ID: parametersID, Title: "Parameters", Folded: true}
	t := newEstimates(r, s.ID, s.Title)
	for _, q := range catalogue.Of(r.Model.Distribution(), r.Model.FacetTerms(), r.Model.CovariateSpecs()) {
		if q.Section != catalogue.Parameters {
			continue
		}
		for _, scale := range r.Scales() {
			if r.Has(q, scale) {
				t.add(q, scale)
			}
		}
	}
	t.into(&s)
	return s
}

// latentSection lists the quantities of the first three sections on the latent scale, if the family has one.
func latentSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "latent", Title: "Latent scale", Folded: true, Lead: []string{"These numbers are about " +
		"the " +
		"scale behind the labels. Do not compare numbers of the two scales."}}
	if len(r.Scales()) == 1 {
		return s
	}
	t := newEstimates(r, s.ID, s.Title)
	for _, q := range catalogue.Of(r.Model.Distribution(), r.Model.FacetTerms(), r.Model.CovariateSpecs()) {
		if q.Section != catalogue.Parameters && r.Has(q, result.ScaleLatent) {
			t.add(q, result.ScaleLatent)
		}
	}
	t.into(&s)
	return s
}
