package report

import (
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
)

// detail is every number of a fit, section by section. The label scale comes first; the latent scale has a section.
func detail(r *result.Lookup) []document.Section {
	all := []document.Section{view.DataSection(r.Data)}
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
	all = append(all, view.ModelSection(r.Model), diagnosticsSection(r))
	var some []document.Section
	for _, s := range all {
		if len(s.Parts) > 0 {
			s.Level = document.Detail
			some = append(some, s)
		}
	}
	return some
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
		"correlation of the items' true scores: the agreement that remains if every item has so many labels that " +
		"chance and labelers average out. xCC is the correlation of one label of each group: ρ√ICC√ICC."},
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
		"the scale behind the labels. Do not compare numbers of the two scales."}}
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
