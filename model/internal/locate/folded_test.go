package locate

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/posterior"
)

// A metric from chains in both modes of a scale is as wide as one mode, not as the modes are apart. A scale with one
// peak, at 0, keeps its signs, and so do other parameters.
func TestMetricIsOfOneModeOfAScale(t *testing.T) {
	const far, sd = 1.4, 0.2
	su := found(t, modeltest.Alike(t, family.Bernoulli{}, 2, 20, 0, 0.9), spec.Spec{}, 1, Approach{})
	apart, peak := su.Full.Terms[0].SD, su.Full.Terms[0].SD+1
	names := make([]string, su.Full.Hyper)
	for v := range names {
		names[v] = strconv.Itoa(v)
	}
	draws, rng := posterior.NewDraws(names, 2, 1000), rand.New(rand.NewPCG(1, 2))
	for v := range names {
		for c := range 2 {
			for i, x := 0, draws.Chain(v, c); i < len(x); i++ {
				switch x[i] = rng.NormFloat64(); v {
				case apart:
					x[i] = float64(1-2*c)*far + sd*x[i]
				case peak:
				default:
					x[i] = 1.5 + sd*x[i]
				}
			}
		}
	}
	plain, folded := ByIteration(draws), su.Folded(draws)
	for v := range names {
		if v != apart {
			require.Equal(t, mat.Col(nil, v, plain), mat.Col(nil, v, folded), v)
		}
	}
	require.InDelta(t, sd, stat.StdDev(mat.Col(nil, apart, folded), nil), 0.1*sd)

	// The standard deviation that a metric implies for the scale, from directions of which each has its own.
	implied := func(x *mat.Dense) float64 {
		metric, err := su.Learn(t.Context(), x)
		require.NoError(t, err)
		variance := 0.0
		for range 4000 {
			z, q := make([]float64, metric.Dim()), make([]float64, metric.Dim())
			for i := range z {
				z[i] = rng.NormFloat64()
			}
			metric.Apply(q, z)
			variance += math.Pow(q[apart]-metric.Center[apart], 2) / 4000
		}
		return math.Sqrt(variance)
	}
	require.Less(t, implied(folded), 1.5*sd) // no variance is made less than a quarter of that of the curvature
	require.Greater(t, implied(plain), 3*sd)
}
