package ask

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result/catalogue"
	"concord/posterior"
)

// worthOf is the worth of a label, made of draws of z⁻², z standard normal: a ratio without a mean.
// Their median is 1/q², q the third quartile of the normal distribution, 0.674490.
func worthOf(t *testing.T) *answer.Row {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	q := posterior.Quantity{Name: "worth"}
	for range 4 {
		chain := make([]float64, 1000)
		for i := range chain {
			chain[i] = math.Pow(rng.NormFloat64(), -2)
		}
		q.Chains = append(q.Chains, chain)
	}
	s := q.Summary(0.95)
	require.Greater(t, s.Mean, 50*s.Median, "the mean of draws would be seen")
	entry, ok := catalogue.Find(catalogue.Worth)
	require.True(t, ok)
	return fitting{}.row(catalogue.Instance{Entry: entry}, s)
}

func TestEstimateWithoutMoments(t *testing.T) {
	r := worthOf(t)
	for _, x := range []float64{r.SD, r.Draws.Mean, r.Draws.SD, r.Draws.MCSEMean} {
		assert.True(t, math.IsNaN(x), "%+v", r)
	}
	assert.True(t, r.Defined() && r.Draws.RHat < 1.1 && r.Draws.ESSBulk > 0 && r.Draws.ESSTail > 0)
	assert.False(t, r.Skewed(), "there is no mean that the median could part from")
	assert.Empty(t, r.Why)
	// The density of the draws at their median m is φ(q) m^(−3/2), that of 2 Φ(−z) and z = m^(−1/2).
	const q = 0.674490
	m := 1 / (q * q)
	density := math.Exp(-q*q/2) / math.Sqrt(2*math.Pi) * math.Pow(m, -1.5)
	assert.InDelta(t, m, r.Value, 4*0.5/math.Sqrt(4000)/density, "the median, within 4 standard errors")
}
