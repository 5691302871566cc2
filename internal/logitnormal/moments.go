package logitnormal

import "math"

// curve is z ↦ H(mean + slope·z).
type curve struct {
	h           *smooth
	mean, slope float64
}

func (c curve) at(z float64) float64 { return c.h.at(c.mean + c.slope*z) }

// active returns the ends of the range within ±reach in which the curve is not flat.
func (c curve) active() (from, to float64) {
	width := flat + reach*c.h.sd
	if math.Abs(c.slope)*reach <= width-math.Abs(c.mean) {
		return -reach, reach
	}
	low, high := (-width-c.mean)/c.slope, (width-c.mean)/c.slope
	return clip(math.Min(low, high)), clip(math.Max(low, high))
}

func clip(z float64) float64 { return math.Max(-reach, math.Min(reach, z)) }

// overNormal returns the mean of curve a and the covariance of a and b over z ~ N(0, 1), by the trapezoidal rule over
// the range in which either curve is not flat. If both are, to the left and to the right, they are constants, and the
// rule's sum has a closed form.
func overNormal(a, b curve) (mean, covariance float64) {
	step := stepFor(a.slope, a.h.sd, b.slope, b.h.sd)
	fromA, toA := a.active()
	fromB, toB := b.active()
	first := int(math.Floor(math.Min(fromA, fromB) / step))
	last := int(math.Ceil(math.Max(toA, toB) / step))

	// Sums about the values in the middle, lest nearly constant curves cancel.
	a0, b0 := a.at(0), b.at(0)
	var w, wa, wb, wab float64
	add := func(weight, z float64) {
		va := a.at(z) - a0
		vb := va
		if a != b {
			vb = b.at(z) - b0
		}
		w += weight
		wa += weight * va
		wb += weight * vb
		wab += weight * va * vb
	}
	left, right := float64(first-1)*step, float64(last+1)*step
	add(tail(-left, step), left)
	weights := newDensities(float64(first)*step, step)
	for k := first; k <= last; k++ {
		add(step*weights.next(), float64(k)*step)
	}
	add(tail(right, step), right)
	return a0 + wa/w, wab/w - wa/w*wb/w
}

// stepFor returns the step for the product of two curves of the given slopes and smoothing
// SDs. Their poles are π/slope away from the real line; smoothing makes them entire,
// with |H(x+iy)| ≤ exp(y²/2s²).
func stepFor(slopeA, sdA, slopeB, sdB float64) float64 {
	step := poleStep(math.Pi / math.Max(math.Abs(slopeA), math.Abs(slopeB)))
	if sdA > 0 && sdB > 0 {
		ra, rb := slopeA/sdA, slopeB/sdB
		step = math.Max(step, entireStep(1+ra*ra+rb*rb))
	}
	return step
}

func density(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

// densities are φ(z), φ(z + step), …, or multiples of them, by multiplication instead of an exponential each. The
// rounding error grows with the square of their number: to 10⁻¹² of the value after a hundred.
type densities struct{ value, ratio, ratio2 float64 }

func newDensities(z, step float64) densities {
	return densities{density(z), math.Exp(-step * (z + step/2)), math.Exp(-step * step)}
}

// next returns the density of the next node.
func (d *densities) next() float64 {
	value := d.value
	d.value *= d.ratio
	d.ratio *= d.ratio2
	return value
}

// tail returns Σ_{k≥0} step·φ(z + k·step) by the Euler–Maclaurin formula. The step is small
// unless φ(z) is negligible.
func tail(z, step float64) float64 {
	z2, s2 := z*z, step*step
	// Derivatives of φ at z, divided by ∓zφ, with the coefficients B_2k/(2k)!.
	correction := 1.0/12 - s2*((z2-3)/720-s2*((z2*z2-10*z2+15)/30240-s2*(((z2-21)*z2+105)*z2-105)/1209600))
	return math.Erfc(z/math.Sqrt2)/2 + step*density(z)*(0.5+step*z*correction)
}
