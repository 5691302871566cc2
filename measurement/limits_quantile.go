package measurement

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/bisect"
)

// noncentralT is the distribution of (Z + delta)/S for a standard normal Z and S² a chi-square of nu degrees of
// freedom over nu. nu is at least 2.
type noncentralT struct {
	delta          float64
	nodes, weights []float64 // of S
}

// newNoncentralT prepares the distribution. The density of S is proportional to s^(ν−1) exp(−νs²/2), with its mode near
// 1 and a standard deviation near 1/√(2ν). Beyond ten of these lies less than 10⁻¹⁵.
func newNoncentralT(nu, delta float64) noncentralT {
	const size, reach = 128, 10
	mode, sd := math.Sqrt((nu-1)/nu), 1/math.Sqrt(2*nu)
	d := noncentralT{delta, make([]float64, size), make([]float64, size)}
	quad.Legendre{}.FixedLocations(d.nodes, d.weights, math.Max(0, mode-reach*sd), mode+reach*sd)
	sum := 0.0
	for i, s := range d.nodes {
		d.weights[i] *= math.Exp((nu-1)*math.Log(s/mode) - nu*(s*s-mode*mode)/2)
		sum += d.weights[i]
	}
	for i := range d.weights {
		d.weights[i] /= sum
	}
	return d
}

// cdf is P(T ≤ t) = E Φ(tS − δ).
func (d noncentralT) cdf(t float64) float64 {
	p := 0.0
	for i, s := range d.nodes {
		p += d.weights[i] * distuv.UnitNormal.CDF(t*s-d.delta)
	}
	return p
}

// quantile returns t for which P(T ≤ t) = p, by bisection.
func (d noncentralT) quantile(p float64) float64 {
	low, high := d.delta-1, d.delta+1
	for step := 1.0; d.cdf(low) > p; step *= 2 {
		low -= step
	}
	for step := 1.0; d.cdf(high) < p; step *= 2 {
		high += step
	}
	return bisect.Root(low, high, func(t float64) bool { return d.cdf(t) < p })
}
