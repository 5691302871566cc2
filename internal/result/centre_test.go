package result

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/posterior"
)

// worthOf is a result with the worth of a label, made of draws of z⁻², z standard normal: a ratio without a mean.
// Their median is 1/q², q the third quartile of the normal distribution, 0.674490.
func worthOf(t *testing.T) (*Result, Estimate) {
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
	e := newEstimate(catalogue.Instance{Entry: entry}, s)
	e.Studies, e.Scale = []string{"experts", "old"}, ScaleLabel
	r := example()
	r.Estimates = append(r.Estimates, e)
	return r, e
}

func TestEstimateWithoutMoments(t *testing.T) {
	_, e := worthOf(t)
	assert.False(t, e.Mean.Defined() || e.SD.Defined() || e.MCSE.Defined(), "%+v", e)
	assert.True(t, e.NoMoments && e.Defined() && e.RHat.Defined() && e.ESSBulk.Defined() && e.ESSTail.Defined())
	assert.False(t, e.Skewed, "there is no mean that the median could part from")
	assert.Empty(t, e.Undefined)
	// The density of the draws at their median m is φ(q) m^(−3/2), that of 2 Φ(−z) and z = m^(−1/2).
	const q = 0.674490
	m := 1 / (q * q)
	density := math.Exp(-q*q/2) / math.Sqrt(2*math.Pi) * math.Pow(m, -1.5)
	assert.InDelta(t, m, float64(e.Centre()), 4*0.5/math.Sqrt(4000)/density, "the median, within 4 standard errors")
	assert.InDelta(t, float64(e.Median-e.Lower)/2, float64(e.Spread()), 1e-12, "the shorter side")
}

// JSON has no mean of a quantity without moments, and no SD: the median stands for it.
func TestJSONHasNoMeanOfWhatHasNone(t *testing.T) {
	r, e := worthOf(t)
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, r))
	var whole struct{ Estimates []map[string]any }
	require.NoError(t, json.Unmarshal(b.Bytes(), &whole))
	one := whole.Estimates[len(whole.Estimates)-1]
	for _, key := range []string{"mean", "sd", "mcse_mean"} {
		value, ok := one[key]
		assert.True(t, ok && value == nil, "%s: %v", key, value)
	}
	assert.Equal(t, true, one["no_moments"])
	assert.InDelta(t, float64(e.Median), one["median"], 1e-12)
	assert.NotContains(t, one, "undefined")
}
