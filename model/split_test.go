package model

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sums are what a likelihood stores.
type sums struct {
	logp                           float64
	gBase, gEffect, taubar         []float64
	wBase, iBase, wEffect, iEffect []float64
	left                           []float64
}

func sumsOf(l likelihood, d *data, base, effect, tau []float64) sums {
	bases, slots := func() []float64 { return make([]float64, d.bases()) }, func() []float64 { return make([]float64, d.slots()) }
	s := sums{
		gBase: bases(), wBase: bases(), iBase: bases(), gEffect: slots(), wEffect: slots(), iEffect: slots(),
		taubar: make([]float64, d.studies),
	}
	s.left = append(s.left, l.working(s.wBase, s.iBase, s.wEffect, s.iEffect, base, effect, tau)...)
	s.logp = l.logLik(s.gBase, s.gEffect, base, effect, tau, s.taubar)
	return s
}

// Oracle: the likelihood of all labels at once. With any number of threads a split one gives the
// same bytes.
func TestSplitLikelihoodIsTheWhole(t *testing.T) {
	for _, spec := range specs() {
		if spec.Labelers == NoLabelers {
			continue
		}
		for k := 1; k <= 3; k++ {
			for parts := 1; parts <= 9; parts += 2 {
				t.Run(fmt.Sprintf("%v/%v/%d studies/%d parts", spec.Family, spec.Labelers, k, parts), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(3, uint64(k)))
					d := toy(rng, k, spec)
					of := func(d *data) likelihood { return newLikelihood(d, spec) }
					base, effect, tau := make([]float64, d.bases()), make([]float64, d.slots()), make([]float64, k)
					for _, x := range [][]float64{base, effect} {
						for i := range x {
							x[i] = rng.NormFloat64()
						}
					}
					for s := range tau {
						tau[s] = 1
						if spec.Family == Gaussian {
							tau[s] = rng.ExpFloat64()
						}
					}
					want := sumsOf(of(d), d, base, effect, tau)
					split := newSplit(d, parts, of)
					require.LessOrEqual(t, len(split.parts), parts)
					require.Equal(t, min(parts, d.items) > 1, len(split.parts) > 1)
					got := sumsOf(split, d, base, effect, tau)
					assert.InDelta(t, want.logp, got.logp, 1e-12)
					for i, w := range [][]float64{want.gBase, want.gEffect, want.taubar, want.wBase, want.iBase, want.wEffect, want.iEffect, want.left} {
						g := [][]float64{got.gBase, got.gEffect, got.taubar, got.wBase, got.iBase, got.wEffect, got.iEffect, got.left}[i]
						assert.InDeltaSlice(t, w, g, 1e-12)
					}
					split.threads = 3
					assert.Equal(t, got, sumsOf(split.fork(), d, base, effect, tau))
				})
			}
		}
	}
}

func TestSplitLikelihoodAllocatesNothing(t *testing.T) {
	for _, family := range []Family{Gaussian, Bernoulli} {
		spec := Spec{Family: family}
		d := toy(rand.New(rand.NewPCG(1, 1)), 2, spec)
		l := newSplit(d, 3, func(d *data) likelihood { return newLikelihood(d, spec) })
		base, effect, tau := make([]float64, d.bases()), make([]float64, d.slots()), []float64{1, 1}
		gBase, gEffect, taubar := make([]float64, d.bases()), make([]float64, d.slots()), []float64{0, 0}
		assert.Zero(t, testing.AllocsPerRun(10, func() { l.logLik(gBase, gEffect, base, effect, tau, taubar) }))
	}
}

// Labels are split where they are many, and the problem then uses the threads that it is given.
func TestManyLabelsAreSplit(t *testing.T) {
	spec := Spec{Family: Gaussian}
	many := &data{studies: 1, items: 2, labelers: 1, labelerStarts: []int{0, 1}, baseStudy: []int32{0}, starts: []int{0, splitFrom}, count: []float64{splitFrom}}
	many.slot, many.y = make([]int32, splitFrom), make([]float64, splitFrom)
	for i := splitFrom / 2; i < splitFrom; i++ {
		many.slot[i] = 1
	}
	p := &problem{lik: newLikelihood(many, spec)}
	s, ok := p.lik.(*splitLikelihood)
	require.True(t, ok)
	for _, c := range []struct{ given, want int }{{0, 1}, {3, 3}} {
		p.spread(c.given)
		assert.Equal(t, c.want, s.fork().(*splitLikelihood).threads)
	}
	many.labelers = 0
	_, ok = newLikelihood(many, spec).(*splitLikelihood)
	assert.False(t, ok, "without labelers counts are few")
	few := toy(rand.New(rand.NewPCG(1, 1)), 2, spec)
	_, ok = newLikelihood(few, spec).(*splitLikelihood)
	assert.False(t, ok)
}
