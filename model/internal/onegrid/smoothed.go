package onegrid

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"concord/model/internal/tuning"
)

// smoothed is the logistic function F(κ − cη) of the factor, as the trapezoidal rule with step h needs it. F is
// multiplied by a smooth function of the factor, whose Fourier transform is almost 0 beyond π/h. So only the part of
// F's transform below about π/h matters. As a function of x = (κ − cη)/|c|, F is
//
//	½ + (1/π) ∫₀^∞ sin(ωx) K(πω/|c|)/ω dω,   K(t) = t/sinh t,
//
// which falls slowly where c is large. A taper about π/h removes the part beyond the band. No integral of such a
// product changes, and the rule's error is as small as for smooth functions. The taper is the complementary error
// function, so that F changes only near the threshold.
type smoothed struct {
	step         float64
	omega, taper []float64 // nodes; their weights times the taper, divided by π
}

const (
	taperNodes = 64
	taperWidth = 0.2 // of the band
	farOff     = 12  // steps from the threshold from which on F is as it was
)

func newSmoothed(step float64) *smoothed {
	s := &smoothed{step: step, omega: make([]float64, taperNodes), taper: make([]float64, taperNodes)}
	band := math.Pi / step
	quad.Legendre{}.FixedLocations(s.omega, s.taper, 0, band*(1+4*taperWidth))
	for i, w := range s.omega {
		s.taper[i] *= 0.5 * math.Erfc((w-band)/(taperWidth*band)) / math.Pi
	}
	return s
}

// at returns the smoothed F at a node z, and its derivatives with respect to threshold and loading.
func (s *smoothed) at(threshold, loading, z float64, derivatives bool) (f, byThreshold, byLoading float64) {
	theta := threshold - loading*z
	c := math.Abs(loading)
	x := theta / c // distance to the threshold
	if c*s.step <= tuning.SmoothStep || math.Abs(x) > farOff*s.step {
		v := power(-theta)
		f = 1 / (1 + v)
		d := v * f * f
		return f, d, -z * d
	}
	// The sign of the loading says only to which side F rises, and theta has it already.
	f = 0.5
	byX, byC := 0.0, 0.0 // at x fixed
	for i, w := range s.omega {
		t := math.Pi * w / c
		e := math.Exp(-t) // of which sinh t and coth t follow; 0 where sinh would overflow
		both := 1 - e*e
		k := 2 * t * e / both
		sin, cos := math.Sincos(w * x)
		f += s.taper[i] * sin * k / w
		if derivatives {
			byX += s.taper[i] * cos * k
			// dK(ω/c)/dc = K·(t coth t − 1)/c
			byC += s.taper[i] * sin / w * k * (t*(1+e*e)/both - 1) / c
		}
	}
	return f, byX / c, byX*(-z/c-x*math.Copysign(1, loading)/c) + byC*math.Copysign(1, loading)
}
