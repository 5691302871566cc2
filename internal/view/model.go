package view

import (
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/model/family"
	"concord/model/spec"
)

// ModelSection describes the fitted model: a text, its priors, and the same model as a formula of the R package brms.
func ModelSection(m *result.Model) document.Section {
	s := document.Section{ID: "model", Title: "Model"}
	if m == nil {
		return s
	}
	list := []document.Entry{{Term: "Family", Text: ModelWords(m)}}
	var priors []string
	for _, name := range m.StatedPriors() {
		priors = append(priors, strings.ReplaceAll(name, "_", " ")+" ~ "+m.Priors[name])
	}
	list = append(list, document.Entry{Term: "Priors", Text: strings.Join(priors, ", ")})
	if m.BRMSCode != "" && !strings.HasPrefix(m.BRMSCode, "#") && m.CodeFrom != "" {
		list = append(list, document.Entry{Term: "R code", Text: "to run, with labels and priors: " + m.CodeFrom +
			", the report page, and brms_code of the JSON"})
	}
	if text := m.OneLabelSentence(); text != "" {
		list = append(list, document.Entry{Term: "Note", Text: text})
	}
	s.Parts = []document.Part{{List: list}, {Heading: "The same model in the R package brms",
		Code: &document.Code{Language: "r", Text: m.BRMS}}}
	return s
}

// ModelWords is the model as a text.
func ModelWords(m *result.Model) string {
	several := m.Reference != ""
	parts := []string{m.Family}
	f := m.Distribution()
	if f != nil && f.About().Link != "" {
		link := f.About().Link
		if isThresholded(f) {
			link = "cumulative " + link
		}
		parts[0] += " (" + link + ")"
	}
	if several {
		parts = append(parts, "items correlated between groups")
	}
	if m.Items == spec.StudentItems.String() {
		parts = append(parts, "true scores of items from Student’s t")
	}
	switch {
	case m.Labelers == "none":
		parts = append(parts, "no labeler effects")
	case several && m.Labelers == "nested":
		parts = append(parts, "labelers nested in groups")
	case several:
		parts = append(parts, "labelers shared between groups")
	default:
		parts = append(parts, "effects of items and labelers")
	}
	if m.Discrimination {
		parts = append(parts, "discriminations of labelers")
	}
	for _, t := range m.Facets() {
		switch {
		case !several:
			parts = append(parts, "effects of "+t.Name)
		case t.Between() == spec.Correlated:
			parts = append(parts, t.Name+" correlated between groups")
		case t.Between() == spec.Common:
			parts = append(parts, t.Name+" the same in all groups")
		default:
			parts = append(parts, t.Name+" nested in groups")
		}
	}
	for _, c := range m.Covariates {
		parts = append(parts, covariateWords(c, several))
	}
	if f != nil && (several || m.Residual == spec.LabelerResidual.String()) {
		parts = append(parts, parametersWords(m, f)...)
	}
	return strings.Join(parts, ", ")
}

// parametersWords says which parameters of a family each study has separately.
func parametersWords(m *result.Model, f family.Family) []string {
	if isThresholded(f) {
		if m.Thresholds == spec.CommonThresholds.String() {
			return []string{"thresholds common to all groups"}
		}
		return []string{"thresholds for each group"}
	}
	var parts []string
	for i, p := range f.Parameters() {
		a, one := "the "+p.Words, "one "+p.Words
		if i == 0 && f.LocationScale() {
			a, one = "a residual", "one residual"
		}
		switch {
		case i == 0 && m.Residual == spec.LabelerResidual.String():
			parts = append(parts, a+" for each labeler")
		case m.Residual != spec.CommonResidual.String():
			parts = append(parts, a+" for each group")
		default:
			parts = append(parts, one+" for all groups")
		}
	}
	return parts
}

func isThresholded(f family.Family) bool {
	_, ok := f.(family.Thresholded)
	return ok
}

// covariateWords describes a covariate of the model.
func covariateWords(c result.ModelCovariate, several bool) string {
	text := "covariate " + c.Name + " (" + c.Kind + ", of " + c.Of + "s)"
	if c.Slopes {
		text += ", a slope of each labeler"
	}
	switch {
	case !several:
		return text
	case c.Common:
		return text + " with one effect in all groups"
	}
	return text + " with an effect in each group"
}
