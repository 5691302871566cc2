package judged

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
)

// Derivatives of the density of a pool and a judge agree with finite differences.
func TestGradientOfJudged(t *testing.T) {
	for _, categories := range []int{2, 5} {
		jd, _ := jointOf(t, categories)
		rng := rand.New(rand.NewPCG(6, 1))
		x, grad, scratch := make([]float64, jd.Dim()), make([]float64, jd.Dim()), make([]float64, jd.Dim())
		for i := range x {
			x[i] = 0.8 * rng.NormFloat64()
		}
		value := jd.LogProbGrad(grad, x)
		require.InDelta(t, value, jd.logDensity(x), 1e-9)
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

// jointOf returns the density of a pool and a judge, and the problem of both.
func jointOf(t *testing.T, categories int) (*joint, *density.Problem) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, uint64(categories)))
	both := modeltest.Judged(t, rng, categories, true)
	sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}
	if categories > 2 {
		sp.Family = ordinal(t, categories)
	}
	pool, err := both.Select("people")
	require.NoError(t, err)
	alone, err := labels.Resolve(pool, sp)
	require.NoError(t, err)
	p := density.NewProblem(labels.Compile(pool, alone), alone)
	require.True(t, p.FindGrid(3))
	joint, err := labels.Resolve(both, sp)
	require.NoError(t, err)
	d := labels.Compile(both, joint)
	whole := density.NewProblem(d, joint)
	require.True(t, whole.FindGrid(3))
	var thresh family.Anchored
	if th, ok := joint.Family.(family.Thresholded); ok {
		thresh = th.Anchored(judgeLabels(d), false)
	}
	return newJoint(p, density.OnGridLabels(d, joint.Family.(family.Cumulative), true), thresh), whole
}

// The density is that of the model of both studies. Their coordinates of the pool are the same here, where labelers
// have no information yet and units are 1; those of the judge are alike but for its mean, and what the judge's row of
// labelers has for coordinates in the model of both is standard normal, whatever it is.
func TestJudgedIsTheModelOfBoth(t *testing.T) {
	jd, whole := jointOf(t, 2)
	both := whole.NewIntegrated()
	rng := rand.New(rand.NewPCG(7, 1))
	first := math.NaN()
	for range 5 {
		x := make([]float64, jd.Dim())
		for i := range x {
			x[i] = 0.8 * rng.NormFloat64()
		}
		// Of the pool: mean, σ of items, σ of labelers, then labelers. Of the judge: y, m.
		d := jd.pool
		at := make([]float64, both.Dim())
		at[both.Mean], at[both.Terms[0].SD], at[both.Terms[1].SD] = x[d.Mean], x[d.Terms[0].SD], x[d.Terms[1].SD]
		copy(at[both.Hyper:], x[d.Hyper:d.Count])
		at[both.FirstLoading], at[both.Mean+1] = x[d.Count], x[d.Count+1]
		got := jd.logDensity(x) - both.LogProbGrad(make([]float64, both.Dim()), at)
		if math.IsNaN(first) {
			first = got
		}
		require.InDelta(t, first, got, 1e-6)
	}
}

func ordinal(t *testing.T, categories int) family.Ordinal {
	t.Helper()
	names := make([]string, categories)
	for c := range names {
		names[c] = fmt.Sprint(c + 1)
	}
	f, err := family.NewOrdinal(names, nil)
	require.NoError(t, err)
	return f
}
