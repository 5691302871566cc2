package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/model/family"
	"concord/model/spec"
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
func (t Term) Between() spec.Covariance {
	for _, c := range []spec.Covariance{spec.Correlated, spec.Common} {
		if t.Covariance == c.String() {
			return c
		}
	}
	return spec.Independent
}

// FacetTerms returns [Model.Facets] as terms of a model.
func (m *Model) FacetTerms() []spec.Term {
	var all []spec.Term
	for _, t := range m.Facets() {
		all = append(all, spec.Term{Name: t.Name, By: t.By, Covariance: t.Between(), Cluster: t.Cluster})
	}
	if m.Residual == spec.LabelerResidual.String() {
		all = append(all, spec.Term{Name: spec.LabelerResidualTerm, Scales: true})
		if m.Labelers == spec.Shared.String() {
			all[len(all)-1].Covariance = spec.Correlated
		}
	}
	for _, c := range m.Covariates {
		if c.Slopes {
			t := spec.Term{Name: spec.SlopeTerm(c.Name), Slopes: c.Name}
			if m.Labelers == spec.Shared.String() {
				t.Covariance = spec.Correlated
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
			text += " + (β + " + spec.SlopeTerm(c.Name) + ")·" + c.Name
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
func describeModel(sp spec.Spec, t *study.Table, reference string) *Model {
	studies, location := t.Studies(), "mean"
	if thresholded(sp.Family) {
		location = "thresholds"
	}
	m := &Model{
		distribution: sp.Family,
		Family:       sp.Family.String(), Labelers: sp.Labelers.String(), Residual: sp.Residual.String(),
		Priors: map[string]string{location: sp.Priors.Mean.String(), "sd": sp.Priors.SD.String()},
		BRMS:   brms(sp, t.Source(), len(studies)), BRMSCode: brmsCode(sp, t),
	}
	for i, s := range sp.Studies {
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
	if f, ok := sp.Family.(family.Adapting); ok {
		m.Categories, m.Scores = f.Names(), f.Scores()
	}
	if thresholded(sp.Family) {
		m.Thresholds = sp.Thresholds.String()
	}
	if sp.Thresholds == spec.CommonThresholds {
		m.Priors["mean"] = sp.Priors.Mean.String()
	}
	if sp.Labelers != spec.NoLabelers {
		m.Priors["labeler_sd"] = sp.Priors.LabelerSD.String()
	}
	if sp.Items == spec.StudentItems {
		m.Items, m.Priors["item_df"] = sp.Items.String(), spec.ItemDFPrior+" above 2"
	}
	if sp.Residual == spec.LabelerResidual {
		m.Priors["labeler_residual_sd"] = sp.Priors.LabelerResidualSD.String()
	}
	if len(sp.Facets) > 0 {
		m.Priors["facet_sd"] = sp.Priors.LabelerSD.String()
		for _, t := range sp.Added() {
			m.Terms = append(m.Terms, Term{t.Name, t.By, t.Covariance.String(), t.Cluster})
		}
	}
	if len(sp.Covariates) > 0 {
		m.Priors["coefficient"] = "normal(0, 1)"
	}
	if slices.ContainsFunc(sp.Covariates, func(c spec.Covariate) bool { return c.Slopes }) {
		m.Priors["slope_sd"] = sp.Priors.LabelerSD.String()
	}
	if sp.Discrimination {
		m.Discrimination, m.Priors["discrimination_sd"] = true, sp.Priors.DiscriminationSD.String()
	}
	if len(studies) > 1 {
		m.Reference = reference
		m.Priors["correlation"] = sp.Priors.Correlation.String()
	}
	return m
}
