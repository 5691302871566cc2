package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"concord/internal/abandon"
	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/locate"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Reweighting says how draws of a pool's posterior alone were made to stand for that of the pool and a judge.
type Reweighting struct {
	// K is k̂ of the importance weights (Vehtari, Simpson, Gelman, Yao and Gabry 2024): the draws are used where it is
	// at most 0.7.
	K float64
	// ESS is the number of independent draws that would tell as much of a mean.
	ESS float64
}

// Reweighting returns how the draws were made of those of another posterior; nil: they were sampled.
func (p *Posterior) Reweighting() *Reweighting { return p.reweighting }

// FitJudges samples the posterior of the model of one study, people, alone, and of the models of it and of each other
// study of t, a judge, as [Fit] does of a table of the two. Where judges have one label of each item, the labels are in
// ordered categories and the people are few enough, it does so at a fraction of the cost: the items' effects are
// integrated out, and the draws of the people's posterior are mapped to where that of both lies and weighted by the
// ratio of the densities (implicitly adaptive importance sampling; Paananen, Piironen, Bürkner and Vehtari 2021,
// Statistics and Computing 31), unless the weights say that they cannot be relied on; see [Posterior.Reweighting]. The
// models keep the effects of labelers if spec says so.
//
// Several processes make the fits together as they make one of [Fit]. Judges' posteriors are in the order of t. Errors
// are those of [Fit], with the draws of people as far as there are, and of [study.Table.Select].
func FitJudges(
	ctx context.Context, t *study.Table, people string, spec Spec, settings sampler.Settings,
) (alone *Posterior, judges []*Posterior, err error) {
	pool, err := t.Select(people)
	if err != nil {
		return nil, nil, err
	}
	fit, alone, err := fitPeople(ctx, pool, spec, settings)
	if err != nil {
		return alone, nil, err
	}
	base := fit.judgedBase()
	for _, name := range t.Studies() {
		if name == people {
			continue
		}
		both, err := t.Select(people, name)
		if err != nil {
			return alone, judges, err
		}
		var p *Posterior
		if base != nil {
			p, err = abandon.Do(ctx, func() (*Posterior, error) { return base.reweighted(ctx, both, spec) })
		}
		if p == nil && err == nil {
			p, err = Fit(ctx, both, spec, settings)
		}
		if err != nil {
			return alone, judges, err
		}
		judges = append(judges, p)
	}
	return alone, judges, nil
}

// fitPeople samples the people alone: on a grid as few draws as will do, and as many as [Fit] makes where those turn
// out to be too few.
func fitPeople(ctx context.Context, pool *study.Table, spec Spec, settings sampler.Settings) (
	fit *fitting, alone *Posterior, err error,
) {
	how := locate.Approach{Gridded: true, Draws: judgedDraws}
	if fit, err = newFitting(ctx, pool, spec, settings, how); err != nil {
		return nil, nil, err
	}
	if settings.Draws > 0 || fit.ready.OnGrid == nil {
		alone, err = fit.sample(ctx, maxAttempts)
		return fit, alone, err
	}
	alone, err = fit.sample(ctx, 1)
	if err != nil || alone.enough(leastAlone) && fit.examine(alone.run).verdict == good {
		return fit, alone, err
	}
	settings.Draws = AutoDraws(pool.Len())
	if fit, err = newFitting(ctx, pool, spec, settings, how); err != nil {
		return nil, alone, err
	}
	alone, err = fit.sample(ctx, maxAttempts)
	return fit, alone, err
}

// enough reports whether all parameters have so many effective draws.
func (p *Posterior) enough(ess float64) bool {
	parameters := p.draws.Head(p.layout.Parameters)
	for v := range parameters.Names() {
		chains := parameters.Quantity(v).Chains
		if posterior.ESSBulk(chains) < ess || posterior.ESSTail(chains) < ess {
			return false
		}
	}
	return true
}

