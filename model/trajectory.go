package model

import "math"

// Lengths of trajectories, in units of what suits a normal posterior whose metric is right, where the posterior or the
// metric is another.
const (
	// Of few labels the posterior is far from a normal one. Of 180 small fits 31 had to be made again with
	// trajectories of length 1, 25 with 1.15, 18 with 1.3 and 15 with 1.5, at 55, 57, 56 and 46 effective draws for a
	// thousand gradients. Files of some thousand labels, which are never made again, gained nothing.
	fewLabels           = 3_000
	fewLabelsTrajectory = 1.3

	// Of many studies the correlations are too many for pilot runs to find all the directions in which they are
	// uncertain: 1.7 times the effective draws of a gradient at 20 studies. Items' effects of models with
	// sensitivities are spread widely.
	longTrajectory = 1.5

	// Of twenty studies and more whose correlations are uncertain, six files with binary labels of 40 items had 1.1 to
	// 3 times the effective draws of a gradient with 2.5 than with 1.5, and all had enough of them after the first
	// attempt; of three files with ten studies one had half as many, and two as many. Twenty studies of numbers with
	// partial correlations take half as many gradients with 1.5.
	longestTrajectory = 2.5
)

// manyTrajectory is the length of trajectories of so many studies whose correlations have Bartlett's coordinates.
func manyTrajectory(studies int) float64 {
	return math.Min(longestTrajectory, longTrajectory*(1+float64(studies-manyStudies)/15))
}

// trajectoryLength returns how long trajectories are if nothing is said; 0: as the sampler has them.
func (pr *problem) trajectoryLength(labels int) float64 {
	switch sampled := pr.marginal == nil && pr.onGrid == nil && pr.turns == nil; {
	case pr.basis != nil && pr.data.Studies >= manyStudies:
		return manyTrajectory(pr.data.Studies)
	case pr.data.Slopes || pr.data.Studies >= manyStudies:
		return longTrajectory
	case sampled && labels <= fewLabels:
		return fewLabelsTrajectory
	}
	return 0
}
