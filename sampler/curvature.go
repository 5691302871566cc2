package sampler

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Directions with Ritz values of the scaled curvature inside this band are left alone. Their standard deviations are
// within a factor of 1.5 of 1, and every further vector makes each step more expensive.
const (
	ritzLow  = 0.45
	ritzHigh = 2.2
	// With this many coordinates, directions inside a wider band are the edge of thousands of similar ones, for example
	// if each item shares its effect with some other effects. Lanczos steps find a few; to straighten these leaves the
	// others unchanged, and costs as much as a gradient. Standard deviations inside the wider band are within a factor
	// of 2.24 of 1.
	ritzMany       = 20_000
	ritzLowOfMany  = 0.2
	ritzHighOfMany = 5
	// ritzFloor bounds the standard deviation of a kept direction to 100 scales, because a flatter curvature does not
	// show how wide the posterior is.
	ritzFloor = 1e-4
)

var errCurvature = errors.New("sampler: the gradient is not finite near the centre")

// CurvatureMetric returns a metric from the curvature H = −∇² log density at center. With D = diag(scale), it makes
// about steps Lanczos steps on D·H·D, with full reorthogonalisation (Golub and Van Loan, Matrix Computations, chapter
// 10). They give the extreme eigenpairs. Eigenvectors with values outside [0.45, 2.2] become the metric's vectors, with
// values |Λ|^(−1/2), |Λ| at least 1e-4. With more than 20,000 coordinates the band is [0.2, 5]. The scales should make
// most of the spectrum close to 1. H·v is a central difference of the gradient, so it costs two gradients a step.
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
	low, high := ritzLow, ritzHigh
	if d > ritzMany {
		low, high = ritzLowOfMany, ritzHighOfMany
	}
	vectors, values, err := ritz(basis, diag, off, func(l float64) bool { return l < low || l > high })
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

// curvatureStep is the length of the difference in scaled coordinates: the truncation error is of order 1e-8, and the
// rounding error 1e-16/1e-4 = 1e-12 times the gradient.
const curvatureStep = 1e-4

// times stores H v in dst; v has length 1.
func (k *curvature) times(dst, v []float64) error {
	for side, h := range []float64{-curvatureStep, curvatureStep} {
		floats.ScaleTo(k.z.x, h, v)
		k.w.evaluate(k.z)
		if math.IsInf(k.z.logp, -1) || !allFinite(k.z.g) {
			return errCurvature
		}
		if side == 0 {
			copy(dst, k.z.g)
		} else {
			floats.Sub(dst, k.z.g)
		}
	}
	floats.Scale(1/(2*curvatureStep), dst)
	return nil
}
