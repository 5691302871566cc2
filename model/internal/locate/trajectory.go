package locate

// Lengths of trajectories, in units of what suits a normal posterior whose metric is right, where the posterior or the
// metric is another.
const (
	// Of few labels the posterior is far from a normal one. Of 180 small fits 31 had to be made again with
	// trajectories of length 1, 25 with 1.15, 18 with 1.3 and 15 with 1.5, at 55, 57, 56 and 46 effective draws for a
	// thousand gradients. Files of some thousand labels, which are never made again, gained nothing.
	fewLabelsTrajectory = 1.3

	// Of many studies the correlations are too many for pilot runs to find all the directions in which they are
	// uncertain. Eight files of ten to fifty studies with partial correlations had 1.2 times the effective draws of a
	// gradient with 1.25 that they had with 1 or with 1.5, with which tails are seen less often than their middle.
	manyStudiesTrajectory = 1.25

	// Where correlations have the coordinates of [blocks.Bartlett], 20 files of ten to thirty studies had 1.5 times
	// as many with 1.5 as with 2, and 1.2 times as many as with 2.5. Items' effects of models with sensitivities are
	// spread widely. Pilot runs of many studies are as long.
	longTrajectory = 1.5

	// Of thirty and fifty studies in those coordinates four files needed as much processor time with 2.5 or, where 1.5
	// left too few effective draws, three quarters of it.
	longestTrajectory = 2.5
)

// trajectoryLength returns how long trajectories are if nothing is said; 0: as the sampler has them.
func (su *Setup) trajectoryLength() float64 {
	switch sampled := su.Marginal == nil && su.OnGrid == nil && su.Turns == nil; {
	case su.Basis != nil && su.Regime.VeryManyStudies:
		return longestTrajectory
	case su.Data.Slopes || su.Basis != nil:
		return longTrajectory
	case su.Regime.ManyStudies:
		return manyStudiesTrajectory
	case sampled && su.Regime.FewLabels:
		return fewLabelsTrajectory
	}
	return 0
}
