package onegrid

import (
	"math"

	"gonum.org/v1/gonum/floats"
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
//
// The nodes of the factor stay where they are. So the addition theorem splits sin(ωx) into waves of the nodes and waves
// of κ/|c|. The first are computed once, and all nodes share the second.
type smoothed struct {
	grid         Grid
	omega, taper []float64 // nodes; their weights times the taper, divided by π
	waves        []float64 // by node of the factor: the cosines of all ω, and the sines
	// Coefficients of a node's waves: F, and its derivatives with respect to x, and to c at x fixed.
	f, byX, byC []float64
}

const (
	taperNodes = 64
	taperWidth = 0.2 // of the band
	farOff     = 12  // steps from the threshold from which on F is as it was
	wavesOf    = 2 * taperNodes
)

func newSmoothed(g Grid) *smoothed {
	n := func(n int) []float64 { return make([]float64, n) }
	s := &smoothed{grid: g, omega: n(taperNodes), taper: n(taperNodes), f: n(wavesOf), byX: n(wavesOf), byC: n(wavesOf)}
	band := math.Pi / g.Step
	quad.Legendre{}.FixedLocations(s.omega, s.taper, 0, band*(1+4*taperWidth))
	for i, w := range s.omega {
		s.taper[i] *= 0.5 * math.Erfc((w-band)/(taperWidth*band)) / math.Pi
	}
	return s
}

// forward sets the smoothed F at all nodes and, if they are wanted, its derivatives with respect to threshold and
// loading.
func (s *smoothed) forward(f, byThreshold, byLoading []float64, threshold, loading float64, derivatives bool) {
	c, sign := math.Abs(loading), math.Copysign(1, loading)
	smooth := c*s.grid.Step > tuning.SmoothStep
	if smooth {
		s.prepare(threshold/c, c, sign)
	}
	for q, z := range s.grid.nodes {
		theta := threshold - loading*z
		x := theta / c // distance to the threshold
		if !smooth || math.Abs(x) > farOff*s.grid.Step {
			v := power(-theta)
			f[q] = 1 / (1 + v)
			byThreshold[q] = v * f[q] * f[q]
			byLoading[q] = -z * byThreshold[q]
			continue
		}
		waves := s.waves[q*wavesOf : (q+1)*wavesOf]
		f[q] = 0.5 + floats.Dot(s.f, waves)
		if derivatives {
			byX := floats.Dot(s.byX, waves)
			byThreshold[q] = byX / c
			byLoading[q] = byX*(-z/c-x*sign/c) + floats.Dot(s.byC, waves)*sign
		}
	}
}

// prepare sets the coefficients, given κ/|c|, |c| and the sign of c.
func (s *smoothed) prepare(at, c, sign float64) {
	if s.waves == nil {
		for _, z := range s.grid.nodes {
			s.waves = append(s.waves, make([]float64, wavesOf)...)
			own := s.waves[len(s.waves)-wavesOf:]
			for i, w := range s.omega {
				own[taperNodes+i], own[i] = math.Sincos(w * z)
			}
		}
	}
	for i, w := range s.omega {
		t := math.Pi * w / c
		e := math.Exp(-t) // of which sinh t and coth t follow; 0 where sinh would overflow
		both := 1 - e*e
		k := s.taper[i] * 2 * t * e / both
		sin, cos := math.Sincos(w * at)
		slope := (t*(1+e*e)/both - 1) / c // dK(πω/c)/dc = K·(t coth t − 1)/c
		// x is κ/|c| less the node, or plus the node where c is below 0.
		s.f[i], s.f[taperNodes+i] = k/w*sin, -sign*k/w*cos
		s.byX[i], s.byX[taperNodes+i] = k*cos, sign*k*sin
		s.byC[i], s.byC[taperNodes+i] = s.f[i]*slope, s.f[taperNodes+i]*slope
	}
}
