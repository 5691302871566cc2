package blocks

import (
	"concord/model/family"
	"concord/model/spec"
)

// Thresholds belong to a family that has them, and replace means and auxiliary parameters. Each threshold of a study
// has the prior of a mean.
type Thresholds struct {
	family.Anchored
	Common     bool      // to all studies, except for their means
	Kappa, Bar []float64 // scratch: of one study
}

// NewThresholds returns nil for a family without thresholds.
func NewThresholds(p *Frame) *Thresholds {
	if p.Anchored == nil {
		return nil
	}
	n := len(p.Anchored.Parameters()) + 1
	common := p.Spec.Thresholds == spec.CommonThresholds
	return &Thresholds{Anchored: p.Anchored, Common: common, Kappa: make([]float64, n), Bar: make([]float64, n)}
}

// OfStudy returns the auxiliary parameters of a study, or derivatives with respect to them.
func (co *Coordinates) OfStudy(own []float64, s int) []float64 {
	return own[s*co.OwnCount : (s+1)*co.OwnCount]
}

// Follows reports whether the thresholds of a study follow from a mean and the thresholds of the first study.
func (th *Thresholds) Follows(s int) bool { return th.Common && s > 0 }