// judgedBase is what the judges of one pool have in common.
type judgedBase struct {
	problem *density.Problem
	alone   *Posterior
	peak    *locate.Peak
	draws   [][]float64 // of the pool's coordinates, chain after chain
	logp    []float64
	chains  int
	seed    uint64
	workers int
	share   *sampler.Share
	// efficiency is the effective sample size of the draws divided by their number, of the parameter that they tell
	// worst.
	efficiency float64
}

// judgedDraws is how many draws each chain makes of the people alone if nothing is said: where items' effects are
// integrated out, draws are next to independent.
const judgedDraws = 400

// Beyond so many coordinates second derivatives cost more than they save, and beyond so many draws nothing is won.
const (
	mostMapped     = 400
	mostReweighted = 2000
	// Effective draws of the parameter that is told worst: of people alone, and reweighted.
	leastAlone      = 500
	leastReweighted = 250
)

// judgedBase returns nil where the posterior of the pool was not sampled on a grid.
func (ft *fitting) judgedBase() *judgedBase {
	p := ft.ready.Problem
	run := ft.out.run
	if p.OnGrid == nil || run == nil || run.Coordinates == nil || p.NewIntegrated().Dim() > mostMapped {
		return nil
	}
	b := &judgedBase{problem: p, alone: ft.out, chains: len(run.Stats), seed: ft.settings.Seed,
		workers: ft.settings.Workers, share: ft.settings.Share}
	if b.workers <= 0 {
		b.workers = runtime.GOMAXPROCS(0)
	}
	coordinates := locate.ByIteration(run.Coordinates)
	each := run.Coordinates.Iterations()
	every := max(1, (each*b.chains+mostReweighted-1)/mostReweighted)
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
	parameters := ft.out.draws.Head(ft.out.layout.Parameters)
	for v := range parameters.Names() {
		ess := posterior.ESSBulk(parameters.Quantity(v).Chains) / float64(len(run.Stats)*each)
		if ess > 0 { // not of one that never changes
			b.efficiency = min(b.efficiency, ess*float64(every))
		}
	}
	var err error
	if b.peak, err = locate.FindPeak(in, mean, 0, 1); err != nil {
		return nil
	}
	return b
}

// reweighted returns the posterior of the pool and a judge, nil if the draws of the pool cannot be made to stand for
// it.
func (b *judgedBase) reweighted(ctx context.Context, both *study.Table, spec Spec) (*Posterior, error) {
	began := time.Now()
	spec, err := Resolve(both, spec)
	if err != nil {
		return nil, err
	}
	if spec.Judges() != 1 || !spec.OneLabelIn(1) || spec.Thresholds == CommonThresholds {
		return nil, nil
	}
	d := labels.Compile(both, spec)
	f := spec.Family.(family.Cumulative)
	labels := density.OnGridLabels(d, f, true)
	var thresh family.Anchored
	if th, ok := spec.Family.(family.Thresholded); ok {
		thresh = th.Anchored(density.JudgeLabels(d), false)
	}
	newTarget := func() *density.JudgedDensity { return b.problem.NewJudgedDensity(labels, thresh) }
	target := newTarget()
	start := append(slices.Clone(b.peak.At), target.Start()...)
	at, err := locate.FindPeak(target, start, len(b.peak.At), 4)
	if err == nil {
		at, err = locate.FindPeak(target, at.At, 0, 2)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil
	}
	for _, wider := range [...]float64{1, 2, 3} {
		to, err := locate.NewJudgedMap(b.peak, at, wider)
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
		if !w.Reliable() || !(w.ESS >= leastReweighted) {
			continue
		}
		out := &Posterior{spec: spec, studies: both.Studies(), table: both, layout: spec.Layout(2), data: d,
			reweighting: &Reweighting{K: w.K, ESS: w.ESS}}
		out.draws = b.report(out, newTarget(), proposals, w.Resample(b.seed), each)
		out.setup = time.Since(began)
		return out, nil
	}
	return nil, nil
}

