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

// priorSum is the sum of the logarithms of a prior at several places, of Student's t from one logarithm.
type priorSum struct {
	of      Prior
	student StudentT
	is      bool // student is what of is
	sum     float64
	product logProduct
}

func newPriorSum(of Prior) priorSum {
	p := priorSum{of: of, product: newLogProduct()}
	p.student, p.is = of.(StudentT)
	return p
}

// add adds the log prior at x and returns its derivative.
func (ps *priorSum) add(x float64) (deriv float64) {
	if !ps.is {
		logp, deriv := ps.of.LogDensity(x)
		ps.sum += logp
		return deriv
	}
	s := &ps.student
	u := (x - s.Location) / s.Scale
	ps.product.times(1 + u*u/s.DF)
	return -(s.DF + 1) * u / ((s.DF + u*u) * s.Scale)
}

// value returns the sum.
func (ps *priorSum) value() float64 {
	if !ps.is {
		return ps.sum
	}
	return -0.5 * (ps.student.DF + 1) * ps.product.value()
}

// termSums returns the sum for the standard deviations of a term, and what those of each study are multiplied by.
func (scaled *scaledPriors) termSums(of Term) (sum priorSum, scale []float64) {
	if of.Added() {
		scale = scaled.scale
	}
	return newPriorSum(scaled.Priors.prior(of)), scale
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
