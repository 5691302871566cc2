package catalogue

import (
	"concord/model"
	"concord/model/spec"
	"concord/xcc"
)

// Studies says which studies a quantity belongs to.
type Studies int

const (
	// One is a single study.
	One Studies = iota
	// OneOrAll is a single study, or all of them together if the model has one value for all.
	OneOrAll
	// AllTogether is all studies, for which the model has one value.
	AllTogether
	// AllButFirst is a single study that is not the first.
	AllButFirst
	// Pair is two studies, in either order.
	Pair
	// WithReference is the reference and another study.
	WithReference
	// Comparison is the reference and two others: the value of the first minus the value of the second.
	Comparison
	// Contrast is two studies: the value of the first minus the value of the second. The reference comes second.
	Contrast
	// PoolAndJudge is a study with several labels of items and one with one label of each.
	PoolAndJudge
	// PoolAndOther is PoolAndJudge, preceded by the first study twice.
	PoolAndOther
)

// count is the number of studies.
func (of Studies) count() int {
	switch of {
	case Pair, WithReference, Contrast, PoolAndJudge, PoolAndOther:
		return 2
	case Comparison:
		return 3
	}
	return 1
}

// Least returns the least number of studies with which a fit has the quantity.
func (of Studies) Least() int {
	if of == PoolAndOther {
		return 1
	}
	return of.count()
}

// Several reports whether it is more than one study.
func (of Studies) Several() bool { return of.count() > 1 }

// Combinations returns the studies, in their order, of each estimate of the quantity.
func (q Entry) Combinations(fit *model.Posterior, reference model.StudyPosterior) [][]model.StudyPosterior {
	var all [][]model.StudyPosterior
	switch {
	case q.Common(fit):
		return [][]model.StudyPosterior{fit.EachStudy()}
	case q.Of == Pair:
		for _, p := range xcc.Pairs(fit) {
			all = append(all, []model.StudyPosterior{p.A, p.B})
		}
	case q.Of == Contrast:
		for _, p := range xcc.Pairs(fit) {
			if p.B == reference {
				p.A, p.B = p.B, p.A
			}
			all = append(all, []model.StudyPosterior{p.B, p.A})
		}
	case q.Of == WithReference:
		for _, s := range fit.EachStudy() {
			if s != reference {
				all = append(all, []model.StudyPosterior{reference, s})
			}
		}
	case q.Of == PoolAndJudge || q.Of == PoolAndOther:
		for _, pool := range fit.EachStudy() {
			for _, s := range fit.EachStudy() {
				if !pool.OneLabel() && (s.OneLabel() || s == pool && q.Of == PoolAndOther) {
					all = append(all, []model.StudyPosterior{pool, s})
				}
			}
		}
	case q.Of == Comparison:
		for _, p := range xcc.PairsBeside(reference) {
			all = append(all, []model.StudyPosterior{reference, p.B, p.A})
		}
	case q.Of == AllButFirst:
		for _, s := range fit.EachStudy()[1:] {
			all = append(all, []model.StudyPosterior{s})
		}
	default:
		for _, s := range fit.EachStudy() {
			all = append(all, []model.StudyPosterior{s})
		}
	}
	return all
}

// Common reports whether the model has one value of the quantity for all studies.
func (q Entry) Common(fit *model.Posterior) bool {
	if q.OfThreshold {
		return fit.Spec().Thresholds == spec.CommonThresholds
	}
	return q.Of == AllTogether || q.Of == OneOrAll && fit.Spec().Residual == spec.CommonResidual
}
