// Package judged derives the posterior of a pool of people and a judge from draws of the posterior of the pool alone.
// Items' effects are integrated out. The draws are mapped to the region of the joint posterior, and weighted by the
// ratio of densities.
package judged

import (
	"context"
	"math"
	"runtime"
	"slices"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/locate"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Base is the part of the computation that all judges of one pool share.
type Base struct {
	problem *density.Problem
	peak    *peak
	draws   [][]float64 // of the pool's coordinates, chain after chain
	logp    []float64
	chains  int
	seed    uint64
	workers int
	share   *sampler.Share
	// efficiency is the effective sample size of the draws divided by their number, for the parameter with the lowest.
	efficiency float64
}

// NewBase returns nil if the posterior of the pool was not sampled on a grid. parameters are the pool's draws in the
// run.
func NewBase(p *density.Problem, run *sampler.Run, parameters *posterior.Draws, s sampler.Settings) *Base {
	if p.OnGrid == nil || p.OnGrid.Wide {
		return nil
	}
	if run == nil || run.Coordinates == nil || p.NewIntegrated().Dim() > tuning.MostMapped {
		return nil
	}
	b := &Base{problem: p, chains: len(run.Stats), seed: s.Seed, workers: s.Workers, share: s.Share}
	if b.workers <= 0 {
		b.workers = runtime.GOMAXPROCS(0)
	}
	coordinates := locate.ByIteration(run.Coordinates)
	each := run.Coordinates.Iterations()
	every := max(1, (each*b.chains+tuning.MostReweighted-1)/tuning.MostReweighted)
	in := p.NewIntegrated()
	mean := make([]float64, in.Dim())
	for c, stats := range run.Stats {
		for i := 0; i < each; i += every {
			x := slices.Clone(coordinates.RawRowView(c*each + i))
			in.Fold(x)
			b.draws, b.logp = append(b.draws, x), append(b.logp, stats[i].LogDensity)
			for j, v := range x {
				mean[j] += v
			}
		}
	}
	for j := range mean {
		mean[j] /= float64(len(b.draws))
	}
	b.efficiency = 1
	for v := range parameters.Names() {
		ess := posterior.ESSBulk(parameters.Quantity(v).Chains) / float64(len(run.Stats)*each)
		if ess > 0 { // the parameter changes
			b.efficiency = min(b.efficiency, ess*float64(every))
		}
	}
	var err error
	if b.peak, err = findPeak(in, mean, 0, 1); err != nil {
		return nil
	}
	return b
}

// Fit is the posterior of the pool and a judge.
type Fit struct {
	Spec spec.Spec // resolved
	Data *labels.Compiled
	// Draws are as from a fit of the two.
	Draws *posterior.Draws
	// K is k̂ of the importance weights, and ESS the number of independent draws that would estimate a mean as well.
	K, ESS float64
}

// Reweighted returns the posterior of the pool and a judge. It is nil if the draws of the pool cannot stand for it.
func (b *Base) Reweighted(ctx context.Context, both *study.Table, sp spec.Spec) (*Fit, error) {
	sp, err := labels.Resolve(both, sp)
	if err != nil {
		return nil, err
	}
	if sp.Judges() != 1 || !sp.OneLabelIn(1) || sp.Thresholds == spec.CommonThresholds {
		return nil, nil
	}
	d := labels.Compile(both, sp)
	f := sp.Family.(family.Cumulative)
	grouped := density.OnGridLabels(d, f, true)
	var thresh family.Anchored
	if th, ok := sp.Family.(family.Thresholded); ok {
		thresh = th.Anchored(judgeLabels(d), false)
	}
	newTarget := func() *joint { return newJoint(b.problem, grouped, thresh) }
	target := newTarget()
	start := append(slices.Clone(b.peak.at), target.start()...)
	at, err := findPeak(target, start, len(b.peak.at), tuning.PeakRounds)
	if err == nil {
		at, err = findPeak(target, at.at, 0, tuning.PeakRounds)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil
	}
	for _, wider := range [...]float64{1, tuning.SecondWidth} {
		to, err := newMapping(b.peak, at, wider)
		if err != nil {
			return nil, nil
		}
		proposals, ratios, err := b.propose(ctx, newTarget, to)
		if err != nil {
			return nil, err
		}
		each := len(ratios) / b.chains
		var chains [][]float64
		for c := range b.chains {
			chains = append(chains, ratios[c*each:(c+1)*each])
		}
		w := posterior.Reweight(chains, min(posterior.RatioEfficiency(chains), b.efficiency))
		if !w.Reliable() || !(w.ESS >= tuning.LeastReweighted) {
			continue
		}
		out := &Fit{Spec: sp, Data: d, K: w.K, ESS: w.ESS}
		out.Draws = b.report(out, newTarget(), proposals, w.Resample(b.seed), each)
		return out, nil
	}
	return nil, nil
}

// report returns draws of the model of both studies: the proposals at the given places.
func (b *Base) report(
	out *Fit, jd *joint, proposals [][]float64, places []int, each int,
) *posterior.Draws {
	l := out.Spec.Layout(2)
	names := slices.Clone(l.Names)
	if out.Spec.Effects {
		names = append(names, out.Data.EffectNames(out.Spec)...)
	}
	draws := posterior.NewDraws(names, b.chains, each)
	one := b.problem.Reporter(b.problem.Spec.Layout(1))
	alone := make([]float64, len(one.Names()))
	at := map[string]int{}
	for i, name := range one.Names() {
		at[name] = i
	}
	row := make([]float64, len(names))
	for n, place := range places {
		x := proposals[place]
		one.Report(alone, x[:b.problem.GridDim()])
		for v, name := range names {
			row[v] = 0
			if from, ok := at[name]; ok {
				row[v] = alone[from]
			}
		}
		jd.judgeAt(x[len(x)-jd.judgeDim():])
		point := jd.pool.Predictor.At
		if l.Thresholds > 0 {
			copy(row[l.Mean+l.Thresholds:], point.JudgeThreshold)
		} else {
			row[l.Mean+1] = -point.JudgeThreshold[0]
		}
		row[l.Terms[0].SD+1] = math.Abs(point.JudgeLoading)
		row[l.Terms[0].Cor] = math.Copysign(1, point.JudgeLoading)
		for v, value := range row {
			draws.Chain(v, n/each)[n%each] = value
		}
	}
	return draws
}
