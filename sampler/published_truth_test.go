package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A component is a point of a quadrature over some parameters: the logarithm of its
// weight, up to a constant, and the moments of all quantities given the point.
type component struct {
	logWeight      float64
	mean, variance []float64
}

// exactly is a component at which the quantities are known.
func exactly(logWeight float64, quantities ...float64) component {
	return component{logWeight, quantities, make([]float64, len(quantities))}
}

// mixture returns the components as one: the logarithm of their total weight and the
// moments by the laws of total expectation and total variance.
func mixture(components []component) component {
	top := math.Inf(-1)
	for _, n := range components {
		top = max(top, n.logWeight)
	}
	quantities := len(components[0].mean)
	m := component{mean: make([]float64, quantities), variance: make([]float64, quantities)}
	total := 0.0
	for _, n := range components {
		w := math.Exp(n.logWeight - top)
		total += w
		for q, x := range n.mean {
			m.mean[q] += w * x
		}
	}
	for q := range m.mean {
		m.mean[q] /= total
	}
	for _, n := range components {
		w := math.Exp(n.logWeight-top) / total
		for q, x := range n.mean {
			m.variance[q] += w * (n.variance[q] + (x-m.mean[q])*(x-m.mean[q]))
		}
	}
	m.logWeight = top + math.Log(total)
	return m
}

// moments returns the mean and standard deviation of each quantity.
func (n component) moments() []moment {
	all := make([]moment, len(n.mean))
	for q := range all {
		all[q] = moment{q, n.mean[q], math.Sqrt(n.variance[q])}
	}
	return all
}

// A lattice returns n equally spaced points from lo to hi. With equal weights they
// are the trapezoidal rule for an integrand that vanishes at both ends, whose error
// falls faster than any power of the spacing where the integrand is smooth.
type lattice func(lo, hi float64, n int) []float64

// plain is the lattice as asked for.
func plain(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	return x
}

// finer is a lattice a tenth longer at each end with half as many points again for
// the same length.
func finer(lo, hi float64, n int) []float64 {
	more := (hi - lo) / 10
	return plain(lo-more, hi+more, n*9/5)
}

// What a quadrature says is no truth unless a finer one over a wider range says
// the same.
func TestPublishedTruthsHaveConverged(t *testing.T) {
	for name, truth := range map[string]func(lattice) []moment{
		"eight schools": schoolsTruth,
		"bioassay":      bioassay.truth,
		"beetles":       beetles.truth,
		"dyestuff":      dyestuffTruth,
		"rats":          ratsTruth,
		"seeds":         seedsTruth,
		"pumps":         pumpsTruth,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := truth(finer)
			for i, got := range truth(plain) {
				// A tenth of the smallest standard error of 400,000 draws.
				tolerance := 5e-4 * want[i].sd
				if want[i].sd == 0 {
					tolerance = 1e-3 // of a mean alone, dyestuff's μ
				}
				assert.InDelta(t, want[i].mean, got.mean, tolerance, "mean of quantity %d", i)
				assert.InDelta(t, want[i].sd, got.sd, tolerance, "standard deviation of quantity %d", i)
			}
		})
	}
}

// A normal in two dimensions with correlation ρ, one coordinate integrated on a
// lattice and the other in closed form given the first.
func TestMixtureOfNodes(t *testing.T) {
	const rho = 0.8
	var components []component
	for _, x := range plain(-9, 9, 60) {
		components = append(components, component{3 - x*x/2, []float64{1 + x, rho * x}, []float64{0, 1 - rho*rho}})
	}
	m := mixture(components)
	assert.InDelta(t, 3+math.Log(math.Sqrt(2*math.Pi)*59/18), m.logWeight, 1e-12)
	for q, want := range []moment{{0, 1, 1}, {1, 0, 1}} {
		got := m.moments()[q]
		assert.InDelta(t, want.mean, got.mean, 1e-12)
		assert.InDelta(t, want.sd, got.sd, 1e-12)
	}
}
