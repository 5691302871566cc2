package sampler

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Metric is the prior knowledge about a posterior, as an affine map from whitened coordinates x to the coordinates q of
// the target. In x the posterior should look like a standard normal:
//
//	q = Center + W x,  W = D T,  T = I + U (diag(Values) − I) Uᵀ,  D = diag(Scale).
//
// Center and Scale have length d. Vectors are the r columns of U, each of length
// d, orthonormal; Values their r positive standard deviations after scaling by
// D. Without vectors the metric is diagonal. In the language of mass matrices
// WWᵀ is M⁻¹. Applying it or its inverse costs O(d·(r+1)) and allocates nothing.
type Metric struct {
	Center, Scale []float64
	Vectors       [][]float64
	Values        []float64
}

// identityMetric returns the metric that changes nothing in d dimensions.
func identityMetric(d int) *Metric {
	m := &Metric{Center: make([]float64, d), Scale: make([]float64, d)}
	for i := range m.Scale {
		m.Scale[i] = 1
	}
	return m
}

// Dim returns d.
func (m *Metric) Dim() int { return len(m.Center) }

// Apply stores Center + W x in q. q and x may be the same slice.
func (m *Metric) Apply(q, x []float64) {
	m.checkLengths(q, x)
	copy(q, x)
	m.multiply(q)
	m.place(q)
}

// ApplyTranspose stores Wᵀ gq in gx: the gradient with respect to x from the one
// with respect to q. gx and gq may be the same slice.
func (m *Metric) ApplyTranspose(gx, gq []float64) {
	m.checkLengths(gx, gq)
	scale, gq := m.Scale[:len(gx)], gq[:len(gx)]
	for i := range gx {
		gx[i] = scale[i] * gq[i]
	}
	m.multiply(gx)
}

// Inverse stores W⁻¹(q − Center) in x. x and q may be the same slice.
func (m *Metric) Inverse(x, q []float64) {
	m.checkLengths(x, q)
	for i := range x {
		x[i] = (q[i] - m.Center[i]) / m.Scale[i]
	}
	m.solve(x)
}

// InverseTranspose stores W⁻ᵀ gx in gq: it undoes ApplyTranspose. gq and gx may
// be the same slice.
func (m *Metric) InverseTranspose(gq, gx []float64) {
	m.checkLengths(gq, gx)
	copy(gq, gx)
	m.solve(gq)
	for i := range gq {
		gq[i] /= m.Scale[i]
	}
}

// place stores Center + D v in v.
func (m *Metric) place(v []float64) {
	center, scale := m.Center[:len(v)], m.Scale[:len(v)]
	for i, a := range v {
		v[i] = center[i] + scale[i]*a
	}
}

// multiply replaces v by T v. One vector after the other
// gives the same as all at once, because they are orthogonal.
func (m *Metric) multiply(v []float64) {
	for k, u := range m.Vectors {
		floats.AddScaled(v, (m.Values[k]-1)*floats.Dot(u, v), u)
	}
}

// solve replaces v by T⁻¹ v = (I + U (diag(1/Values) − I) Uᵀ) v.
func (m *Metric) solve(v []float64) {
	for k, u := range m.Vectors {
		floats.AddScaled(v, (1/m.Values[k]-1)*floats.Dot(u, v), u)
	}
}

func (m *Metric) checkLengths(a, b []float64) {
	if len(a) != len(m.Center) || len(b) != len(m.Center) {
		panic("sampler: vector and metric differ in length")
	}
}

// orthonormalTolerance is how far the metric's UᵀU may be from the identity.
// Rounding leaves about 1e-14 after full reorthogonalisation.
const orthonormalTolerance = 1e-8

// Validate returns the fault of the metric as an error, or nil.
func (m *Metric) Validate() error {
	d := len(m.Center)
	if len(m.Scale) != d {
		return fmt.Errorf("sampler: metric has %d centers and %d scales", d, len(m.Scale))
	}
	if len(m.Vectors) != len(m.Values) {
		return fmt.Errorf("sampler: metric has %d vectors and %d values", len(m.Vectors), len(m.Values))
	}
	if !allFinite(m.Center) {
		return errors.New("sampler: metric's center is not finite")
	}
	if !allPositive(m.Scale) || !allPositive(m.Values) {
		return errors.New("sampler: metric's scales and values must be positive and finite")
	}
	for k, u := range m.Vectors {
		if len(u) != d {
			return fmt.Errorf("sampler: metric's vector %d has length %d, not %d", k, len(u), d)
		}
		for l, w := range m.Vectors[:k+1] {
			want := 0.0
			if l == k {
				want = 1
			}
			// Written so that NaN fails too.
			if !(math.Abs(floats.Dot(u, w)-want) <= orthonormalTolerance) {
				return fmt.Errorf("sampler: metric's vectors %d and %d are not orthonormal", l, k)
			}
		}
	}
	return nil
}

func allFinite(v []float64) bool {
	for _, a := range v {
		if math.IsNaN(a) || math.IsInf(a, 0) {
			return false
		}
	}
	return true
}

func allPositive(v []float64) bool {
	for _, a := range v {
		if !(a > 0) || math.IsInf(a, 1) {
			return false
		}
	}
	return true
}
