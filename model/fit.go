package model

import (
	"context"
	"runtime"

	"concord/internal/abandon"
	"concord/model/internal/labels"
	"concord/model/internal/locate"
	"concord/model/internal/regime"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Fit samples the posterior of a model given the labels of t. It makes the choices that the settings leave open. The
// number of draws is chosen by [AutoDraws]. The metric always comes from a set-up that locates the posterior and
// measures its curvature, so that the warm-up only has to find the step size. The draws may then show that this was not
// good enough (R̂, effective sizes, E-BFMI, divergences). If chains mix, but slowly, and there are more than a few
// labels, the chains go on until there are several iterations for each draw ([sampler.Settings.Thin]). If the settings
// have a GoOn, it decides instead. In other cases Fit makes another attempt, see [Posterior.Attempts]. It integrates
// the items' effects out if there is one study of labels in ordered categories, such as yes and no, and if that does
// not take long. Otherwise it has a metric learnt from the draws and a higher acceptance. Trajectories that would be
// rejected are made again in shorter steps if some diverged before.
//
// Studies with one label of each item come after the others in [Posterior.Studies] and [Posterior.Table], whatever the
// order of t.
//
// Several processes make one fit together if all call Fit with the same arguments, except for [sampler.Settings.Share].
// They exchange the chains of pilot runs and of each attempt.
//
// Errors: [*DataError] if the labels do not determine the model; if ctx ends, its error together with the draws so
// far (nil if there is none).
func Fit(ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings) (*Posterior, error) {
	return fit(ctx, t, sp, settings, tuning.MostAttempts, nil)
}

// FitOnce is [Fit] for callers who judge the draws themselves: it samples once, whatever the draws show.
func FitOnce(ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings) (*Posterior, error) {
	return fit(ctx, t, sp, settings, 1, nil)
}

// FitFor is [Fit] for callers who report other quantities than the parameters. The draws are judged by the quantities
// that it is given for the draws so far, by the same rules.
func FitFor(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings,
	quantities func(*Posterior) []posterior.Quantity,
) (*Posterior, error) {
	return fit(ctx, t, sp, settings, tuning.MostAttempts, quantities)
}

func fit(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings, attempts int,
	quantities func(*Posterior) []posterior.Quantity,
) (*Posterior, error) {
	ready, err := newFitting(ctx, t, sp, settings, locate.Approach{})
	if err != nil {
		return nil, err
	}
	ready.quantities = quantities
	return ready.sample(ctx, attempts)
}

// fitting is a fit that is set up.
type fitting struct {
	table           *study.Table
	spec            spec.Spec // resolved
	asked, settings sampler.Settings
	ready           *locate.Setup
	out             *Posterior
	cores           int
	quantities      func(*Posterior) []posterior.Quantity // see [FitFor]; nil: the parameters
	examined        *sampler.Run                          // the last run that was judged, and the verdict on it
	health          health
}

// newFitting sets a fit up.
func newFitting(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings, how locate.Approach,
) (*fitting, error) {
	sp, err := Resolve(t, sp)
	if err != nil {
		return nil, err
	}
	if t, sp, err = labels.PoolsFirst(t, sp); err != nil {
		return nil, err
	}
	cores := settings.Workers
	if cores <= 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	// There is nothing to return before the first draw, so that nobody waits for the set-up to look at its context.
	ready, err := abandon.Do(ctx, func() (*locate.Setup, error) {
		return locate.Find(ctx, t, sp, settings, how, cores)
	})
	if err != nil {
		return nil, err
	}
	p, asked := ready.Problem, settings
	settings = ready.Settings(asked, how)
	chains := settings.Chains
	if chains == 0 {
		chains = 4
	}
	p.Spread(cores / chains)
	out := &Posterior{spec: sp, studies: t.Studies(), table: t, layout: sp.Layout(p.Data.Studies),
		data: p.Data.WithoutLabels()}
	out.setDesign()
	return &fitting{table: t, spec: sp, asked: asked, settings: settings, ready: ready, cores: cores, out: out}, nil
}

// sample makes at most this many attempts, see [Fit].
func (ft *fitting) sample(ctx context.Context, attempts int) (*Posterior, error) {
	out, ready, settings := ft.out, ft.ready, ft.settings
	if settings.GoOn == nil {
		settings.GoOn = func(r *sampler.Run) int {
			if attempts == 1 {
				return 1
			}
			return ft.goOn(r, out.attempts+1 == attempts)
		}
	}
	for {
		sampled, err := sampler.Sample(ctx, func(int) (sampler.Target, error) {
			return ready.Sampled(out.layout), nil
		}, settings)
		switch {
		case out.attempts > 0 && err != nil:
			return out, err // the draws of the previous attempt, which is complete
		case sampled == nil:
			return nil, err
		}
		out.attempts++
		out.blocked = ready.Blocked != nil
		out.run, out.draws = sampled, sampled.Draws
		if err != nil || out.attempts == attempts || ft.examine(sampled).verdict == good {
			return out, err
		}
		settings, err = ft.again(ctx, settings, sampled)
		if err != nil {
			return out, ctx.Err() // with the draws of this attempt
		}
	}
}

// goOn returns the factor for the iterations if there are too few draws and no other fault. With few labels, unless
// they are from many studies, the posterior may have tails that such draws do not show, and careful attempts take no
// longer. With items integrated out there is no more careful attempt. If no other attempt follows, chains that mix
// poorly go on too: nothing else is left to try. They also go on if the caller named the reported quantities
// ([FitFor]): there a careful attempt took up to four times the gradients for each effective draw.
func (ft *fitting) goOn(sampled *sampler.Run, last bool) int {
	h := ft.examine(sampled)
	careful := ft.ready.Regime.FewLabels && (ft.ready.OnGrid == nil || !ft.ready.OnGrid.Wide)
	helps := h.verdict == tooFew && !careful || h.times > 1 && (last || ft.quantities != nil)
	if !helps || sampled.Thin*h.times > tuning.MostIterations*max(1, ft.settings.Thin) {
		return 1
	}
	return h.times
}

// again returns the settings of another attempt. Effects that were drawn in blocks are sampled together. Effects that
// were sampled together are sampled more carefully, with a metric learnt from the draws.
func (ft *fitting) again(ctx context.Context, s sampler.Settings, sampled *sampler.Run) (sampler.Settings, error) {
	ready := ft.ready
	blocked, integrated := ready.Blocked != nil, false
	metric, err := abandon.Do(ctx, func() (*sampler.Metric, error) {
		if blocked {
			return ready.Together(ctx, s.Seed, ft.cores)
		}
		coordinates := sampled.Coordinates.Head(ready.Full.Hyper)
		m, err := ready.Integrate(ctx, coordinates, ft.health.stuck, s.Seed, ft.cores)
		if integrated = m != nil; integrated || err != nil {
			return m, err
		}
		return ready.Learn(ctx, ready.Folded(coordinates))
	})
	if err != nil {
		return s, err
	}
	s.DelayedRejection = s.DelayedRejection || !blocked && sampled.DivergenceCount() > 0
	return ready.Again(s, ft.asked, metric, blocked || integrated), nil
}

// AutoDraws returns the number of draws of each chain if the settings name none: 1,000, and fewer where each costs
// much. From 220,000 labels on it is 300. Four such chains are worth more than the 400 independent draws that
// summaries need. With ten studies or more a fit makes two thirds as many, on longer trajectories.
func AutoDraws(labels int) int { return regime.Draws(labels) }
