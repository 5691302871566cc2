package newfamily

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat"
)

// The density sums to 1 over all counts, and its derivatives are those of finite differences.
func TestDensityOfCounts(t *testing.T) {
	const theta, phi = 0.8, 2.5
	at := func(theta, phi, y float64) float64 {
		return countDensity{}.LogLik([]float64{0}, []float64{theta}, []float64{y}, []float64{phi}, []float64{0})
	}
	total, mean, information := 0.0, 0.0, 0.0
	for y := 0.0; y < 400; y++ {
		g, own := []float64{0}, []float64{0}
		factorial, _ := math.Lgamma(y + 1)
		lp := countDensity{}.LogLik(g, []float64{theta}, []float64{y}, []float64{phi}, own)
		p := math.Exp(lp - factorial)
		total, mean, information = total+p, mean+p*y, information+p*g[0]*g[0]
		if y < 9 {
			const h = 1e-5
			assert.InDelta(t, (at(theta+h, phi, y)-at(theta-h, phi, y))/(2*h), g[0], 1e-8, "θ, y = %v", y)
			assert.InDelta(t, (at(theta, phi+h, y)-at(theta, phi-h, y))/(2*h), own[0], 1e-8, "φ, y = %v", y)
		}
	}
	assert.InDelta(t, 1, total, 1e-12)
	assert.InDelta(t, math.Exp(theta), mean, 1e-10)
	g, w, own := []float64{0}, []float64{0}, []float64{0}
	countDensity{}.Working(g, w, []float64{theta}, []float64{3}, []float64{phi}, own)
	assert.InDelta(t, information, w[0], 1e-10, "the variance of the derivative is its expected information")
}

// Labels that are drawn have the moments that the family says they have.
func TestDrawOfCounts(t *testing.T) {
	const n, theta, phi = 100_000, 0.8, 2.5
	y := make([]float64, n)
	for i := range y {
		y[i] = theta
	}
	counts{}.Draw(rand.New(rand.NewPCG(1, 2)), y, []float64{phi})
	mean, variance := stat.MeanVariance(y, nil)
	m := math.Exp(theta)
	want := m + m*m/phi
	assert.InDelta(t, m, mean, 5*math.Sqrt(want/n))
	assert.InDelta(t, want, variance, 0.15, "5 standard errors")
	for _, y := range y[:100] {
		assert.True(t, counts{}.Takes(y))
	}
	assert.False(t, counts{}.Takes(-1))
	assert.False(t, counts{}.Takes(0.5))
}
