package model

import "concord/model/family"

// thresholds are those of a family that has them, in place of means and own parameters: the prior of a mean is that of
// each threshold of a study.
type thresholds struct {
	family.Anchored
	common     bool      // to all studies but for their means
	kappa, bar []float64 // scratch: of one study
}

// newThresholds returns nil for a family without thresholds.
func newThresholds(p *problem) *thresholds {
	if p.anchored == nil {
		return nil
	}
	n := len(p.anchored.Parameters()) + 1
	common := p.spec.Thresholds == CommonThresholds
	return &thresholds{Anchored: p.anchored, common: common, kappa: make([]float64, n), bar: make([]float64, n)}
}

// ofStudy are the own parameters of a study, or derivatives with respect to them.
func (co *coordinates) ofStudy(own []float64, s int) []float64 {
	return own[s*co.ownCount : (s+1)*co.ownCount]
}

// follows reports whether the thresholds of a study follow from those of the first and a mean.
func (th *thresholds) follows(s int) bool { return th.common && s > 0 }
