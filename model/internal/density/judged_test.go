package density

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/spec"
)

// Derivatives of the density of a pool and a judge agree with finite differences.
func TestGradientOfJudged(t *testing.T) {
	for _, categories := range []int{2, 5} {
		jd, _ := judgedDensityOf(t, categories)
		rng := rand.New(rand.NewPCG(6, 1))
		x, grad, scratch := make([]float64, jd.Dim()), make([]float64, jd.Dim()), make([]float64, jd.Dim())
		for i := range x {
			x[i] = 0.8 * rng.NormFloat64()
		}
		value := jd.LogProbGrad(grad, x)
		require.InDelta(t, value, jd.LogDensity(x), 1e-9)
		for i := range x {
			const h = 1e-5
			at := x[i]
			x[i] = at + h
			up := jd.LogProbGrad(scratch, x)
			x[i] = at - h
			down := jd.LogProbGrad(scratch, x)
			x[i] = at
			require.InDelta(t, (up-down)/(2*h), grad[i], 1e-5*math.Max(1, math.Abs(grad[i])), "%d", i)
		}
	}
}

// judgedDensityOf returns the density of a pool and a judge, and the problem of both.
func judgedDensityOf(t *testing.T, categories int) (*JudgedDensity, *Problem) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, uint64(categories)))
	both := judged(t, rng, categories, true)
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}
	if categories > 2 {
		sp.Family = ordinal(categories)
	}
	pool, err := both.Select("people")
	require.NoError(t, err)
	alone, err := labels.Resolve(pool, sp)
	require.NoError(t, err)
	p := NewProblem(labels.Compile(pool, alone), alone)
	require.True(t, p.FindGrid(3))
	joint, err := labels.Resolve(both, sp)
	require.NoError(t, err)
	d := labels.Compile(both, joint)
	whole := NewProblem(d, joint)
	require.True(t, whole.FindGrid(3))
	var thresh family.Anchored
	if th, ok := joint.Family.(family.Thresholded); ok {
		thresh = th.Anchored(JudgeLabels(d), false)
	}
	return p.NewJudgedDensity(OnGridLabels(d, joint.Family.(family.Cumulative), true), thresh), whole
}

// The density is that of the model of both studies. Their coordinates of the pool are the same here, where labelers
// have no information yet and units are 1; those of the judge are alike but for its mean, and what the judge's row of
// labelers has for coordinates in the model of both is standard normal, whatever it is.
func TestJudgedIsTheModelOfBoth(t *testing.T) {
	jd, whole := judgedDensityOf(t, 2)
	both := whole.NewIntegrated()
	rng := rand.New(rand.NewPCG(7, 1))
	first := math.NaN()
	for range 5 {
		x := make([]float64, jd.Dim())
		for i := range x {
			x[i] = 0.8 * rng.NormFloat64()
		}
		// Of the pool: mean, σ of items, σ of labelers, then labelers. Of the judge: y, m.
		d := jd.Pool
		at := make([]float64, both.Dim())
		at[both.Mean], at[both.Terms[0].SD], at[both.Terms[1].SD] = x[d.Mean], x[d.Terms[0].SD], x[d.Terms[1].SD]
		copy(at[both.Hyper:], x[d.Hyper:d.Count])
		at[both.FirstLoading], at[both.Mean+1] = x[d.Count], x[d.Count+1]
		got := jd.LogDensity(x) - both.LogProbGrad(make([]float64, both.Dim()), at)
		if math.IsNaN(first) {
			first = got
		}
		require.InDelta(t, first, got, 1e-6)
	}
}
