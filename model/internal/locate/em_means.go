package locate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/model/family"
	"concord/model/internal/effects"
	"concord/model/internal/tuning"
)

// meanStep makes a Newton step for each study's mean.
func (e *em) meanStep() {
	g, info := make([]float64, e.K), e.meanInformation()
	for u, s := range e.data.Study {
		g[s] += e.grad.Row[u]
	}
	for s := range e.K {
		step := (g[s] + e.meanPrior(s)) / (info[s] + tuning.Ridge)
		e.mu[s] += math.Max(-tuning.EMMostStep, math.Min(tuning.EMMostStep, step))
	}
}

// meanPrior returns the derivative of the log prior, of the mean or of the thresholds, with respect to the mean of a
// study.
func (e *em) meanPrior(s int) float64 {
	if e.thresholds == nil {
		_, d := e.priors.LogMean(s, e.mu[s])
		return d
	}
	t := e.thresholds
	if t.Follows(s) {
		_, d := e.priors.LogMean(s, e.mu[s]-e.mu[0])
		return d
	}
	t.Thresholds(t.Kappa, s, e.mu[s], e.OfStudy(e.at.Own, s))
	for c, kappa := range t.Kappa {
		_, t.Bar[c] = e.priors.LogMean(s, kappa)
	}
	d := t.Backward(make([]float64, e.OwnCount), s, t.Bar)
	for b := range e.mu {
		if t.Follows(b) {
			_, of := e.priors.LogMean(b, e.mu[b]-e.mu[s])
			d -= of
		}
	}
	return d
}

// thresholdStep makes a Newton step for the thresholds of each study. If the studies share them, it makes one step for
// all studies and then a step for the means.
func (e *em) thresholdStep() {
	g, info := make([]float64, e.K), e.meanInformation()
	for u, s := range e.data.Study {
		g[s] += e.grad.Row[u]
	}
	newton := func(s int, p family.ThresholdPoint) (mu float64) {
		return e.thresholds.Newton(s, p, func(kappa float64) float64 {
			_, d := e.priors.LogMean(s, kappa)
			return d
		})
	}
	points := make([]family.ThresholdPoint, e.K)
	for s := range points {
		points[s] = family.ThresholdPoint{
			Mean: e.mu[s], MeanBar: g[s], Info: info[s], Own: e.OfStudy(e.at.Own, s),
			OwnBar: e.OfStudy(e.grad.Own, s), OwnInfo: e.OfStudy(e.info.Own, s),
		}
	}
	if !e.thresholds.Common {
		for s, p := range points {
			e.mu[s] = newton(s, p)
		}
		return
	}
	all := points[0]
	for _, p := range points[1:] {
		all.MeanBar, all.Info = all.MeanBar+p.MeanBar, all.Info+p.Info
		floats.Add(all.OwnBar, p.OwnBar)
		floats.Add(all.OwnInfo, p.OwnInfo)
	}
	shift := newton(0, all) - all.Mean
	for s, p := range points {
		e.mu[s] += shift
		copy(p.Own, all.Own)
	}
	e.refresh()
	e.meanStep()
}

// centre moves the mean effect of each study into the study's mean.
func (e *em) centre(c *effects.Conditional) {
	for s, m := range c.Centre() {
		e.mu[s] += m
	}
}
