package sampler

import (
	"math"
	"math/rand/v2"
)

// point is a point of phase space in whitened coordinates: position x, momentum
// p, gradient g of the log density at x, the log density and the kinetic energy
// ½|p|². Points come from a pool and are shared by counted references.
type point struct {
	x, p, g       []float64
	logp, kinetic float64
	refs          int
}

// energy returns H = ½|p|² − log density; +∞ where the target rejects x.
func (z *point) energy() float64 {
	if math.IsInf(z.logp, -1) {
		return math.Inf(1)
	}
	return z.kinetic - z.logp
}

// energyError returns the energy less h0, or +∞ if it is not a number.
func (z *point) energyError(h0 float64) float64 {
	e := z.energy() - h0
	if math.IsNaN(e) {
		return math.Inf(1)
	}
	return e
}

// refresh draws a new standard normal momentum.
func (z *point) refresh(rng *rand.Rand) {
	sum := 0.0
	for i := range z.p {
		v := rng.NormFloat64()
		z.p[i] = v
		sum += v * v
	}
	z.kinetic = sum / 2
}

// pool recycles points and vectors of one length, so that trajectories allocate
// nothing once the longest has been seen.
type pool struct {
	dim     int
	points  []*point
	vectors [][]float64
}

// point returns a point with the given number of references and arbitrary
// content.
func (l *pool) point(refs int) *point {
	n := len(l.points)
	if n == 0 {
		v := make([]float64, 3*l.dim)
		return &point{x: v[:l.dim:l.dim], p: v[l.dim : 2*l.dim : 2*l.dim], g: v[2*l.dim:], refs: refs}
	}
	z := l.points[n-1]
	l.points = l.points[:n-1]
	z.refs = refs
	return z
}

// release gives up one reference to z.
func (l *pool) release(z *point) {
	z.refs--
	if z.refs < 0 {
		panic("sampler: point released too often")
	}
	if z.refs == 0 {
		l.points = append(l.points, z)
	}
}

// vector returns a vector with arbitrary content.
func (l *pool) vector() []float64 {
	n := len(l.vectors)
	if n == 0 {
		return make([]float64, l.dim)
	}
	v := l.vectors[n-1]
	l.vectors = l.vectors[:n-1]
	return v
}

// recycle takes back a vector; nil is ignored.
func (l *pool) recycle(v []float64) {
	if v != nil {
		l.vectors = append(l.vectors, v)
	}
}
