package model

// newFactors returns the items and the labelers of d with no information yet, which
// is the non-centred parameterisation. The second is nil if there are no labeler effects.
func newFactors(d *data) (items, labelers *factor) {
	items = newFactor(d.items, d.studies, nil)
	switch {
	case d.labelers == 0:
	case d.shared:
		labelers = newFactor(d.labelers, d.studies, nil)
	default:
		labelers = newFactor(d.labelers, 1, d.labelerStarts)
	}
	return items, labelers
}

func newFactor(levels, k int, starts []int) *factor {
	return &factor{
		levels: levels, k: k, starts: starts,
		info: make([]float64, levels*k), work: make([]float64, levels*k),
	}
}

// newLikelihood returns the likelihood of the labels for one goroutine.
func newLikelihood(d *data, spec Spec) likelihood {
	if spec.Family == Gaussian {
		return newGaussian(d)
	}
	return newBernoulli(d)
}
