package blocks

import (
	"math"

	"concord/model/internal/effects"
)

// Means is the block of the means. The coordinate of a study is μ plus the mean effects, in units of the study. A
// family with thresholds has the prior on the thresholds.
type Means struct {
	*Point
	effects []*effects.State // whose mean effects are part of the coordinates
}

func (me *Means) Size() int { return me.K }

// Forward implements [Block].
func (me *Means) Forward(x []float64) {
	for s, unit := range me.Unit {
		me.Moved[s] = unit * x[me.Mean+s]
	}
	copy(me.Mu, me.Moved)
	for _, st := range me.effects {
		for s, m := range st.Mean {
			me.Mu[s] -= m
		}
	}
}

// Backward implements [Block]: it adds the prior to muBar and sets grad.
func (me *Means) Backward(grad, _ []float64) {
	ps, logp := me.Point, 0.0
	if ps.Thresholds != nil {
		for s := range ps.Mu {
			logp += me.ofThresholds(s)
		}
	} else {
		prior := &ps.meanPrior
		prior.clear()
		for s, mu := range ps.Mu {
			scale := ps.Priors.Scale[s]
			ps.MuBar[s] += scale * prior.add(ps.Priors.Center[s]+scale*mu)
		}
		logp += prior.value()
	}
	for s, unit := range ps.Unit {
		if unit != 1 {
			logp += math.Log(unit)
		}
		ps.UnitBar[s] += 1 + ps.MuBar[s]*ps.Moved[s]
		grad[ps.Mean+s] = ps.MuBar[s] * unit
	}
	ps.LogDensity += logp
}

// ofThresholds adds the prior of the thresholds of a study to muBar and ownBar, and returns the log prior. If the
// thresholds are common, it adds the prior of the study's mean.
func (me *Means) ofThresholds(s int) (logp float64) {
	ps := me.Point
	t := ps.Thresholds
	if t.Follows(s) {
		logp, g := ps.Priors.LogMean(s, ps.Mu[s]-ps.Mu[0])
		ps.MuBar[s] += g
		ps.MuBar[0] -= g
		return logp
	}
	t.Thresholds(t.Kappa, s, ps.Mu[s], ps.OfStudy(ps.Own, s))
	for c, kappa := range t.Kappa {
		lp, g := ps.Priors.LogMean(s, kappa)
		logp += lp
		t.Bar[c] = g
	}
	ps.MuBar[s] += t.Backward(ps.OfStudy(ps.OwnBar, s), s, t.Bar)
	return logp
}
