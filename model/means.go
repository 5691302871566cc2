package model

import (
	"math"

	"concord/model/internal/effects"
)

// means is the block of the means: the coordinate of a study is μ plus the mean effects that the blocks before it have
// set, in units of the study and of the width that [meanWidths] says. Of a family with thresholds the prior is that of
// the thresholds.
type means struct {
	*parameters
	widths  *meanWidths      // nil: all are 1
	effects []*effects.State // whose mean effects are part of the coordinates
}

func (me means) size() int { return me.k }

// forward implements [block].
func (me means) forward(x []float64) {
	for s, unit := range me.unit {
		me.moved[s] = unit * x[me.mean+s]
		if me.widths != nil {
			me.moved[s] = unit * me.widths.width[s] * x[me.mean+s]
		}
	}
	copy(me.mu, me.moved)
	for _, st := range me.effects {
		for s, m := range st.Mean {
			me.mu[s] -= m
		}
	}
}

// backward implements [block]: it adds the prior to muBar and sets grad.
func (me means) backward(grad, _ []float64) {
	ps, logp := me.parameters, 0.0
	if ps.thresholds != nil {
		for s := range ps.mu {
			logp += me.ofThresholds(s)
		}
	} else {
		prior := &ps.meanPrior
		prior.clear()
		for s, mu := range ps.mu {
			scale := ps.priors.scale[s]
			ps.muBar[s] += scale * prior.add(ps.priors.center[s]+scale*mu)
		}
		logp += prior.value()
	}
	for s, unit := range ps.unit {
		if unit != 1 {
			logp += math.Log(unit)
		}
		ps.unitBar[s] += 1 + ps.muBar[s]*ps.moved[s]
		grad[ps.mean+s] = ps.muBar[s] * unit
	}
	ps.logp += logp
	if me.widths != nil {
		me.widths.toCoordinates(grad[ps.mean : ps.mean+ps.k])
	}
}

// ofThresholds adds the prior of the thresholds of a study, or of its mean beside common ones, to muBar and
// ownBar and returns the log prior.
func (me means) ofThresholds(s int) (logp float64) {
	ps := me.parameters
	t := ps.thresholds
	if t.follows(s) {
		logp, g := ps.priors.mean(s, ps.mu[s]-ps.mu[0])
		ps.muBar[s] += g
		ps.muBar[0] -= g
		return logp
	}
	t.Thresholds(t.kappa, s, ps.mu[s], ps.ofStudy(ps.own, s))
	for c, kappa := range t.kappa {
		lp, g := ps.priors.mean(s, kappa)
		logp += lp
		t.bar[c] = g
	}
	ps.muBar[s] += t.Backward(ps.ofStudy(ps.ownBar, s), s, t.bar)
	return logp
}
