package blocks

import (
	"math"

	"concord/internal/logproduct"
)

// OwnParameters is the block of the family's auxiliary parameters, such as the residual, and of τ, the unit of
// information on effects. It also sets the loadings of studies with one label of each item.
type OwnParameters struct{ *Point }

func (ow OwnParameters) Size() int {
	n := ow.Each * ow.OwnCount
	if ow.Loadings != nil {
		n += ow.Loadings.Judges * ow.Loadings.Factors
	}
	return n
}

// Forward implements [Block].
func (ow OwnParameters) Forward(x []float64) {
	ps := ow.Point
	if ps.Loadings != nil {
		ps.Loadings.Forward(ps, x)
	}
	for s := range ps.K {
		for i := range ps.OwnCount {
			ps.Own[s*ps.OwnCount+i] = ps.OwnUnit(s) * math.Exp(x[ps.OwnAt(s, i)])
		}
		if ps.ResidualTerm >= 0 {
			ps.Own[s*ps.OwnCount] /= math.Exp(ps.ResidualMean[s])
		}
		if ps.Precisions {
			sigma := &ps.Own[s*ps.OwnCount]
			if lo := ps.Loadings; lo != nil && s >= lo.Pools {
				*sigma *= lo.rest[s-lo.Pools] // from T to σ
			}
			*sigma /= math.Sqrt(1 + ps.RatioSquare(x, s))
			ps.Tau[s] = 1 / (*sigma * *sigma)
		}
	}
}

// OwnUnit is the unit of a study's auxiliary parameters: thresholds are in units of the labels' standard deviation.
func (ps *Point) OwnUnit(s int) float64 {
	if ps.Thresholds == nil {
		return 1
	}
	return ps.Unit[s]
}

// RatioSquare returns the sum of squares of the ratios σ_t/σ of a study.
func (ps *Point) RatioSquare(x []float64, s int) float64 {
	sum := 0.0
	for t, is := range ps.ratio {
		if is {
			r := ps.Scales[t].Unit[s] * math.Sinh(x[ps.Terms[t].SD+s])
			sum += r * r
		}
	}
	return sum
}

// Backward implements [Block]. The derivatives are with respect to the logarithms of the auxiliary parameters.
func (ow OwnParameters) Backward(grad, x []float64) {
	ps := ow.Point
	if ps.OwnCount > 0 {
		ps.LogDensity += ow.prior(grad)
	}
	for i := range ps.OwnCount {
		for s := range ps.K {
			at := ps.OwnAt(s, i)
			d := ps.OwnBar[s*ps.OwnCount+i] * ps.Own[s*ps.OwnCount+i]
			grad[at] += d
			ps.UnitBar[s] += d
			if i == 0 && ps.Precisions {
				grad[at] -= 2 * ps.Tau[s] * ps.tauBar[s]
			}
		}
	}
	for s := range ps.K {
		ow.ratioBackward(grad, x, s)
	}
	if ps.Loadings != nil {
		ps.Loadings.ownBackward(ps, grad, x)
	}
}

// prior adds to grad the derivatives of the priors of the auxiliary parameters, with respect to their logarithms, and
// returns the log prior.
func (ow OwnParameters) prior(grad []float64) (logp float64) {
	ps := ow.Point
	prior, jacobian := &ps.sdPrior, logproduct.New()
	prior.clear()
	for i := range ps.OwnCount {
		for r := range ps.Each {
			at := ps.OwnAt(r, i)
			sd := ps.Own[r*ps.OwnCount+i]
			if ps.Loadings != nil && i == 0 && ps.Precisions && r >= ps.Loadings.Pools {
				sd = ps.Loadings.total[r-ps.Loadings.Pools]
			}
			g := 0.0
			if ps.Thresholds == nil {
				g = ps.Priors.Scale[r] * prior.add(ps.Priors.Scale[r]*sd)
			}
			jacobian.Times(sd)
			grad[at] += 1 + g*sd
			ps.UnitBar[r]++
		}
	}
	return prior.value() + jacobian.Log()
}

// ratioBackward adds to grad the derivatives with respect to the scales of ratios r, through σ = e^y/√(1 + Σ r²).
func (ow OwnParameters) ratioBackward(grad, x []float64, s int) {
	ps := ow.Point
	for t, is := range ps.ratio {
		if is {
			u := x[ps.Terms[t].SD+s]
			r, slope := ps.Scales[t].Unit[s]*math.Sinh(u), ps.Scales[t].Unit[s]*math.Cosh(u)
			grad[ps.Terms[t].SD+s] -= grad[ps.OwnAt(s, 0)] * r * slope / (1 + ps.RatioSquare(x, s))
		}
	}
}
