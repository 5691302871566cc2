package locate

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/spec"
	"concord/model/internal/tuning"
	"concord/study"
)

// Oracle: the mean and the variance of the density by the trapezoidal rule with 40,000 points: of normal likelihoods,
// of labels that all agree, of which one does not, and where effects are spread from little to a hundred logits.
func TestMomentsOfTilted(t *testing.T) {
	for _, test := range []struct {
		mean, sd       float64
		positive, of   int
		normal, center float64 // information of a normal likelihood, and where it is
	}{
		{0, 0.2, 3, 3, 0, 0}, {0, 1, 0, 3, 0, 0}, {0, 4, 3, 3, 0, 0}, {1, 20, 3, 3, 0, 0}, {-3, 100, 2, 2, 0, 0},
		{0, 20, 2, 3, 0, 0}, {0, 2, 4, 5, 0, 0}, {2, 3, 0, 0, 0.7, -1}, {0, 0.1, 0, 0, 40, 1},
	} {
		lik := func(b float64) (log, slope, info float64) {
			p := 1 / (1 + math.Exp(-b))
			n, y := float64(test.of), float64(test.positive)
			d := b - test.center
			return y*b - n*(math.Max(b, 0)+math.Log1p(math.Exp(-math.Abs(b)))) - test.normal*d*d/2,
				y - n*p - test.normal*d, n*p*(1-p) + test.normal
		}
		v := test.sd * test.sd
		mode := test.mean
		for range 500 {
			_, g, i := lik(mode)
			mode += math.Max(-1, math.Min(1, (g-(mode-test.mean)/v)/(i+1/v)))
		}
		const points = 40_000
		sum := [3]float64{}
		most, _, _ := lik(mode)
		most -= (mode - test.mean) * (mode - test.mean) / (2 * v)
		for n := range points + 1 {
			b := mode + 12*test.sd*(2*float64(n)/points-1)
			log, _, _ := lik(b)
			w := math.Exp(log - (b-test.mean)*(b-test.mean)/(2*v) - most)
			sum[0], sum[1], sum[2] = sum[0]+w, sum[1]+w*b, sum[2]+w*b*b
		}
		wantMean := sum[1] / sum[0]
		want := sum[2]/sum[0] - wantMean*wantMean
		_, g, i := lik(mode)
		ti := newTilted(mode, g, i, 1/(i+1/v))
		require.InDelta(t, test.mean, ti.mean, 1e-6*(1+test.sd))
		require.InEpsilon(t, v, ti.variance, 1e-9)
		for n := range tuning.MomentNodes {
			at := 2*float64(n)/(tuning.MomentNodes-1) - 1
			_, g, i := lik(ti.point(at))
			ti.add(at, g, i)
		}
		mean, variance := ti.moments()
		assert.InDelta(t, wantMean, mean, 0.05*math.Sqrt(want), "%+v", test)
		assert.InEpsilon(t, want, variance, 0.08, "%+v", test)
	}
}

// An effect of which labels say nothing keeps its constants.
func TestMomentsWithoutLabels(t *testing.T) {
	ti := newTilted(0.3, 0, 0, 2)
	ti.add(-1, 1, 1)
	assert.Zero(t, ti.variance)
	assert.Zero(t, ti.sums[0])
}

// The moments of items of an ordinary study leave the state of the EM as it was, and are the constants' own: given
// them, D and d leave each effect the mean and the variance by which they were found.
func TestMomentsOfItems(t *testing.T) {
	var b study.Builder
	b.Kind = study.Binary
	for i := range 40 {
		for s, positive := range []int{i % 4, (i + 1) / 2 % 4} {
			for n := range 3 {
				y := 0.0
				if n < positive {
					y = 1
				}
				b.Add(string(rune('a'+i/26))+string(rune('a'+i%26)), "", string(rune('a'+s)), y)
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	sp, err := labels.Resolve(table, spec.Spec{Family: family.Bernoulli{}, Effects: true})
	require.NoError(t, err)
	s, err := newSetup(context.Background(), density.NewProblem(labels.Compile(table, sp), sp))
	require.NoError(t, err)
	e := s.em
	e.refresh()
	before, info := e.snapshot(), append([]float64(nil), e.info.Item...)
	effect, variance := append([]float64(nil), e.terms[0].Effect...), e.terms[0].Variance
	m := e.moments(0)
	assert.Equal(t, before, e.snapshot())
	assert.Equal(t, info, e.info.Item)
	assert.Equal(t, effect, e.terms[0].Effect)
	for j, d := range m.info {
		rest := 1/variance[j] - info[j] // precision without the labels
		without := effect[j] - e.grad.Item[j]/rest
		require.InDelta(t, m.effect[j], (rest*without+d*m.effect[j]+m.grad[j])/(rest+d), 1e-9)
		require.Positive(t, d)
		require.Less(t, d, 2*info[j]) // no label says more than at the mode by far
	}
}
