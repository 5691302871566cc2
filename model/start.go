package model

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"concord/sampler"
)

// manyEffects are so many that a start far out in all of them costs a fourth of all gradients of a fit: 25 labels of
// each of 40,000 items.
const manyEffects = 5_000

// manyEffects reports whether there are so many.
func (su *setup) manyEffects() bool { return su.d.dim-su.d.hyper >= manyEffects }

// startFrom returns where chains start that are sampled with a metric: nil where it is at random about the set-up's
// point. Where items' constants follow how far items are spread, their standard deviations start at most at 1.5 times
// those of the set-up, or 1.5 of their coordinates' units: where labelers hardly ever differ, labels say little of how
// large they are, and a chain that starts at a thousand logits, where steps have to be a thousandth of the spread,
// takes long to come back. Slopes start near those of the set-up.
// From slopes at random, many of them of the wrong sign, a chain may not find back: where half of the labelers
// are taken to be mirrored, each label agrees with some others, and the posterior has one mode of its own for each such
// half.
//
// Of many effects each starts where it is as likely to be as elsewhere: were all of them half as far out again, the
// first iterations of each chain would take steps a tenth as long to come in, and ten times the gradients of others. It
// is the parameters that chains have to agree about.
//
// Where labelers' residuals start, their standard deviation, that of the logarithm of σ, is at most 1, or 1.5 times
// that of the set-up: from far out, where a residual is e⁻¹⁰⁰, no step is small enough.
func (su *setup) startFrom(metric *sampler.Metric) func(rng *rand.Rand, chain int, x []float64) {
	t, noise := su.data.slopes(), su.d.noise
	wide := su.follows() && su.marginal == nil && su.onGrid == nil
	dispersed := len(metric.Center) // coordinates
	if su.manyEffects() {
		dispersed = min(su.d.hyper, dispersed)
	}
	if t < 0 && noise < 0 && !wide && dispersed == len(metric.Center) {
		return nil
	}
	const spread, spreadSlopes, most = 1.5, 0.3, 1.5
	const narrowed = spreadSlopes / spread
	return func(rng *rand.Rand, _ int, x []float64) {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		floats.Scale(spread, x[:dispersed])
		metric.Apply(x, x)
		center := metric.Center
		// within keeps the coordinate of a standard deviation at most that of some standard deviations in its units.
		within := func(i int, units float64) {
			largest := math.Asinh(units)
			x[i] = math.Max(-largest, math.Min(largest, x[i]))
		}
		if noise >= 0 {
			for s, unit := range su.units[noise] {
				i := su.d.terms[noise].sd + s
				within(i, math.Max(1/unit, most*math.Sinh(math.Abs(center[i]))))
			}
		}
		if wide {
			at := su.d.terms[0]
			for i := at.sd; i < at.sd+su.d.k; i++ {
				within(i, most*math.Max(1, math.Sinh(math.Abs(center[i]))))
			}
		}
		if t < 0 {
			return
		}
		at, narrow := su.d.terms[t], spreadSlopes
		if at.z < dispersed {
			narrow = narrowed
		}
		for i := at.z; i < at.z+at.effects; i++ {
			x[i] = center[i] + narrow*(x[i]-center[i])
		}
		for i := at.sd; i < at.sd+su.d.k; i++ {
			within(i, most*math.Max(1, math.Sinh(math.Abs(center[i]))))
		}
	}
}
