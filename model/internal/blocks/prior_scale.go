package blocks

import (
	"slices"

	"concord/internal/logproduct"
	"concord/model/internal/labels"
	"concord/model/spec"
)

// ScaledPriors are the priors of standardised parameters: either unchanged, or converted from the scale of the study's
// labels, study by study ([spec.Priors.OwnScale]).
type ScaledPriors struct {
	spec.Priors
	Center, Scale []float64 // by study: parameter on the prior's scale = center + scale·parameter
}

func NewScaledPriors(p spec.Priors, d *labels.Compiled) ScaledPriors {
	if p.OwnScale {
		return ScaledPriors{Priors: p, Center: d.Center, Scale: d.Scale}
	}
	return ScaledPriors{Priors: p, Center: make([]float64, d.Studies), Scale: slices.Repeat([]float64{1}, d.Studies)}
}

// LogMean returns the log prior of μ of study s and its derivative.
func (scaled *ScaledPriors) LogMean(s int, mu float64) (logp, deriv float64) {
	logp, deriv = scaled.Mean.LogDensity(scaled.Center[s] + scaled.Scale[s]*mu)
	return logp, scaled.Scale[s] * deriv
}

// priorSum is the sum of the logarithms of a prior at several places. Student's t takes one logarithm for all of them.
type priorSum struct {
	of      spec.Prior
	student bool // of is Student's t
	// Constants of Student's t: location, reciprocals of scale and degrees of freedom, and minus (degrees of freedom +
	// 1).
	location, perScale, perDF, power float64
	sum                              float64
	product                          logproduct.Product
}

func newPriorSum(of spec.Prior) priorSum {
	p := priorSum{of: of}
	if t, ok := of.(spec.StudentT); ok {
		p.student, p.location, p.perScale, p.perDF, p.power = true, t.Location, 1/t.Scale, 1/t.DF, -(t.DF + 1)
	}
	p.clear()
	return p
}

// clear sets the sum to 0.
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

// LogTermSD is LogSD for a term, which has no unit if its effects are not added.
func (scaled *ScaledPriors) LogTermSD(of spec.Term, s int, sd float64) (logp, deriv float64) {
	prior := scaled.Priors.Of(of)
	if !of.OfLabels() {
		return prior.LogDensity(sd)
	}
	return scaled.LogSD(prior, s, sd)
}

// LogSD returns the log prior of a standard deviation of study s that is not negative, and its derivative.
func (scaled *ScaledPriors) LogSD(of spec.Prior, s int, sd float64) (logp, deriv float64) {
	logp, deriv = of.LogDensity(scaled.Scale[s] * sd)
	return logp, scaled.Scale[s] * deriv
}
