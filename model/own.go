package model

import (
	"math"

	"concord/internal/logproduct"
)

// ownParameters is the block of the family's own parameters, such as the residual, and of what information on effects
// is in units of, τ. Where studies have one label of each item it sets their loadings too.
type ownParameters struct{ *parameters }

func (ow ownParameters) size() int {
	n := ow.each * ow.ownCount
	if ow.loadings != nil {
		n += ow.loadings.judges * ow.loadings.factors
	}
	return n
}

// forward implements [block].
func (ow ownParameters) forward(x []float64) {
	ps := ow.parameters
	if ps.loadings != nil {
		ps.loadings.forward(ps, x)
	}
	for s := range ps.k {
		for i := range ps.ownCount {
			ps.own[s*ps.ownCount+i] = ps.ownUnit(s) * math.Exp(x[ps.ownAt(s, i)])
		}
		if ps.noise >= 0 {
			ps.own[s*ps.ownCount] /= math.Exp(ps.noiseMean[s])
		}
		if ps.precisions {
			sigma := &ps.own[s*ps.ownCount]
			if lo := ps.loadings; lo != nil && s >= lo.pools {
				*sigma *= lo.rest[s-lo.pools] // it was T
			}
			*sigma /= math.Sqrt(1 + ps.ratioSquare(x, s))
			ps.tau[s] = 1 / (*sigma * *sigma)
		}
	}
}

// ownUnit is that of the own parameters of a study: thresholds are in units of the labels' standard deviation.
func (ps *parameters) ownUnit(s int) float64 {
	if ps.thresholds == nil {
		return 1
	}
	return ps.unit[s]
}

// ratioSquare returns the sum of squares of the ratios σ_t/σ of a study.
func (ps *parameters) ratioSquare(x []float64, s int) float64 {
	sum := 0.0
	for t, is := range ps.ratio {
		if is {
			r := ps.scales[t].unit[s] * math.Sinh(x[ps.terms[t].sd+s])
			sum += r * r
		}
	}
	return sum
}

// backward implements [block]: with respect to the logarithms of the own parameters.
func (ow ownParameters) backward(grad, x []float64) {
	ps := ow.parameters
	if ps.ownCount > 0 {
		ps.logp += ow.prior(grad)
	}
	for i := range ps.ownCount {
		for s := range ps.k {
			at := ps.ownAt(s, i)
			d := ps.ownBar[s*ps.ownCount+i] * ps.own[s*ps.ownCount+i]
			grad[at] += d
			ps.unitBar[s] += d
			if i == 0 && ps.precisions {
				grad[at] -= 2 * ps.tau[s] * ps.tauBar[s]
			}
		}
	}
	for s := range ps.k {
		ow.ratioBackward(grad, x, s)
	}
	if ps.loadings != nil {
		ps.loadings.ownBackward(ps, grad, x)
	}
}

// prior adds to grad the derivatives of the priors of the own parameters, with respect to their logarithms, and returns
// the log prior.
func (ow ownParameters) prior(grad []float64) (logp float64) {
	ps := ow.parameters
	prior, jacobian := &ps.sdPrior, logproduct.New()
	prior.clear()
	for i := range ps.ownCount {
		for r := range ps.each {
			at := ps.ownAt(r, i)
			sd := ps.own[r*ps.ownCount+i]
			if ps.loadings != nil && i == 0 && ps.precisions && r >= ps.loadings.pools {
				sd = ps.loadings.total[r-ps.loadings.pools]
			}
			g := 0.0
			if ps.thresholds == nil {
				g = ps.priors.scale[r] * prior.add(ps.priors.scale[r]*sd)
			}
			jacobian.Times(sd)
			grad[at] += 1 + g*sd
			ps.unitBar[r]++
		}
	}
	return prior.value() + jacobian.Log()
}

// ratioBackward adds to grad what comes of σ = e^y/√(1 + Σ r²) to the scales of ratios r.
func (ow ownParameters) ratioBackward(grad, x []float64, s int) {
	ps := ow.parameters
	for t, is := range ps.ratio {
		if is {
			u := x[ps.terms[t].sd+s]
			r, slope := ps.scales[t].unit[s]*math.Sinh(u), ps.scales[t].unit[s]*math.Cosh(u)
			grad[ps.terms[t].sd+s] -= grad[ps.ownAt(s, 0)] * r * slope / (1 + ps.ratioSquare(x, s))
		}
	}
}
