package report

import (
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// detail is every number of a fit, section by section. The label scale comes first; the latent scale has a section.
func detail(r *result.Lookup, a *answer.Answer) []document.Section {
	all := []document.Section{view.DataSection(r.Data)}
	numbers := view.Numbers(a)
	at := len(numbers)
	for at > 0 && slices.Contains([]string{"parameters", "latent"}, numbers[at-1].ID) {
		at--
	}
	all = append(all, numbers[:at]...)
	if r.Model != nil {
		all = append(all, covariatesSection(r))
	}
	all = append(all, numbers[at:]...)
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
