package sampler

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Ritz values of the scaled curvature inside this band are close enough to 1 to
// be left alone: their standard deviations are within 30 % of 1.
const (
	ritzLow  = 0.6
	ritzHigh = 1.6
	// ritzFloor bounds the standard deviation of a kept direction to 100 scales:
	// flatter curvature says nothing of how wide the posterior is.
	ritzFloor = 1e-4
)

var errCurvature = errors.New("sampler: the gradient is not finite near the centre")

// CurvatureMetric returns a metric from the curvature H = −∇² log density at
// center. With D = diag(scale), about steps Lanczos steps on D·H·D, with full
// reorthogonalisation (Golub and Van Loan, Matrix Computations, section 10.3),
// give its extreme eigenpairs; those outside [0.6, 1.6] become the metric's
// vectors, with values |Λ|^(−1/2), |Λ| at least 1e-4. The scales should make
// most of the spectrum close to 1. H·v is a central difference of the gradient,
// so it costs two gradients a step.
//
// It is an error if the density or its gradient is not finite near center. It
// panics if center and scale do not have the target's dimension.
func CurvatureMetric(t Target, center, scale []float64, steps int) (*Metric, error) {
	d := t.Dim()
	if len(center) != d || len(scale) != d {
		panic("sampler: center, scale and target differ in length")
	}
	m := &Metric{Center: append([]float64(nil), center...), Scale: append([]float64(nil), scale...)}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	c := &curvature{w: newWhitened(t, m), z: &point{x: make([]float64, d), g: make([]float64, d)}}
	basis, diag, off, err := lanczos(c.times, d, min(steps, d))
	if err != nil {
		return nil, err
	}
	vectors, values, err := ritz(basis, diag, off, func(l float64) bool { return l < ritzLow || l > ritzHigh })
	if err != nil {
		return nil, err
	}
	for i, l := range values {
		values[i] = 1 / math.Sqrt(max(math.Abs(l), ritzFloor))
	}
	return &Metric{Center: m.Center, Scale: m.Scale, Vectors: vectors, Values: values}, nil
}

// curvature is the curvature of a whitened target at x = 0.
type curvature struct {
	w *whitened
	z *point
}

// curvatureStep is the length of the difference in scaled coordinates: the
// truncation error is of order 1e-8, that of rounding 1e-16/1e-4 = 1e-12 times
// the gradient.
const curvatureStep = 1e-4

// times stores H v in dst; v has length 1.
func (c *curvature) times(dst, v []float64) error {
	for side, h := range []float64{-curvatureStep, curvatureStep} {
		floats.ScaleTo(c.z.x, h, v)
		c.w.evaluate(c.z)
		if math.IsInf(c.z.logp, -1) || !allFinite(c.z.g) {
			return errCurvature
		}
		if side == 0 {
			copy(dst, c.z.g)
		} else {
			floats.Sub(dst, c.z.g)
		}
	}
	floats.Scale(1/(2*curvatureStep), dst)
	return nil
}

// lanczos returns an orthonormal basis of so many vectors of length d and the
// symmetric tridiagonal matrix QᵀHQ. When the Krylov space is exhausted it goes
// on with a random vector orthogonal to it, so that multiple eigenvalues are
// found too.
func lanczos(times func(dst, v []float64) error, d, steps int) (basis [][]float64, diag, off []float64, err error) {
	rng := rand.New(rand.NewPCG(mix(0), mix(uint64(d)))) // any fixed stream
	w := make([]float64, d)
	scale := 0.0 // largest |H| seen
	for j := range steps {
		v := make([]float64, d)
		beta := 0.0
		if j > 0 {
			beta = floats.Norm(w, 2)
			// Smaller is rounding and differencing noise.
			if beta > 1e-6*scale {
				floats.ScaleTo(v, 1/beta, w)
			} else {
				beta = 0
			}
			off = append(off, beta)
		}
		if beta == 0 {
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			orthogonalise(v, basis)
			floats.Scale(1/floats.Norm(v, 2), v)
		}
		basis = append(basis, v)
		if err := times(w, v); err != nil {
			return nil, nil, nil, err
		}
		a := floats.Dot(v, w)
		diag = append(diag, a)
		scale = max(scale, floats.Norm(w, 2))
		orthogonalise(w, basis)
	}
	return basis, diag, off, nil
}

// orthogonalise removes from v its components along an orthonormal basis, twice,
// which is enough (Giraud, Langou and Rozložník 2005).
func orthogonalise(v []float64, basis [][]float64) {
	for range 2 {
		for _, b := range basis {
			floats.AddScaled(v, -floats.Dot(b, v), b)
		}
	}
}

// ritz returns the Ritz vectors and values that are to be kept, from the smallest
// value to the largest.
func ritz(basis [][]float64, diag, off []float64, keep func(float64) bool) ([][]float64, []float64, error) {
	n := len(diag)
	if n == 0 {
		return nil, nil, nil
	}
	t := mat.NewSymDense(n, nil)
	for i, a := range diag {
		t.SetSym(i, i, a)
		if i > 0 {
			t.SetSym(i-1, i, off[i-1])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(t, true) {
		return nil, nil, errors.New("sampler: eigenvalues of the curvature did not converge")
	}
	var s mat.Dense
	eigen.VectorsTo(&s)
	var vectors [][]float64
	var values []float64
	for k, l := range eigen.Values(nil) {
		if !keep(l) {
			continue
		}
		u := make([]float64, len(basis[0]))
		for i, b := range basis {
			floats.AddScaled(u, s.At(i, k), b)
		}
		vectors, values = append(vectors, u), append(values, l)
	}
	return vectors, values, nil
}
