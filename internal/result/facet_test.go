package result

import (
	"context"
	"fmt"
	"math"
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

// facetFit is a short fit with facets.
func facetFit(t *testing.T, studies int) Fit {
	truth := facetTruth(studies)
	table, err := simulate.Simulate(truth, facetDesign(studies), 1)
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table,
		spec.Spec{Facets: []spec.Facet{truth.Facets[0].Facet, truth.Facets[1].Facet}},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 50})
	require.NoError(t, err)
	return Fit{Posterior: fit, Reference: fit.StudyAt(0)}
}

// Whatever says what was fitted says of the further terms, too, and the estimates have their parameters.
func TestResultsHaveFacets(t *testing.T) {
	fit := facetFit(t, 2)
	m, of := fit.Model(), fit.Evaluator()
	assert.Equal(t, []Term{
		{"item", []string{"item"}, "correlated", false}, {"labeler", []string{"labeler"}, "independent", false},
		{"template", []string{"template"}, "correlated", false},
		{"item:template", []string{"item", "template"}, "independent", false},
	}, m.Terms)
	assert.Equal(t, m.Priors["labeler_sd"], m.Priors["facet_sd"])

	assert.Contains(t, m.BRMS, "(0 + study | template) + (1 | gr(study:item:template, by = study))")
	assert.Equal(t, "student_t(3, 0, 1)", m.Priors["facet_sd"])

	var estimates []string
	reported, _ := of.Instances(fit.Reference)
	summaries := Summarize(of, reported, posterior.Interval{Level: 0.9}, nil)
	for i, at := range reported {
		if at.Term != "" {
			estimates = append(estimates, fmt.Sprint(at.Name, " ", at.Term, " ", at.StudyNames(), " ", at.Scale))
			assert.False(t, math.IsNaN(summaries[i].Mean))
		}
	}
	assert.Equal(t, []string{
		"component template [study 1] label", "component template [study 2] label",
		"facet_sd template [study 1] label", "facet_sd template [study 2] label",
		"facet_rho template [study 1 study 2] label",
		"component item:template [study 1] label", "component item:template [study 2] label",
		"facet_sd item:template [study 1] label", "facet_sd item:template [study 2] label",
	}, estimates)
	for _, q := range fit.Trust(reported, summaries).Messages {
		assert.NotContains(t, q, "facet_sd (", "messages name the term")
	}
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
