package locate

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/model/internal/blocks"
	"concord/model/internal/tuning"
	"concord/sampler"
)

// startFrom returns where chains start: at random about the set-up's point, as wide as the metric says.
//
// Slopes start near the set-up's. From slopes at random, many of them of the wrong sign, a chain may not find back. If
// half of the labelers are assumed to be mirrored, each label agrees with some others, and each such half has a mode.
//
// If effects are many, they start as widely as they are spread, and no wider. If all of them started half as far out
// again, the first steps of each chain would be a tenth as long, at ten times the gradients. Chains only have to agree
// about the parameters.
//
// If labelers have residuals, the standard deviation of log σ starts at 1 at most, or at the same multiple of the
// set-up's. From far out, where a residual is e⁻¹⁰⁰, no step is small enough.
func (su *Setup) startFrom(metric *sampler.Metric) func(rng *rand.Rand, chain int, x []float64) {
	t, noise := su.Data.SlopeTerm(), su.Full.ResidualTerm
	low, high := su.startBounds()
	// The number of coordinates that are dispersed, and how narrow slopes are in comparison.
	dispersed, narrow := len(metric.Center), tuning.StartSlopes/tuning.StartSpread
	if su.Regime.ManyEffects {
		dispersed, narrow = min(su.Full.Hyper, dispersed), tuning.StartSlopes
	}
	return func(rng *rand.Rand, _ int, x []float64) {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		floats.Scale(tuning.StartSpread, x[:dispersed])
		metric.Apply(x, x)
		for i, least := range low {
			x[i] = math.Max(least, math.Min(high[i], x[i]))
		}
		center := metric.Center
		// within bounds the coordinate of a standard deviation by the coordinate of a number of units.
		within := func(i int, units float64) {
			largest := math.Asinh(units)
			x[i] = math.Max(-largest, math.Min(largest, x[i]))
		}
		nearby := func(at blocks.TermCoordinates) {
			for i := at.SD; i < at.SD+su.Full.K; i++ {
				within(i, tuning.StartSpread*math.Max(1, math.Sinh(math.Abs(center[i]))))
			}
		}
		if noise >= 0 {
			for s, unit := range su.Units[noise] {
				i := su.Full.Terms[noise].SD + s
				within(i, math.Max(1/unit, tuning.StartSpread*math.Sinh(math.Abs(center[i]))))
			}
		}
		if t < 0 {
			return
		}
		at := su.Full.Terms[t]
		for i := at.Z; i < at.Z+at.Effects; i++ {
			x[i] = center[i] + narrow*(x[i]-center[i])
		}
		nearby(at)
	}
}

// startBounds returns the values between which the parameters of many studies start: three times the range of the last
// run that was learnt from. In hundreds of coordinates, a metric from so few draws is ten times too wide in some
// direction now and then.
func (su *Setup) startBounds() (low, high []float64) {
	if su.seen == nil {
		return nil, nil
	}
	for v := range su.Full.Hyper {
		x := mat.Col(nil, v, su.seen)
		least, most := slices.Min(x), slices.Max(x)
		low, high = append(low, least-(most-least)), append(high, most+(most-least))
	}
	return low, high
}

// pilotStart returns where chains of a pilot run start. With many studies, after the first run, the parameters start
// at draws of the last one. A metric from few draws may put a start far out of the posterior. A chain may not come
// back from there, and would teach worse than nothing.
func (su *Setup) pilotStart() func(rng *rand.Rand, chain int, x []float64) {
	if su.seen == nil {
		return su.startFrom(su.found)
	}
	n, _ := su.seen.Dims()
	return func(rng *rand.Rand, _ int, x []float64) {
		copy(x, su.seen.RawRowView(rng.IntN(n)))
		for i := su.Full.Hyper; i < len(x); i++ {
			x[i] = rng.NormFloat64()
		}
	}
}
