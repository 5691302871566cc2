package locate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/density"
	"concord/model/internal/tuning"
	"concord/sampler"
)

// blockedFor returns what the chains of the blocked sampler share, or nil if effects are sampled together.
func (su *Setup) blockedFor(settings sampler.Settings, asked Blocked) *density.Blocked {
	d := su.Data
	auto := asked == AutoBlocked
	if settings.Algorithm != sampler.AutoAlgorithm || asked == NeverBlocked ||
		auto && (!su.Regime.Blocked || su.Marginal != nil) {
		return nil
	}
	t := density.NewBlocked(su.Problem)
	if t == nil {
		return nil
	}
	// An effect costs about 40 ns of such a draw, and an element of the matrix of a pattern of labels 150. If there are
	// more elements than effects, trajectories through all effects take less time (docs/lab/sampler.md).
	if auto && t.Patterns()*d.Studies*d.Studies > d.ItemCells()+d.Levels {
		return nil
	}
	su.weigh(t)
	if su.coupling(t) > tuning.MostCoupled {
		return nil
	}
	return t
}

// weigh sets the weights of the cells at the parameters of the EM.
func (su *Setup) weigh(t *density.Blocked) {
	e := su.em
	for term := range t.Weight {
		t.Weight[term] = make([]float64, len(t.Count[term]))
		for cell, n := range t.Count[term] {
			if s := t.Study(term, cell); n > 0 {
				sigma := e.at.Own[s*e.OwnCount]
				t.Weight[term][cell] = 1 / (e.terms[term].TotalVariance(s) + sigma*sigma/n)
			}
		}
	}
}

// coupling returns how much of the effects of labelers is left after a draw of both blocks, in the direction where most
// is left. It is the largest eigenvalue of E(a | E(b | a)) with the means taken out: the autocorrelation of the slowest
// linear function of the effects (Roberts and Sahu 1997, theorem 1). The power method finds it study by study, since
// correlations of an item's effects make it smaller. It is 1 if labelers of some items have none of the others.
func (su *Setup) coupling(t *density.Blocked) float64 {
	rng := rand.New(rand.NewPCG(couplingSeed, 0))
	a, b := make([]float64, len(t.Count[1])), make([]float64, len(t.Count[0]))
	for u := range a {
		a[u] = rng.NormFloat64()
	}
	before, ratio := 0.0, 0.0
	for range tuning.CouplingSteps {
		su.expect(t, 0, b, a)
		su.expect(t, 1, a, b)
		size := 0.0 // in units of the standard error of each labeler
		for u, n := range t.Count[1] {
			s := t.Study(1, u)
			sigma := su.em.at.Own[s*su.em.OwnCount]
			size += a[u] * a[u] * (n/(sigma*sigma) + 1/su.em.terms[1].TotalVariance(s))
		}
		if before > 0 {
			ratio = math.Sqrt(size / before)
		}
		before = size
	}
	return ratio
}

const couplingSeed = 0x636f75706c65 // a separate stream

// expect sets the effects of a term to their expectation given the effects of the other, for labels 0.
func (su *Setup) expect(t *density.Blocked, term int, effect, given []float64) {
	k := su.Data.Studies
	mean, weight := make([]float64, k), make([]float64, k)
	t.Of[term].Add(effect, given)
	for cell, n := range t.Count[term] {
		if n > 0 {
			s, w := t.Study(term, cell), t.Weight[term][cell]
			effect[cell] /= -n
			mean[s] += w * effect[cell]
			weight[s] += w
		}
	}
	for cell, w := range t.Weight[term] {
		s := t.Study(term, cell)
		effect[cell] = su.em.terms[term].TotalVariance(s) * w * (effect[cell] - mean[s]/weight[s])
	}
}

// setUpBlocked sets a problem up for the blocked sampler. It begins at the problem's start, with the effects that the
// EM found.
func (su *Setup) setUpBlocked(ctx context.Context, t *density.Blocked, seed uint64) error {
	d, e := su.Full, su.em
	su.Start = slices.Clone(su.Start[:d.Hyper])
	for s, unit := range d.Unit {
		su.Start[d.Mean+s] = e.mu[s] / unit
	}
	t.Effects = slices.Clone(e.terms[1].Effect)
	plain := &sampler.Metric{Center: make([]float64, d.Hyper), Scale: slices.Repeat([]float64{1}, d.Hyper)}
	t.Location = [2]density.Location{{Start: su.Start, Metric: plain}, {Start: su.Start, Metric: plain}}
	su.Blocked, su.Marginal = t, nil
	in := su.NewGivenEffects()
	u := make([]float64, d.Hyper)
	// The effects of the EM are too much alike for draws. So a few rounds are made at the start's parameters.
	rng := rand.New(rand.NewPCG(seed, pilotSeed))
	for range tuning.BlockRounds * in.Blocks() {
		copy(u, su.Start)
		floats.Sub(u, in.Centers)
		in.Alternate(rng, u)
	}
	copy(t.Effects, in.Effect[1])
	for range in.Blocks() {
		// Given the effects, the density is a function of x about its center.
		metric, err := su.metricAt(ctx, in, make([]float64, d.Hyper), tuning.LanczosSteps)
		if err != nil {
			return err
		}
		copy(u, su.Start)
		floats.Sub(u, in.Centers)
		given := in.Given
		in.Alternate(rng, u)
		t.Location[given].Metric = metric
	}
	su.found = plain
	return nil
}

// Together sets a blocked problem up to sample the effects of all terms together, and returns the metric.
func (su *Setup) Together(ctx context.Context, seed uint64, workers int) (*sampler.Metric, error) {
	su.Blocked = nil
	if err := su.locate(ctx); err != nil {
		return nil, err
	}
	if err := su.prepare(ctx, seed, workers); err != nil {
		return nil, err
	}
	return su.found, nil
}
