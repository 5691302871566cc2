package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/study"
)

// StatedPriors returns the names of the priors that a reader should know, in their order. A prior of the standard
// deviations of labelers or of further effects is left out if all standard deviations have it.
func (m *Model) StatedPriors() []string {
	var names []string
	for _, name := range []string{"mean", "thresholds", "sd", "labeler_sd", "facet_sd", "slope_sd",
		"labeler_residual_sd", "item_df", "discrimination_sd", "coefficient", "correlation"} {
		p, ok := m.Priors[name]
		if ok && (!strings.HasSuffix(name, "_sd") || p != m.Priors["sd"] || name == "discrimination_sd") {
			names = append(names, name)
		}
	}
	return names
}

// Facets returns the terms besides items and labelers.
func (m *Model) Facets() []Term {
	return slices.DeleteFunc(slices.Clone(m.Terms), func(t Term) bool {
		return t.Name == study.ItemFactor || t.Name == study.LabelerFactor
	})
}

// Between returns the covariance of the effects of a level in several studies.
func (t Term) Between() model.Covariance {
	for _, c := range []model.Covariance{model.Correlated, model.Common} {
		if t.Covariance == c.String() {
			return c
		}
	}
	return model.Independent
}

// FacetTerms returns [Model.Facets] as terms of a model.
func (m *Model) FacetTerms() []model.Term {
	var all []model.Term
	for _, t := range m.Facets() {
		all = append(all, model.Term{Name: t.Name, By: t.By, Covariance: t.Between(), Cluster: t.Cluster})
	}
	if m.Residual == model.LabelerResidual.String() {
		all = append(all, model.Term{Name: model.LabelerResidualTerm, Scales: true})
		if m.Labelers == model.Shared.String() {
			all[len(all)-1].Covariance = model.Correlated
		}
	}
	for _, c := range m.Covariates {
		if c.Slopes {
			t := model.Term{Name: model.SlopeTerm(c.Name), Slopes: c.Name}
			if m.Labelers == model.Shared.String() {
				t.Covariance = model.Correlated
			}
			all = append(all, t)
		}
	}
	return all
}

// Predictor returns the linear predictor of a label: "μ + item + labeler"; without μ if thresholds replace it.
func (m *Model) Predictor() string {
	text := "μ + item + labeler"
	if thresholded(m.Distribution()) {
		text = "item + labeler"
	}
	if m.Discrimination {
		text = strings.Replace(text, "item", "discrimination × item", 1)
	}
	for _, t := range m.Facets() {
		text += " + " + t.Name
	}
	for _, c := range m.Covariates {
		if c.Slopes {
			text += " + (β + " + model.SlopeTerm(c.Name) + ")·" + c.Name
			continue
		}
		text += " + β·" + c.Name
	}
	return text
}

// OneLabelSentence describes the model of studies with one label of each item; "" if there are none.
func (m *Model) OneLabelSentence() string {
	if len(m.OneLabel) == 0 {
		return ""
	}
	has, its := "has", "its"
	if len(m.OneLabel) > 1 {
		has, its = "have", "their"
	}
	text := fmt.Sprintf("%s %s one label of each item: %s item effects are shared with the other groups, and all "+
		"else is residual", visible.Names(m.OneLabel), has, its)
	f := m.Distribution()
	switch {
	case thresholded(f):
		return text + ". Each group therefore has separate thresholds, even if common thresholds were asked for."
	case f != nil && f.LocationScale():
		return text + ". Each group therefore has a separate residual and scale, even if a common residual was asked " +
			"for."
	}
	return text + "."
}

// describeModel describes a resolved spec for the studies of a table.
func describeModel(spec model.Spec, t *study.Table, reference string) *Model {
	studies, location := t.Studies(), "mean"
	if thresholded(spec.Family) {
		location = "thresholds"
	}
	m := &Model{
		distribution: spec.Family,
		Family:       spec.Family.String(), Labelers: spec.Labelers.String(), Residual: spec.Residual.String(),
		Priors: map[string]string{location: spec.Priors.Mean.String(), "sd": spec.Priors.SD.String()},
		BRMS:   brms(spec, t.Source(), len(studies)), BRMSCode: brmsCode(spec, t),
	}
	for i, s := range spec.Studies {
		if s.OneLabeler {
			m.OneLabeler = append(m.OneLabeler, studies[i])
		}
		if s.NotAgain {
			m.NotAgain = append(m.NotAgain, studies[i])
		}
		if s.OneLabel {
			m.OneLabel = append(m.OneLabel, studies[i])
		}
	}
	if f, ok := spec.Family.(family.Adapting); ok {
		m.Categories, m.Scores = f.Names(), f.Scores()
	}
	if thresholded(spec.Family) {
		m.Thresholds = spec.Thresholds.String()
	}
	if spec.Thresholds == model.CommonThresholds {
		m.Priors["mean"] = spec.Priors.Mean.String()
	}
	if spec.Labelers != model.NoLabelers {
		m.Priors["labeler_sd"] = spec.Priors.LabelerSD.String()
	}
	if spec.Items == model.StudentItems {
		m.Items, m.Priors["item_df"] = spec.Items.String(), model.ItemDFPrior+" above 2"
	}
	if spec.Residual == model.LabelerResidual {
		m.Priors["labeler_residual_sd"] = spec.Priors.LabelerResidualSD.String()
	}
	if len(spec.Facets) > 0 {
		m.Priors["facet_sd"] = spec.Priors.LabelerSD.String()
		for _, t := range spec.Added() {
			m.Terms = append(m.Terms, Term{t.Name, t.By, t.Covariance.String(), t.Cluster})
		}
	}
	if len(spec.Covariates) > 0 {
		m.Priors["coefficient"] = "normal(0, 1)"
	}
	if slices.ContainsFunc(spec.Covariates, func(c model.Covariate) bool { return c.Slopes }) {
		m.Priors["slope_sd"] = spec.Priors.LabelerSD.String()
	}
	if spec.Discrimination {
		m.Discrimination, m.Priors["discrimination_sd"] = true, spec.Priors.DiscriminationSD.String()
	}
	if len(studies) > 1 {
		m.Reference = reference
		m.Priors["correlation"] = spec.Priors.Correlation.String()
	}
	return m
}
