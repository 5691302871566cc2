package model

import (
	"context"

	"concord/internal/abandon"
	"concord/model/internal/judged"
	"concord/model/internal/locate"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Reweighting says how draws from the posterior of a pool alone were made to stand for the posterior of the pool and
// a judge.
type Reweighting struct {
	// K is k̂ of the importance weights (Vehtari, Simpson, Gelman, Yao and Gabry 2024): the draws are used if it is at
	// most 0.7.
	K float64
	// ESS is the number of independent draws that would estimate a mean as well.
	ESS float64
}

// Reweighting says how the draws were made from the draws of another posterior. It is nil if they were sampled.
func (p *Posterior) Reweighting() *Reweighting { return p.reweighting }

// FitJudges fits one study, people, alone. It also fits people together with each other study of t, a judge, as [Fit]
// does for a table of the two. It does so at a fraction of the cost if judges have one label of each item, the labels
// are in ordered categories and the people are few enough. The items' effects are then integrated out. The draws of the
// people's posterior are mapped to the region of the joint posterior and weighted by the ratio of the densities
// (implicitly adaptive importance sampling; Paananen, Piironen, Bürkner and Vehtari 2021, Statistics and Computing 31).
// If the weights are unreliable, FitJudges samples as usual; see [Posterior.Reweighting]. The models keep the effects
// of labelers if spec says so.
//
// Several processes make the fits together as they make one of [Fit]. Judges' posteriors are in the order of t. Errors
// are as for [Fit], together with the draws of people if there are any, and as for [study.Table.Select].
func FitJudges(
	ctx context.Context, t *study.Table, people string, sp spec.Spec, settings sampler.Settings,
) (alone *Posterior, judges []*Posterior, err error) {
	pool, err := t.Select(people)
	if err != nil {
		return nil, nil, err
	}
	fit, alone, err := fitPeople(ctx, pool, sp, settings)
	if err != nil {
		return alone, nil, err
	}
	base := judged.NewBase(fit.ready.Problem, alone.run, alone.draws.Head(alone.layout.Parameters), fit.settings)
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
			p, err = abandon.Do(ctx, func() (*Posterior, error) { return reweighted(ctx, base, both, sp) })
		}
		if p == nil && err == nil {
			p, err = Fit(ctx, both, sp, settings)
		}
		if err != nil {
			return alone, judges, err
		}
		judges = append(judges, p)
	}
	return alone, judges, nil
}

// fitPeople samples the people alone. On a grid it makes as few draws as will do, and as many as [Fit] makes if those
// turn out to be too few.
func fitPeople(ctx context.Context, pool *study.Table, sp spec.Spec, settings sampler.Settings) (
	fit *fitting, alone *Posterior, err error,
) {
	how := locate.Approach{Gridded: true, Draws: tuning.JudgedDraws}
	if fit, err = newFitting(ctx, pool, sp, settings, how); err != nil {
		return nil, nil, err
	}
	if settings.Draws > 0 || fit.ready.OnGrid == nil {
		alone, err = fit.sample(ctx, tuning.MostAttempts)
		return fit, alone, err
	}
	alone, err = fit.sample(ctx, 1)
	if err != nil || alone.enough(tuning.LeastAlone) && fit.examine(alone.run).verdict == good {
		return fit, alone, err
	}
	settings.Draws = AutoDraws(pool.Len())
	if fit, err = newFitting(ctx, pool, sp, settings, how); err != nil {
		return nil, alone, err
	}
	alone, err = fit.sample(ctx, tuning.MostAttempts)
	return fit, alone, err
}

// enough reports whether all parameters have that many effective draws.
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

// reweighted returns the posterior of people and a judge from the draws of people alone. It is nil if those draws
// cannot stand for it.
func reweighted(ctx context.Context, base *judged.Base, both *study.Table, sp spec.Spec) (*Posterior, error) {
	fit, err := base.Reweighted(ctx, both, sp)
	if fit == nil {
		return nil, err
	}
	return &Posterior{spec: fit.Spec, studies: both.Studies(), table: both, layout: fit.Spec.Layout(2), data: fit.Data,
		draws: fit.Draws, reweighting: &Reweighting{K: fit.K, ESS: fit.ESS}}, nil
}
