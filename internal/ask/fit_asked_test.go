package ask

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
)

// The probability of an event that is asked for is the share of the draws. The catalogue computes the same share for
// the differences of ρ.
func TestAskedProbabilitiesAreSharesOfTheDraws(t *testing.T) {
	d := posterior.NewDraws([]string{"mu[1]", "mu[2]", "mu[3]", "sd_item[1]", "sd_item[2]", "sd_item[3]",
		"sd_labeler[1]", "sd_labeler[2]", "sd_labeler[3]", "cor_item[1,2]", "cor_item[1,3]", "cor_item[2,3]"}, 4, 100)
	rng := rand.New(rand.NewPCG(1, 2))
	for v, at := range []float64{-0.5, -0.5, -0.5, 1.6, 1.6, 1.6, 0.6, 0.6, 0.6, 0.8, 0.8, 0.8} {
		for c := range 4 {
			for i := range 100 {
				d.Chain(v, c)[i] = at + 0.02*rng.NormFloat64()
			}
		}
	}
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}
	fit, err := model.FromDraws(sp, []string{"a", "b", "c"}, d)
	require.NoError(t, err)
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	asked := []result.Asked{{Quantity: catalogue.RhoDifference, Bound: 0}, {Quantity: catalogue.ICC, Bound: 0.4},
		{Quantity: catalogue.ICC, Bound: 0.4, Less: true}}
	f := fitting{Answer: answer.New("fit", result.Data{}, result.Intervals{}), of: of,
		Fit: result.Fit{Posterior: fit, Asked: asked}, interval: posterior.Interval{Level: 0.95}}
	f.estimates(reported)
	compared := 0
	for _, at := range reported {
		row := f.row(at, posterior.Summary{})
		p := func(a result.Asked) float64 {
			key := row.Key
			key.Event = a.Event()
			return f.Get(at.Name, key).P
		}
		switch at.Name {
		case catalogue.RhoDifference:
			assert.InDelta(t, asked[0].Share(of.Draws(at)), f.Get(at.Name, row.Key).P, 1e-12)
			compared++
		case catalogue.ICC:
			above, n := 0, 0
			for _, chain := range of.Draws(at).Chains {
				for _, x := range chain {
					if n++; x > 0.4 {
						above++
					}
				}
			}
			share := float64(above) / float64(n)
			assert.InDelta(t, share, p(asked[1]), 1e-12)
			assert.InDelta(t, 1-share, p(asked[2]), 1e-12)
			compared++
		}
	}
	assert.Positive(t, compared)
	assert.False(t, math.IsNaN(f.Of(catalogue.RhoDifference)[0].P))
}
