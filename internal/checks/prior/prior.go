// Package prior shows when the prior matters: how far another prior would move the estimates of a fit. It does not fit
// again, but weights the draws of the fit by the ratio of the priors, Pareto smoothed ([posterior.Reweight]).
package prior

import (
	"math"

	"concord/model"
	"concord/posterior"
)

// Alternative is a prior in place of a fit's, with the weights that turn the fit's draws into draws of the posterior
// under it.
type Alternative struct {
	// Name names the difference: [HalvedSD], [DoubledCoefficient] or [TaperedCorrelation].
	Name    string
	weights *posterior.Reweighted
}

// The names of alternatives.
const (
	HalvedSD           = "sd"
	DoubledCoefficient = "coefficient"
	TaperedCorrelation = "correlation"
)

// HalfScale returns the alternative in which all standard deviations of some studies of the fit are half as large a
// priori: σ has the prior that 2σ had. ok is false if the fit does not know the units of its priors
// ([model.Posterior.PriorSDs]).
func HalfScale(fit *model.Posterior, studies ...model.StudyPosterior) (a Alternative, ok bool) {
	sds, ok := fit.PriorSDs(studies...)
	if !ok {
		return a, false
	}
	of := make([]posterior.Quantity, len(sds))
	for i, sd := range sds {
		of[i] = sd.Draws
	}
	return newAlternative(HalvedSD, posterior.Map("", func(x []float64) float64 {
		sum := 0.0
		for i, sd := range sds {
			was, _ := sd.Prior.LogDensity(x[i] / sd.Unit)
			half, _ := sd.Prior.LogDensity(2 * x[i] / sd.Unit)
			sum += half - was
		}
		return sum
	}, of...)), true
}

// DoubleCoefficients returns the alternative in which all coefficients of covariates of some studies are twice as large
// a priori: β has the prior N(0, 4) in place of N(0, 1), which draws it to 0. ok is false if there are none, or if the
// fit does not know the units of its priors ([model.Posterior.CoefficientSquares]).
func DoubleCoefficients(fit *model.Posterior, studies ...model.StudyPosterior) (a Alternative, ok bool) {
	squares, ok := fit.CoefficientSquares(studies...)
	if !ok {
		return a, false
	}
	return newAlternative(DoubledCoefficient, posterior.Map("", func(x []float64) float64 {
		return 3 * x[0] / 8 // β²/2 − (β/2)²/2
	}, squares)), true
}

// Tapered returns the alternative in which the prior density of the correlation of the items' effects in studies a
// and b is multiplied by √(1 − ρ²), which thins it out near −1 and 1. A uniform density becomes Beta(3/2, 3/2) on
// (−1, 1), which LKJ(1) gives each correlation of three studies.
func Tapered(a, b model.StudyPosterior) Alternative {
	return newAlternative(TaperedCorrelation, posterior.Map("", func(x []float64) float64 {
		return math.Log1p(-x[0]*x[0]) / 2
	}, a.ItemCorrelation(b)))
}

func newAlternative(name string, logRatio posterior.Quantity) Alternative {
	return Alternative{Name: name, weights: posterior.ReweightChains(logRatio.Chains)}
}

// Shift is how far a quantity moves under an alternative.
type Shift struct {
	Alternative string
	Under       posterior.Summary // what is said under the alternative; NaN where K is
	K           float64           // k̂ of the weights
	// Mean is the change of the mean in posterior standard deviations, End the larger change of the two ends of the
	// interval as a share of its width; both are not negative.
	Mean, End float64
	// Reliable is false if the weights cannot give Under, because the draws hardly reach the mass of the alternative
	// (k̂ > 0.7) or are too few.
	Reliable bool
}

// limits are the thresholds of [Shift.Speaks].
type limits struct{ mean, end float64 }

// limitsOf returns the thresholds of an alternative, which were chosen by simulation. Standard deviations (crossed
// designs, 100 items, posterior by quadrature, with a scale of 2.5 and of 1 of the prior of labelers' standard
// deviations): the prior matters for ICC or labeler ICC with 3 labelers in 100% of studies, with 5 in 20 to 52% (scale
// 2.5) or 98% (scale 1), with 30 in none of 1,200. Correlations: docs/lab/validation.md.
func limitsOf(alternative string) limits {
	if alternative == TaperedCorrelation {
		return limits{mean: 0.3, end: 0.15}
	}
	return limits{mean: 0.2, end: 0.1}
}

// Speaks reports whether the result depends on the prior. It does if, under the alternative, the mean moves by more
// than a fifth of the standard deviation, or an end of the interval by more than a tenth of its width (for
// correlations: 0.3 and 0.15). It also does if the weights are unreliable although there are enough draws, which means
// that the posterior moves far.
func (s Shift) Speaks() bool {
	if math.IsNaN(s.K) {
		return false
	}
	most := limitsOf(s.Alternative)
	return !s.Reliable || s.Mean > most.mean || s.End > most.end
}

// Of returns the shift of a quantity of the same fit, whose summary under the fit's own prior is given. It panics if
// the quantity has other draws than the fit.
func (a Alternative) Of(q posterior.Quantity, own posterior.Summary) Shift {
	under := a.weights.Summarize(q, own.Interval)
	return Shift{
		Alternative: a.Name, Under: under, K: a.weights.K, Reliable: a.weights.Reliable(),
		Mean: math.Abs(under.Mean-own.Mean) / own.SD,
		End:  math.Max(math.Abs(under.Lower-own.Lower), math.Abs(under.Upper-own.Upper)) / (own.Upper - own.Lower),
	}
}
