package model

import (
	"concord/model/spec"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

// Oracle: the joint density of the matrix over a fine grid of the one correlation, normalised by the trapezoidal rule.
// With three studies |R|, and so the diagonal of R⁻¹, are written out.
func TestConditionalCorrelationAgainstGrid(t *testing.T) {
	for _, prior := range []spec.CorrelationPrior{spec.MarginallyUniform{}, spec.LKJ{Shape: 2.5}} {
		const r, ac, bc = 0.7, 0.6, 0.8
		joint := func(ab float64) float64 {
			determinant := 1 - ab*ab - ac*ac - bc*bc + 2*ab*ac*bc
			if determinant <= 0 {
				return 0
			}
			shape, marginal := prior.LKJ()
			logp := (shape - 1) * math.Log(determinant)
			if marginal {
				logp -= 4 * math.Log(determinant)
				for _, x := range []float64{ab, ac, bc} {
					logp -= 2 * math.Log((1-x*x)/determinant)
				}
			}
			return math.Exp(logp)
		}
		sum, step := 0.0, 1e-5
		for x := -1.0; x < 1; x += step {
			sum += joint(x) * step
		}
		m := mat.NewSymDense(3, []float64{1, r, ac, r, 1, bc, ac, bc, 1})
		got := newConditionalCorrelation(m, 0, 1, prior).logDensity()
		assert.InDelta(t, math.Log(joint(r)/sum), got, 1e-4, "%v", prior)
	}
	two := mat.NewSymDense(2, []float64{1, 0.3, 0.3, 1})
	assert.InDelta(t, -math.Ln2, newConditionalCorrelation(two, 0, 1, spec.MarginallyUniform{}).logDensity(), 1e-9)
	singular := mat.NewSymDense(2, []float64{1, 1, 1, 1})
	assert.True(t, math.IsNaN(newConditionalCorrelation(singular, 0, 1, spec.MarginallyUniform{}).logDensity()))
}
