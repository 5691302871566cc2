package density

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/spec"
)

// sums are what a likelihood stores.
type sums struct {
	logp, again         float64
	grad, working, info *family.Predictor
}

func sumsOf(l family.Likelihood, of *family.Labels, at *family.Predictor, parameters int) sums {
	s := sums{grad: of.NewPredictor(parameters), working: of.NewPredictor(parameters),
		info: of.NewPredictor(parameters)}
	s.again = l.Working(s.working, s.info, at)
	s.logp = l.LogLik(s.grad, at)
	return s
}

// randomPredictor has random numbers everywhere, and positive own parameters.
func randomPredictor(rng *rand.Rand, l *family.Labels, f family.Family) *family.Predictor {
	at := l.NewPredictor(len(f.Parameters()))
	for _, x := range append([][]float64{at.Row, at.Slope, at.Item}, at.Further...) {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
	}
	for i := range at.Own {
		at.Own[i] = 0.3 + rng.ExpFloat64()
	}
	return at
}

func requireSame(t *testing.T, want, got sums) {
	t.Helper()
	assert.InDelta(t, want.logp, got.logp, 1e-10)
	assert.InDelta(t, want.again, got.again, 1e-10)
	for _, pair := range [][2]*family.Predictor{
		{want.grad, got.grad}, {want.working, got.working}, {want.info, got.info},
	} {
		assert.InDeltaSlice(t, pair[0].Row, pair[1].Row, 1e-11)
		assert.InDeltaSlice(t, pair[0].Slope, pair[1].Slope, 1e-11)
		assert.InDeltaSlice(t, pair[0].Item, pair[1].Item, 1e-11)
		for f := range pair[0].Further {
			assert.InDeltaSlice(t, pair[0].Further[f], pair[1].Further[f], 1e-11)
		}
	}
	assert.InDeltaSlice(t, want.grad.Own, got.grad.Own, 1e-10)
	assert.InDeltaSlice(t, want.grad.Own, got.working.Own, 1e-10)
}

// Oracle: the likelihood of all labels at once. With any number of threads a split one gives the
// same bytes.
func TestSplitLikelihoodIsTheWhole(t *testing.T) {
	for _, sp := range specs() {
		if sp.Labelers == spec.NoLabelers {
			continue
		}
		for k := 1; k <= 3; k++ {
			for parts := 1; parts <= 9; parts += 2 {
				t.Run(fmt.Sprintf("%v/%v/%d facets/%d studies/%d parts", sp.Family, sp.Labelers, len(sp.Facets),
					k, parts), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(3, uint64(k)))
					l := modeltest.Toy(rng, k, sp).Labels
					at, own := randomPredictor(rng, l, sp.Family), len(sp.Family.Parameters())
					want := sumsOf(sp.Family.Likelihood(l), l, at, own)
					split := newSplit(l, parts, sp.Family)
					require.LessOrEqual(t, len(split.parts), parts)
					require.Equal(t, min(parts, l.Items) > 1, len(split.parts) > 1)
					got := sumsOf(split, l, at, own)
					requireSame(t, want, got)
					split.threads = 3
					assert.Equal(t, got, sumsOf(split.Fork(), l, at, own))
				})
			}
		}
	}
}

// Oracle: each label by itself. The kernels of a family for items and one more factor are the same likelihood.
func TestKernelsArePointwise(t *testing.T) {
	for _, sp := range specs() {
		if len(sp.Facets) > 0 || len(sp.Covariates) > 0 {
			continue
		}
		for k := 1; k <= 3; k++ {
			t.Run(fmt.Sprintf("%v/%v/%d studies", sp.Family, sp.Labelers, k), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(4, uint64(k)))
				l := modeltest.Toy(rng, k, sp).Labels
				at, own := randomPredictor(rng, l, sp.Family), len(sp.Family.Parameters())
				// A further factor without effects makes the likelihood go label by label.
				more := *l
				more.Further, more.Cells = [][]int32{make([]int32, len(l.Item))}, []int{1}
				there := more.NewPredictor(own)
				copy(there.Row, at.Row)
				copy(there.Slope, at.Slope)
				copy(there.Item, at.Item)
				copy(there.Own, at.Own)
				kernel, plain := sumsOf(sp.Family.Likelihood(l), l, at, own), sumsOf(sp.Family.Likelihood(&more),
					&more, there, own)
				requireSame(t, kernel, plain)
			})
		}
	}
}

func TestSplitLikelihoodAllocatesNothing(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}, ordinal(5)} {
		rng := rand.New(rand.NewPCG(1, 1))
		sp := spec.Spec{Family: distribution, Labelers: spec.Nested}
		l := modeltest.Toy(rng, 2, sp).Labels
		split := newSplit(l, 3, distribution)
		at, grad := randomPredictor(rng, l, distribution), l.NewPredictor(len(distribution.Parameters()))
		assert.Zero(t, testing.AllocsPerRun(10, func() { split.LogLik(grad, at) }))
	}
}

// Labels are split if they are to be, and the problem then uses the threads that it is given.
func TestManyLabelsAreSplit(t *testing.T) {
	const n = 1000
	many := &family.Labels{
		Studies: 1, Items: 2, Levels: 1, Study: []int32{0}, Rows: family.NestedRows, Start: []int{0, n},
		Count: []float64{n},
		Item:  make([]int32, n), Value: make([]float64, n),
	}
	for i := n / 2; i < n; i++ {
		many.Item[i] = 1
	}
	p := &Problem{Lik: newLikelihood(many, family.Gaussian{}, true)}
	s, ok := p.Lik.(*splitLikelihood)
	require.True(t, ok)
	for _, c := range []struct{ given, want int }{{0, 1}, {3, 3}} {
		p.Spread(c.given)
		assert.Equal(t, c.want, s.Fork().(*splitLikelihood).threads)
	}
	many.Rows = family.StudyRows
	_, ok = newLikelihood(many, family.Gaussian{}, true).(*splitLikelihood)
	assert.False(t, ok, "without labelers counts are few")
	few := modeltest.Toy(rand.New(rand.NewPCG(1, 1)), 2, spec.Spec{Family: family.Gaussian{},
		Labelers: spec.Nested}).Labels
	_, ok = newLikelihood(few, family.Gaussian{}, false).(*splitLikelihood)
	assert.False(t, ok)
}
