package posterior

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// Oracle: the R package loo; testdata/psis.R tells how.
func TestReweightAgreesWithLoo(t *testing.T) {
	b, err := os.ReadFile("testdata/psis.json")
	require.NoError(t, err)
	var cases []struct {
		Case         string
		S, Tail      int
		REff         float64 `json:"r_eff"`
		K            float64
		NEff         float64 `json:"n_eff"`
		Max, Min     float64
		Mean, Second float64
	}
	require.NoError(t, json.Unmarshal(b, &cases))
	require.Len(t, cases, 8)
	for _, c := range cases {
		ratios, f := make([]float64, c.S), make([]float64, c.S)
		for i := range ratios {
			u := math.Mod(float64(i+1)*0.6180339887498949, 1)
			z := distuv.UnitNormal.Quantile(u)
			f[i] = -math.Log1p(-u)
			switch c.Case {
			case "t":
				ratios[i] = distuv.StudentsT{Nu: 3, Sigma: 1}.LogProb(z) - distuv.UnitNormal.LogProb(z)
			case "exp":
				ratios[i] = 0.4 * f[i]
			case "narrow":
				ratios[i] = distuv.Normal{Mu: 0.2, Sigma: 0.8}.LogProb(z) - distuv.UnitNormal.LogProb(z)
			case "heavy":
				ratios[i] = 0.95 * f[i]
			}
		}
		half := c.S / 2
		r := Reweight([][]float64{ratios[:half], ratios[half:]}, c.REff)
		require.InDelta(t, c.K, r.K, 1e-7*math.Max(1, math.Abs(c.K)), c.Case)
		require.InEpsilon(t, c.NEff, r.ESS, 1e-7, c.Case)
		largest, smallest, mean, second := 0.0, 1.0, 0.0, 0.0
		for i, w := range r.weights {
			largest, smallest = math.Max(largest, w), math.Min(smallest, w)
			mean += w * f[i]
			second += w * f[i] * f[i]
		}
		require.InEpsilon(t, c.Max, largest, 1e-7, c.Case)
		require.InEpsilon(t, c.Min, smallest, 1e-7, c.Case)
		require.InEpsilon(t, c.Mean, mean, 1e-7, c.Case)
		require.InEpsilon(t, c.Second, second, 1e-7, c.Case)
		s := r.Summarize(Quantity{Chains: [][]float64{f[:half], f[half:]}}, Interval{Level: 0.9})
		require.InEpsilon(t, c.Mean, s.Mean, 1e-7)
	}
}

// Draws of Exp(b) weighted to Exp(a): the ratios exp((b − a)x) are Pareto with shape k = 1 − a/b where
// a < b, and the weighted draws are Exp(a).
func TestReweightOfExponentialsHasTheirShape(t *testing.T) {
	const n = 40000
	for _, a := range []float64{0.4, 0.7, 1.5} {
		rng := rand.New(rand.NewPCG(3, uint64(100*a)))
		x, ratios := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = rng.ExpFloat64()
			ratios[i] = (1 - a) * x[i]
		}
		r := Reweight([][]float64{ratios}, 1)
		tail := 3 * math.Sqrt(n)
		k := 1 - a
		if a > 1 { // bounded, and at their bound of positive density
			k = -1
		}
		// The large-sample standard error of a maximum-likelihood shape is (1 + k)/√tail (Smith 1987); the weight of
		// ten excesses draws k to 1/2.
		want := (k*tail + 10*0.5) / (tail + 10)
		require.InDelta(t, want, r.K, 4*math.Max(0.5, 1+k)/math.Sqrt(tail), "a = %v", a)
		require.True(t, r.Reliable(), "a = %v", a)
		s := r.Summarize(Quantity{Chains: [][]float64{x}}, Interval{Level: 0.8})
		se := 1 / math.Sqrt(r.ESS)
		require.InDelta(t, 1/a, s.Mean, 6*se/a, "a = %v", a)
		require.InDelta(t, 1/a, s.SD, 12*se/a, "a = %v", a)
		require.InDelta(t, -math.Log(0.9)/a, s.Lower, 5*se/a, "a = %v", a)
		require.InDelta(t, math.Ln2/a, s.Median, 5*se/a, "a = %v", a)
		require.InDelta(t, -math.Log(0.1)/a, s.Upper, 12*se/a, "a = %v", a)
	}
}

// Where the weights' mean hardly exists, k̂ says that they cannot be relied on.
func TestReweightSaysWhenItCannotTell(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	ratios := make([]float64, 4000)
	for i := range ratios {
		ratios[i] = 0.95 * rng.ExpFloat64()
	}
	r := Reweight([][]float64{ratios}, 1)
	require.Greater(t, r.K, 0.7)
	require.False(t, r.Reliable())
	require.True(t, (&Reweighted{K: 0.69, weights: make([]float64, 4000)}).Reliable())
	require.False(t, (&Reweighted{K: 0.69, weights: make([]float64, 400)}).Reliable(), "1 − 1/log₁₀ 400 is 0.62")
}

