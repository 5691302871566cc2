package onegrid

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/diff/fd"

	"concord/model/internal/tuning"
)

// Oracle: the integral in the comment on [smoothed], node by node, and finite differences. Far from the threshold it is
// the logistic function.
func TestSmoothed(t *testing.T) {
	g := NewGrid(0.5)
	s, n := newSmoothed(g), g.Size()
	logistic := func(threshold, loading, z float64) float64 { return 1 / (1 + math.Exp(loading*z-threshold)) }
	integral := func(threshold, loading, z float64) float64 {
		c := math.Abs(loading)
		x := (threshold - loading*z) / c
		sum := 0.5
		for i, w := range s.omega {
			t := math.Pi * w / c
			sum += s.taper[i] * math.Sin(w*x) * t / math.Sinh(t) / w
		}
		return sum
	}
	f, byThreshold, byLoading := make([]float64, n), make([]float64, n), make([]float64, n)
	for _, loading := range []float64{-30, -5, 1, 4, 12} {
		for _, threshold := range []float64{-7, 0, 1.3, 25} {
			s.forward(f, byThreshold, byLoading, threshold, loading, true)
			for q, z := range g.nodes {
				want, c := integral, math.Abs(loading)
				if c*g.Step <= tuning.SmoothStep || math.Abs(threshold-loading*z) > farOff*g.Step*c {
					want = logistic
				}
				slope := func(of func(x float64) float64, at float64) float64 {
					return fd.Derivative(of, at, &fd.Settings{Formula: fd.Central, Step: 1e-5})
				}
				at := fmt.Sprintf("%g, %g, %g", threshold, loading, z)
				assert.InDelta(t, want(threshold, loading, z), f[q], 1e-12, at)
				d := slope(func(x float64) float64 { return want(x, loading, z) }, threshold)
				assert.InDelta(t, d, byThreshold[q], 1e-8, at)
				d = slope(func(x float64) float64 { return want(threshold, x, z) }, loading)
				assert.InDelta(t, d, byLoading[q], 1e-7, at)
			}
		}
	}
}
