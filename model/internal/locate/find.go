// Package locate sets a fit up: it finds where the posterior lies, which density is sampled, and a metric. [Find] goes
// through it. An EM ([em]) finds a point, and the information that labels have on each effect. The curvature there is a
// first metric. Short pilot runs correct both. Nothing that is found here changes the posterior, only how long it takes
// to sample it.
package locate

import (
	"context"

	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// Approach is what a caller may choose about the set-up of a fit.
type Approach struct {
	// Gridded says that items' effects are to be integrated out on a grid if the model allows it. If a study has one
	// label of each item, they always are.
	Gridded bool
	// Draws is the number of draws of each chain on a grid, if the settings name none.
	Draws int
	// Blocked says whether effects are drawn in blocks.
	Blocked Blocked
	// Bartlett says that the items' correlations have the coordinates of [blocks.Bartlett] from the start. Otherwise
	// pilot runs of many studies decide whether to use them.
	Bartlett bool
}

// Blocked says whether effects of items and labelers are drawn in blocks, each given the other.
type Blocked int

const (
	// AutoBlocked draws in blocks if there are many labels and blocks take less time.
	AutoBlocked Blocked = iota
	// AlwaysBlocked draws in blocks if the model allows it.
	AlwaysBlocked
	// NeverBlocked samples effects together.
	NeverBlocked
)

// Find sets a fit up for the labels of a table and a resolved spec, on that many cores. It finds where the posterior
// lies, which density is sampled, and a metric.
func Find(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings, how Approach, cores int,
) (*Setup, error) {
	p := density.NewProblem(labels.Compile(t, sp), sp)
	p.Gridded = how.Gridded || sp.Judges() > 0
	if how.Bartlett {
		p.TakeBartlett()
	}
	p.Spread(cores)
	s, err := newSetup(ctx, p)
	if err != nil {
		return nil, err
	}
	s.share = settings.Share
	if t := s.blockedFor(settings, how.Blocked); t != nil {
		return s, s.setUpBlocked(ctx, t, settings.Seed)
	}
	return s, s.prepare(ctx, settings.Seed, cores)
}