// Equal weights change nothing, of any interval.
func TestEqualWeightsAreNone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(15, 60).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		q := Quantity{Chains: [][]float64{make([]float64, n), make([]float64, n)}}
		for _, c := range q.Chains {
			for i := range c {
				c[i] = math.Round(20 * rng.NormFloat64())
			}
		}
		level := rapid.Float64Range(0.05, 0.99).Draw(t, "level")
		r := Reweight([][]float64{make([]float64, n), make([]float64, n)}, 1)
		require.True(t, math.IsInf(r.K, -1))
		require.True(t, r.Reliable())
		require.InEpsilon(t, float64(2*n), r.ESS, 1e-12)
		for _, kind := range []IntervalKind{EqualTailed, HighestDensity} {
			want, got := q.Summarize(Interval{level, kind}), r.Summarize(q, Interval{level, kind})
			assert.InDelta(t, want.Mean, got.Mean, 1e-9)
			assert.InDelta(t, want.SD, got.SD, 1e-9)
			assert.InDelta(t, want.Median, got.Median, 1e-6)
			assert.InDelta(t, want.Lower, got.Lower, 1e-6, "%v", kind)
			assert.InDelta(t, want.Upper, got.Upper, 1e-6, "%v", kind)
		}
	})
}

// A normal density narrowed and moved has its own quantiles and shortest interval.
func TestReweightedIntervals(t *testing.T) {
	const n = 60000
	rng := rand.New(rand.NewPCG(8, 8))
	x, ratios := make([]float64, n), make([]float64, n)
	to := distuv.Normal{Mu: 0.3, Sigma: 0.7}
	for i := range x {
		x[i] = rng.NormFloat64()
		ratios[i] = to.LogProb(x[i]) - distuv.UnitNormal.LogProb(x[i])
	}
	r := Reweight([][]float64{x[:0], x[:0]}, 1)
	require.True(t, math.IsNaN(r.K))
	r = Reweight([][]float64{ratios[:n/2], ratios[n/2:]}, 1)
	q := Quantity{Chains: [][]float64{x[:n/2], x[n/2:]}}
	for _, kind := range []IntervalKind{EqualTailed, HighestDensity} {
		s := r.Summarize(q, Interval{Level: 0.9, Kind: kind})
		require.InDelta(t, to.Quantile(0.05), s.Lower, 0.03)
		require.InDelta(t, to.Quantile(0.95), s.Upper, 0.03)
	}
}

func TestReweightUndefined(t *testing.T) {
	good := make([]float64, 50)
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		ratios := append([]float64{bad}, good[1:]...)
		r := Reweight([][]float64{ratios}, 1)
		require.True(t, math.IsNaN(r.K) && math.IsNaN(r.ESS))
		require.False(t, r.Reliable())
		require.True(t, math.IsNaN(r.Summarize(Quantity{Chains: [][]float64{good}}, Interval{Level: 0.5}).Mean))
	}
	none := make([]float64, 50)
	for i := range none {
		none[i] = math.Inf(-1)
	}
	require.True(t, math.IsNaN(Reweight([][]float64{none}, 1).K))
	none[3] = 0 // all the weight on one draw
	require.False(t, Reweight([][]float64{none}, 1).Reliable())
	require.Panics(t, func() { Reweight([][]float64{good}, 0) })
	r := Reweight([][]float64{good}, 1)
	require.Panics(t, func() { r.Summarize(Quantity{Chains: [][]float64{good[:20]}}, Interval{Level: 0.5}) })
	require.Panics(t, func() { r.Summarize(Quantity{Chains: [][]float64{good}}, Interval{Level: 1}) })
}

// Systematic resampling takes each draw as often as its weight says, but for a rounding up or down, in ascending order.
func TestResample(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	ratios := make([][]float64, 2)
	for c := range ratios {
		for range 200 {
			ratios[c] = append(ratios[c], rng.NormFloat64())
		}
	}
	r := ReweightChains(ratios)
	places := r.Resample(1)
	require.Len(t, places, 400)
	require.IsNonDecreasing(t, places)
	times := make([]float64, 400)
	for _, p := range places {
		times[p]++
	}
	for i, w := range r.weights {
		require.InDelta(t, 400*w, times[i], 1)
	}
	require.Equal(t, places, r.Resample(1))
	require.Nil(t, Reweight([][]float64{{0, 1}}, 1).Resample(1))
}
