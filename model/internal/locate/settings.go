package locate

import (
	"concord/model/internal/tuning"
	"concord/sampler"
)

// Settings returns the settings of the sampler for a fit that is set up. It keeps the settings that were asked for.
func (su *Setup) Settings(asked sampler.Settings, how Approach) sampler.Settings {
	s := asked
	s.Metric, s.Start, s.FirstStep = su.found, su.startFrom(su.found), su.firstStep(asked)
	if s.Draws == 0 && how.Gridded && su.OnGrid != nil {
		s.Draws = how.Draws
	}
	if s.Draws == 0 {
		s.Draws = su.Regime.Draws
	}
	s.DelayedRejection = su.narrows()
	if s.TargetAccept == 0 && s.Algorithm != sampler.NUTS && su.Basis != nil {
		s.TargetAccept = tuning.ManyStudyAccept
	}
	if s.TrajectoryLength == 0 {
		s.TrajectoryLength = su.trajectoryLength()
	}
	if s.Warmup == 0 && s.Algorithm != sampler.NUTS && su.Regime.ManyLabels {
		s.Warmup = tuning.DearWarmup
	}
	if su.Blocked == nil {
		s.KeepCoordinates = su.Kept() // to learn from
	}
	return s
}

// narrows reports whether the posterior may be much narrower in some places than in others, so that a trajectory which
// would be rejected is worth another one.
func (su *Setup) narrows() bool { return su.Regime.ManyStudies || su.Data.Slopes }

// Again returns the settings of another attempt, after one with s. Effects that were drawn in blocks are sampled
// together. Effects that were sampled together are sampled more carefully, with the metric that was learnt from the
// draws.
func (su *Setup) Again(s, asked sampler.Settings, metric *sampler.Metric, wasBlocked bool) sampler.Settings {
	s.Metric, s.Start, s.FirstStep = metric, su.startFrom(metric), asked.FirstStep
	if !wasBlocked {
		return moreCareful(s, asked)
	}
	s.FirstStep = su.firstStep(asked)
	s.KeepCoordinates = su.Kept()
	if asked.TrajectoryLength == 0 {
		s.TrajectoryLength = su.trajectoryLength()
	}
	return s
}

// moreCareful returns settings for another attempt. It changes only settings that nobody asked for.
func moreCareful(s, asked sampler.Settings) sampler.Settings {
	accept := tuning.CarefulAccept
	if s.Algorithm == sampler.NUTS {
		accept = tuning.CarefulNUTS
	}
	if asked.TargetAccept == 0 {
		s.TargetAccept = accept
	}
	if asked.Warmup == 0 {
		s.Warmup = tuning.CarefulWarmup
	}
	return s
}
