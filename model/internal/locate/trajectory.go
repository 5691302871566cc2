package locate

import "concord/model/internal/tuning"

// trajectoryLength returns the default length of trajectories, in units of the length that suits a normal posterior
// with the right metric. 0 leaves it to the sampler.
//
// The posterior of few labels is far from a normal one. With many studies there are too many correlations for pilot
// runs to find all the directions in which they are uncertain. With discriminations, items' effects are spread widely.
func (su *Setup) trajectoryLength() float64 {
	switch sampled := su.Marginal == nil && su.OnGrid == nil && su.Blocked == nil; {
	case su.Basis != nil && su.Regime.VeryManyStudies:
		return tuning.LongestTrajectory
	case su.Data.Slopes || su.Basis != nil:
		return tuning.LongTrajectory
	case su.Regime.ManyStudies:
		return tuning.ManyStudyTrajectory
	case sampled && su.Regime.FewLabels:
		return tuning.FewLabelsTrajectory
	}
	return 0
}
