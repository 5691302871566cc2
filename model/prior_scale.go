package model

import (
	"slices"

	"concord/internal/logproduct"
	"concord/model/internal/labels"
)

// scaledPriors are the priors of standardised parameters: as they are, or carried over from the
// label's own scale, study by study ([Priors.OwnScale]).
type scaledPriors struct {
	Priors
	center, scale []float64 // by study: parameter on the prior's scale = center + scale·parameter
}

func newScaledPriors(p Priors, d *labels.Compiled) scaledPriors {
	if p.OwnScale {
		return scaledPriors{Priors: p, center: d.Center, scale: d.Scale}
	}
	return scaledPriors{Priors: p, center: make([]float64, d.Studies), scale: slices.Repeat([]float64{1}, d.Studies)}
}

// mean returns the log prior of μ of study s and its derivative.
func (scaled *scaledPriors) mean(s int, mu float64) (logp, deriv float64) {
	logp, deriv = scaled.Mean.LogDensity(scaled.center[s] + scaled.scale[s]*mu)
	return logp, scaled.scale[s] * deriv
}

// priorSum is the sum of the logarithms of a prior at several places, of Student's t from one logarithm.
type priorSum struct {
	of      Prior
	student bool // of is Student's t
	// Of that: location, reciprocals of scale and degrees of freedom, and minus (degrees of freedom + 1).
	location, perScale, perDF, power float64
	sum                              float64
	product                          logproduct.Product
}

func newPriorSum(of Prior) priorSum {
	p := priorSum{of: of}
	if t, ok := of.(StudentT); ok {
		p.student, p.location, p.perScale, p.perDF, p.power = true, t.Location, 1/t.Scale, 1/t.DF, -(t.DF + 1)
	}
	p.clear()
	return p
}

// clear sets the sum to that of no places.
func (pa *priorSum) clear() { pa.sum, pa.product = 0, logproduct.New() }

// add adds the log prior at x and returns its derivative.
func (pa *priorSum) add(x float64) (deriv float64) {
	if !pa.student {
		logp, deriv := pa.of.LogDensity(x)
		pa.sum += logp
		return deriv
	}
	u := (x - pa.location) * pa.perScale
	factor := 1 + u*u*pa.perDF
	pa.product.Times(factor)
	return pa.power * u * pa.perScale * pa.perDF / factor
}

// value returns the sum.
func (pa *priorSum) value() float64 {
	if !pa.student {
		return pa.sum
	}
	return 0.5 * pa.power * pa.product.Log()
}

// termSD is sd of a term: one that is not added has no unit.
func (scaled *scaledPriors) termSD(of Term, s int, sd float64) (logp, deriv float64) {
	prior := scaled.Priors.Of(of)
	if !of.Added() {
		return prior.LogDensity(sd)
	}
	return scaled.sd(prior, s, sd)
}

// sd returns the log prior of a standard deviation of study s that is not negative, and its derivative.
func (scaled *scaledPriors) sd(of Prior, s int, sd float64) (logp, deriv float64) {
	logp, deriv = of.LogDensity(scaled.scale[s] * sd)
	return logp, scaled.scale[s] * deriv
}
