package vpc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// withTemplates is a fit of one study, with these draws of which each has a standard deviation of templates.
func withTemplates(t *testing.T, f family.Family, draws []draw, templates []float64) *model.Posterior {
	names := []string{"mu[1]", "sd_item[1]", "sd_labeler[1]", "sd_template[1]", "sd_residual"}
	d := posterior.NewDraws(names, 2, len(draws)/2)
	for i, x := range draws {
		for v, value := range []float64{x.mu, x.item, x.labeler, templates[i], x.residual} {
			d.Chain(v, i%2)[i/2] = value
		}
	}
	sp := spec.Spec{Family: f, Labelers: spec.Nested, Facets: []spec.Facet{{By: []string{"template"}}}}
	fit, err := model.FromDraws(sp, []string{"s"}, d)
	require.NoError(t, err)
	return fit
}

// On the scale of the parameters a facet has the part σ_t² of σ_i² + σ_l² + σ_t² + σ².
func TestPartitionOfAFacetIsItsFormula(t *testing.T) {
	draws := randomDraws(20, 11)
	templates := make([]float64, len(draws))
	for i := range templates {
		templates[i] = 0.1 * float64(i)
	}
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		p := onParameters(withTemplates(t, f, draws, templates))
		template, ok := p.Variance("template")
		require.True(t, ok)
		require.Equal(t, "template_variance[s]", template.Name)
		require.Len(t, p.Terms(), 3)
		icc, total := p.ICC(), p.TotalVariance()
		for i, d := range draws {
			at := func(q posterior.Quantity) float64 { return q.Chains[i%2][i/2] }
			variance := d.item*d.item + d.labeler*d.labeler + templates[i]*templates[i]
			if f == (family.Gaussian{}) {
				variance += d.residual * d.residual
			} else {
				variance += logisticVariance
			}
			require.InDelta(t, templates[i]*templates[i], at(template), 1e-14)
			require.InEpsilon(t, variance, at(total), 1e-14)
			require.InEpsilon(t, d.item*d.item/variance, at(icc), 1e-14)
		}
		none, ok := p.Variance("session")
		require.False(t, ok)
		require.Zero(t, none.Mean())
	}
}

// On the probability scale a facet has the part that items of its variance have among effects of the same sum, and the
// total is that of all of them together.
func TestPartitionOfAFacetOnTheProbabilityScale(t *testing.T) {
	draws := randomDraws(20, 12)
	templates := make([]float64, len(draws))
	others, items := make([]draw, len(draws)), make([]draw, len(draws))
	for i, d := range draws {
		templates[i] = 0.2 * float64(1+i)
		others[i] = draw{mu: d.mu, item: templates[i], labeler: math.Hypot(d.item, d.labeler), residual: 1}
		items[i] = draw{mu: d.mu, item: d.item, labeler: math.Hypot(templates[i], d.labeler), residual: 1}
	}
	p := onScale(t, withTemplates(t, family.Bernoulli{}, draws, templates), vpc.Label)
	template, ok := p.Variance("template")
	require.True(t, ok)
	swapped := onScale(t, fitOf(t, bernoulli, others), vpc.Label)
	merged := onScale(t, fitOf(t, bernoulli, items), vpc.Label)
	for c := range 2 {
		require.InDeltaSlice(t, swapped.ItemVariance().Chains[c], template.Chains[c], 1e-9)
		require.InDeltaSlice(t, swapped.TotalVariance().Chains[c], p.TotalVariance().Chains[c], 1e-9)
		require.InDeltaSlice(t, merged.ICC().Chains[c], p.ICC().Chains[c], 1e-9)
	}
}
