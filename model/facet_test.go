package model_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// withTemplates returns the design of a plan with a template for each label, drawn at random.
func withTemplates(plan simulate.Plan, templates int, seed uint64) (simulate.Design, error) {
	design, err := plan.Generate(seed)
	if err != nil {
		return design, err
	}
	return design.WithFactor("template", templates, seed)
}

// templates are the facets of a model with effects of templates.
func templates(c spec.Covariance) []spec.Facet {
	return []spec.Facet{{By: []string{"template"}, Covariance: c}}
}

// facetCase is a truth with facets and the design of its labels.
type facetCase struct {
	name      string
	truth     simulate.Truth
	plan      simulate.Plan
	templates int
}

// facets returns what a fit has to be asked for to find the truth.
func (c facetCase) facets() []spec.Facet {
	var all []spec.Facet
	for _, f := range c.truth.Facets {
		all = append(all, f.Facet)
	}
	return all
}

// facetCases are facets beside each kind of labelers, for one and for two studies: one factor and a product of two,
// effects that are independent and correlated.
func facetCases(distribution family.Family) []facetCase {
	template := func(c spec.Covariance, r [][]float64, sd ...float64) simulate.FacetTruth {
		return simulate.FacetTruth{Facet: spec.Facet{By: []string{"template"}, Covariance: c}, SD: sd, Correlation: r}
	}
	both := func(c spec.Covariance, r [][]float64, sd ...float64) simulate.FacetTruth {
		return simulate.FacetTruth{
			Facet: spec.Facet{By: []string{study.ItemFactor, "template"}, Covariance: c}, SD: sd, Correlation: r,
		}
	}
	one := newRecoveryCase("", distribution, designed(80, 1, 6, 6, spec.Nested))
	alone := newRecoveryCase("", distribution, designed(80, 1, 0, 5, spec.NoLabelers))
	shared := newRecoveryCase("", distribution, designed(80, 2, 8, 8, spec.Shared))
	nested := newRecoveryCase("", distribution, designed(50, 2, 8, 8, spec.Nested))
	cases := []facetCase{
		{"one group", one.truth, one.plan, 8},
		{"one study without labelers", alone.truth, alone.plan, 8},
		{"two groups, shared labelers, correlated templates", shared.truth, shared.plan, 12},
		{"two groups, nested labelers, items by template", nested.truth, nested.plan, 2},
	}
	cases[0].truth.Facets = []simulate.FacetTruth{template(spec.Independent, nil, 0.8)}
	cases[1].truth.Facets = []simulate.FacetTruth{template(spec.Independent, nil, 0.8)}
	cases[2].truth.Facets = []simulate.FacetTruth{template(spec.Correlated, simulate.CommonCorrelation(2, 0.8), 0.8,
		1.1)}
	cases[3].truth.Facets = []simulate.FacetTruth{both(spec.Independent, nil, 0.9, 0.7)}
	return cases
}

// facetQuantities returns the parameters of a fit's facets with their truth.
func facetQuantities(truth simulate.Truth, fit *model.Posterior) []compared {
	var out []compared
	for _, f := range truth.Facets {
		name := strings.Join(f.By, ":")
		for s, a := range fit.EachStudy() {
			out = append(out, compared{a.TermSD(name), f.SD[s]})
			for r, b := range fit.EachStudy()[:s] {
				if q, ok := a.TermCorrelation(name, b); ok {
					out = append(out, compared{q, f.Correlation[s][r]})
				}
			}
		}
	}
	return out
}

// parametersOf returns all parameters of a fit with their truth.
func parametersOf(truth simulate.Truth, fit *model.Posterior) []compared {
	out := facetQuantities(truth, fit)
	for s, a := range fit.EachStudy() {
		p := truth.Studies[s]
		if thresholds := a.Thresholds(); thresholds != nil {
			for c, q := range thresholds {
				out = append(out, compared{q, p.Thresholds[c]})
			}
		} else {
			out = append(out, compared{a.Mean(), p.Mean})
		}
		out = append(out, compared{a.ItemSD(), p.ItemSD})
		if fit.HasLabelers() {
			out = append(out, compared{a.LabelerSD(), p.LabelerSD})
		}
		if truth.Family.LocationScale() {
			out = append(out, compared{a.ResidualSD(), p.ResidualSD})
		}
		for r, b := range fit.EachStudy()[:s] {
			out = append(out, compared{a.ItemCorrelation(b), truth.ItemCorrelation[s][r]})
			if q, ok := a.LabelerCorrelation(b); ok {
				out = append(out, compared{q, truth.LabelerCorrelation[s][r]})
			}
		}
	}
	return out
}

// A fit of items, labelers and a facet finds the truth that its labels were drawn from.
func TestFitFindsFacets(t *testing.T) {
	slowtest.Only(t)
	for _, distribution := range family.All() {
		for _, c := range facetCases(distribution) {
			t.Run(distribution.String()+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				design, err := withTemplates(c.plan, c.templates, 3)
				require.NoError(t, err)
				table, err := simulate.Simulate(c.truth, design, 3)
				require.NoError(t, err)
				draws := 300
				if distribution == (family.Ordinal{}) {
					draws = 800 // labels tell less of items by template, as thresholds are to be found too
				}
				fit, err := model.Fit(context.Background(), table,
					spec.Spec{Labelers: c.plan.Labelers, Facets: c.facets()}, sampler.Settings{Seed: 3, Draws: draws})
				require.NoError(t, err)
				require.Zero(t, fit.Run().DivergenceCount())
				for v, name := range fit.Draws().Names() {
					q := fit.Draws().Quantity(v)
					require.LessOrEqual(t, q.Summary(0.95).RHat, 1.02, name)
				}
				all := parametersOf(c.truth, fit)
				require.Len(t, all, len(fit.Draws().Names()), "every parameter is compared")
				for _, q := range all {
					assert.InDelta(t, q.truth, q.Mean(), 4*q.SD(), "%s: %v", q.Name, q.Summary(0.95))
				}
			})
		}
	}
}
