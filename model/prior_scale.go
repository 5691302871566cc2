package model

// scaledPriors are the priors of standardised parameters: as they are, or carried over from the
// label's own scale, study by study ([Priors.OwnScale]).
type scaledPriors struct {
	Priors
	center, scale []float64 // by study: parameter on the prior's scale = center + scale·parameter
}

func newScaledPriors(p Priors, d *data) scaledPriors {
	if p.OwnScale {
		return scaledPriors{Priors: p, center: d.center, scale: d.scale}
	}
	return scaledPriors{Priors: p, center: make([]float64, d.Studies), scale: ones(d.Studies)}
}

// mean returns the log prior of μ of study s and its derivative.
func (scaled *scaledPriors) mean(s int, mu float64) (logp, deriv float64) {
	logp, deriv = scaled.Mean.LogDensity(scaled.center[s] + scaled.scale[s]*mu)
	return logp, scaled.scale[s] * deriv
}

// termSD is sd of a term: one that is not added has no unit.
func (scaled *scaledPriors) termSD(of Term, s int, sd float64) (logp, deriv float64) {
	prior := scaled.Priors.prior(of)
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
