package model

import "concord/model/family"

// thresholds are those of a family that has them, in place of means and own parameters: the prior of a mean is that of
// each threshold of a study.
type thresholds struct {
	family.Anchored
	kappa, bar []float64 // scratch: of one study
}

// newThresholds returns nil for a family without thresholds.
func newThresholds(p *problem) *thresholds {
	if p.anchored == nil {
		return nil
	}
	n := len(p.anchored.Parameters()) + 1
	return &thresholds{Anchored: p.anchored, kappa: make([]float64, n), bar: make([]float64, n)}
}

// ofStudy are the own parameters of a study, or derivatives with respect to them.
func (c *coordinates) ofStudy(own []float64, s int) []float64 {
	return own[s*c.ownCount : (s+1)*c.ownCount]
}

// thresholdsBackward adds the prior of the thresholds of a study to muBar and ownBar and returns the log prior.
func (p *parameters) thresholdsBackward(s int) (logp float64) {
	t := p.thresholds
	t.Thresholds(t.kappa, s, p.mu[s], p.ofStudy(p.own, s))
	for c, kappa := range t.kappa {
		lp, g := p.priors.mean(s, kappa)
		logp += lp
		t.bar[c] = g
	}
	p.muBar[s] += t.Backward(p.ofStudy(p.ownBar, s), s, t.bar)
	return logp
}