// propose maps the draws and returns what comes of them, with the log ratios of the densities. The random numbers are
// those of the seed and the number of the draw. Of processes that share the fit, each maps the draws of its own chains.
func (b *judgedBase) propose(ctx context.Context, newTarget func() *density.JudgedDensity, to *locate.JudgedMap) (
	proposals [][]float64, ratios []float64, err error,
) {
	n := len(b.draws)
	each := n / b.chains
	proposals, ratios = make([][]float64, n), make([]float64, n)
	mine := func(i int) bool { return b.share == nil || b.share.Mine(i/each) }
	var wait sync.WaitGroup
	for w := range b.workers {
		wait.Go(func() {
			target, noise := newTarget(), make([]float64, to.JudgeDim)
			for i := w; i < n; i += b.workers {
				if !mine(i) {
					continue
				}
				rng := rand.New(rand.NewPCG(b.seed^judgeSeed, uint64(i)))
				for j := range noise {
					noise[j] = rng.NormFloat64()
				}
				chi2 := 0.0
				for range locate.TDegrees {
					z := rng.NormFloat64()
					chi2 += z * z
				}
				x := make([]float64, to.PoolDim+to.JudgeDim)
				logq := to.Propose(x, b.draws[i], noise, chi2)
				ratios[i] = target.LogDensity(x) - b.logp[i] - logq
				if math.IsNaN(ratios[i]) {
					ratios[i] = math.Inf(-1)
				}
				proposals[i] = x
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if b.share != nil {
		err = b.exchange(ctx, proposals, ratios, to.PoolDim+to.JudgeDim)
	}
	return proposals, ratios, err
}

// exchange gives the proposals of the chains that are made here to the other processes and sets those of theirs: they
// go as draws of chains do, each with its log ratio behind its coordinates.
func (b *judgedBase) exchange(ctx context.Context, proposals [][]float64, ratios []float64, dim int) error {
	each := len(ratios) / b.chains
	names := make([]string, dim+1)
	for v := range names {
		names[v] = fmt.Sprint("x.", v+1)
	}
	var chains []int
	for c := range b.chains {
		if b.share.Mine(c) {
			chains = append(chains, c)
		}
	}
	var mine *sampler.Run
	if len(chains) > 0 {
		mine = &sampler.Run{Draws: posterior.NewDraws(names, len(chains), each),
			Stats: make([][]sampler.Stat, len(chains))}
		for k, c := range chains {
			mine.Chains = append(mine.Chains, sampler.ChainInfo{Chain: c, Metric: &sampler.Metric{}})
			for i := range each {
				for v, x := range proposals[c*each+i] {
					mine.Draws.Chain(v, k)[i] = x
				}
				mine.Draws.Chain(dim, k)[i] = ratios[c*each+i]
			}
		}
	}
	all, err := b.share.Exchange(ctx, mine)
	if err != nil {
		return err
	}
	for k, info := range all.Chains {
		for i := range each {
			x := make([]float64, dim)
			for v := range x {
				x[v] = all.Draws.Chain(v, k)[i]
			}
			at := info.Chain*each + i
			proposals[at], ratios[at] = x, all.Draws.Chain(dim, k)[i]
		}
	}
	return nil
}

const judgeSeed = 0x6a75646765 // streams of its own

// report returns the draws of the model of both studies, of the proposals with the given places.
func (b *judgedBase) report(
	out *Posterior, jd *density.JudgedDensity, proposals [][]float64, places []int, each int,
) *posterior.Draws {
	l := out.layout
	names := slices.Clone(l.Names)
	if out.spec.Effects {
		names = append(names, out.data.EffectNames(out.spec)...)
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
		jd.JudgeAt(x[len(x)-jd.JudgeDim():])
		point := jd.Pool.Predictor.At
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
