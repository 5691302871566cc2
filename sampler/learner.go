package sampler

// learner learns a metric from draws and their gradients.
type learner interface {
	// observe takes a draw and the gradient of the log density there, both in the
	// target's coordinates. It must not keep them.
	observe(q, gq []float64)
	// metric returns the metric learnt from the draws since the last call and forgets these draws. It returns false if
	// they were too few. old is the metric in use.
	metric(old *Metric) (*Metric, bool)
}

// newLearner returns the learner for a warm-up, or nil if the metric is kept.
// longest is the greatest number of observations between two calls of metric.
func newLearner(a Adaptation, dim, longest int) learner {
	switch a {
	case Diagonal:
		return newMoments(dim)
	case LowRank:
		return newLowRankSample(dim, longest)
	default:
		return nil
	}
}
