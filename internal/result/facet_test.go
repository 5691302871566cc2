package result

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// facetTruth is that of so many studies with correlated effects of templates and independent ones of item and template.
func facetTruth(studies int) simulate.Truth {
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested, Facets: []simulate.FacetTruth{
		{Facet: facets(spec.Correlated, "template")[0]}, {Facet: facets(spec.Independent, "item", "template")[0]},
	}}
	for range studies {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1})
		truth.Facets[0].SD = append(truth.Facets[0].SD, 0.75)
		truth.Facets[1].SD = append(truth.Facets[1].SD, 0.5)
	}
	truth.Facets[0].Correlation = simulate.CommonCorrelation(studies, 0.625)
	return truth
}

// facetDesign has four labels of each item with each of three templates.
func facetDesign(studies int) simulate.Design {
	template := study.Factor{Name: "template", Levels: []string{"t", "u", "v"}}
	d := simulate.Design{Labelers: []string{"a", "b", "c", "d"}}
	for s := range studies {
		d.Studies = append(d.Studies, fmt.Sprint("study ", s+1))
	}
	for j := range 10 {
		d.Items = append(d.Items, fmt.Sprint("item ", j))
	}
	for s := range d.Studies {
		for j := range d.Items {
			for n := range 12 {
				d.Study, d.Item = append(d.Study, int32(s)), append(d.Item, int32(j))
				d.Labeler, template.Index = append(d.Labeler, int32(n%4)), append(template.Index, int32(n/4))
			}
		}
	}
	d.Factors = []study.Factor{template}
	return d
}

// facetResult is the result of a short fit with facets.
func facetResult(t *testing.T, studies int) *Result {
	truth := facetTruth(studies)
	table, err := simulate.Simulate(truth, facetDesign(studies), 1)
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table,
		spec.Spec{Facets: []spec.Facet{truth.Facets[0].Facet, truth.Facets[1].Facet}},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 50})
	require.NoError(t, err)
	return New(NewData("f.csv", table, fit.Spec().Labelers, nil), Fit{Posterior: fit, Reference: fit.StudyAt(0)}, nil,
		posterior.Interval{Level: 0.9})
}

// Whatever says what was fitted says of the further terms, too, and the estimates have their parameters.
func TestResultsHaveFacets(t *testing.T) {
	r := facetResult(t, 2)
	assert.Equal(t, []Term{
		{"item", []string{"item"}, "correlated", false}, {"labeler", []string{"labeler"}, "independent", false},
		{"template", []string{"template"}, "correlated", false},
		{"item:template", []string{"item", "template"}, "independent", false},
	}, r.Model.Terms)
	assert.Equal(t, r.Model.Priors["labeler_sd"], r.Model.Priors["facet_sd"])

	assert.Contains(t, r.Model.BRMS, "(0 + study | template) + (1 | gr(study:item:template, by = study))")
	assert.Equal(t, "student_t(3, 0, 1)", r.Model.Priors["facet_sd"])

	var estimates []string
	for _, e := range r.Estimates {
		if e.Term != "" {
			estimates = append(estimates, fmt.Sprint(e.Quantity, " ", e.Term, " ", e.Studies, " ", e.Scale))
			assert.True(t, e.Mean.Defined())
		}
	}
	assert.Equal(t, []string{
		"component template [study 1] label", "component template [study 2] label",
		"facet_sd template [study 1] label", "facet_sd template [study 2] label",
		"facet_rho template [study 1 study 2] label",
		"component item:template [study 1] label", "component item:template [study 2] label",
		"facet_sd item:template [study 1] label", "facet_sd item:template [study 2] label",
	}, estimates)
	for _, q := range r.Diagnostics.Messages {
		assert.NotContains(t, q, "facet_sd (", "messages name the term")
	}
}

// A result that was kept as JSON is printed as the one that it is of.
func TestResultsWithFacetsComeBackFromJSON(t *testing.T) {
	r := facetResult(t, 1)
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, r))
	text := b.String()
	assert.Contains(t, text, `"term": "item:template"`)
	var back Result
	require.NoError(t, json.Unmarshal([]byte(text), &back))
	assert.Equal(t, r.Model.Terms, back.Model.Terms)
	assert.Equal(t, len(r.Estimates), len(back.Estimates))
}

// A truth file has the parameters of facets, and its shares are of all variance.
func TestTruthHasFacets(t *testing.T) {
	truth, err := NewTruth(facetTruth(2), simulate.Design{Studies: []string{"a", "b"}}, 1)
	require.NoError(t, err)
	got := map[string]Number{}
	for _, q := range truth.Quantities {
		got[strings.TrimSpace(fmt.Sprint(q.Quantity, " ", q.Term, " ", q.Studies))] = q.Value
	}
	assert.Equal(t, Number(0.75), got["facet_sd template [b]"])
	assert.Equal(t, Number(0.5), got["facet_sd item:template [a]"])
	assert.Equal(t, Number(0.625), got["facet_rho template [a b]"])
	assert.InDelta(t, 1/(1+0.25+1+0.5625+0.25), float64(got["icc  [a]"]), 1e-9)
}
