package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// testSpace is a target in the coordinates of a metric, with a stepper to go about
// in it.
func testSpace(t Target, m *Metric, in integrator) *stepper {
	if m == nil {
		m = identityMetric(t.Dim())
	}
	return newStepper(context.Background(), newWhitened(t, m), in, newRand(7, 0))
}

// randomPoint returns an evaluated point with a standard normal position times
// spread and a standard normal momentum.
func randomPoint(m *stepper, spread float64) *point {
	z := m.pool.point(1)
	for i := range z.x {
		z.x[i] = spread * m.rng.NormFloat64()
	}
	m.space.evaluate(z)
	z.refresh(m.rng)
	return z
}

// walk returns the point that n steps lead to from z.
func walk(m *stepper, z *point, eps float64, n int) *point {
	for range n {
		z, _, _ = m.step(z, evenStage(eps), z.energy(), 1)
	}
	return z
}

func eachIntegrator(t *testing.T, f func(t *testing.T, in integrator)) {
	t.Run("leapfrog", func(t *testing.T) { f(t, leapfrog{}) })
	t.Run("split", func(t *testing.T) { f(t, split{}) })
}

// A trajectory followed backwards ends where it began.
func TestIntegratorsAreReversible(t *testing.T) {
	eachIntegrator(t, func(t *testing.T, in integrator) {
		targets := map[string]Target{"schools": schools(false), "funnel": funnel(4, 1), "t": studentT(6, 3)}
		for name, target := range targets {
			m := testSpace(target, nil, in)
			for range 10 {
				z := randomPoint(m, 0.5)
				back := walk(m, walk(m, z, 0.1, 20), -0.1, 20)
				assert.InDeltaSlice(t, z.x, back.x, 1e-10, name)
				assert.InDeltaSlice(t, z.p, back.p, 1e-10, name)
			}
		}
	})
}

// The Jacobian of (x, p) after some steps by (x, p) before, by central
// differences, has determinant 1.
func TestIntegratorsPreserveVolume(t *testing.T) {
	eachIntegrator(t, func(t *testing.T, in integrator) {
		m := testSpace(funnel(2, 1), nil, in)
		const d, h = 3, 1e-5
		z := randomPoint(m, 1)
		jacobian := mat.NewDense(2*d, 2*d, nil)
		for j := range 2 * d {
			end := func(by float64) *point {
				w := m.pool.point(1)
				copy(w.x, z.x)
				copy(w.p, z.p)
				if j < d {
					w.x[j] += by
				} else {
					w.p[j-d] += by
				}
				m.space.evaluate(w)
				return walk(m, w, 0.3, 5)
			}
			plus, minus := end(h), end(-h)
			for i := range d {
				jacobian.Set(i, j, (plus.x[i]-minus.x[i])/(2*h))
				jacobian.Set(d+i, j, (plus.p[i]-minus.p[i])/(2*h))
			}
		}
		assert.InDelta(t, 1, mat.Det(jacobian), 1e-6)
	})
}

// Halving the step divides the energy error of one step by 2³ and that of a
// trajectory of fixed length by 2².
func TestEnergyErrorScalesAsTheOrderSays(t *testing.T) {
	eachIntegrator(t, func(t *testing.T, in integrator) {
		m := testSpace(schools(false), nil, in)
		rms := func(eps float64, steps int) float64 {
			m.rng = rand.New(rand.NewPCG(1, 2)) // the same starts for each step size
			sum := 0.0
			for range 100 {
				z := randomPoint(m, 0.7)
				e := walk(m, z, eps, steps).energyError(z.energy())
				sum += e * e
			}
			return math.Sqrt(sum / 100)
		}
		const eps = 0.02
		assert.InEpsilon(t, 8, rms(eps, 1)/rms(eps/2, 1), 0.02)
		assert.InEpsilon(t, 4, rms(eps, 50)/rms(eps/2, 100), 0.02)
	})
}

// A metric that is the posterior's own makes a normal a standard normal: there
// the gradient is −x, and the split has no energy error for any step.
func TestNormalIsWhitenedByItsMetric(t *testing.T) {
	const d = 30
	scale := make([]float64, d)
	for i := range scale {
		scale[i] = math.Pow(2, float64(i%7)-3)
	}
	target := autoregression(d, 0.8, func(i int) float64 { return scale[i] })
	metric := normalMetric(repeat(d, 1), scale, 0.8)
	m := testSpace(target, metric, split{})
	z := randomPoint(m, 1)
	minus := make([]float64, d)
	for i, v := range z.x {
		minus[i] = -v
	}
	assert.InDeltaSlice(t, minus, z.g, 1e-10)
	for _, eps := range []float64{0.1, 1, 1.5} {
		assert.InDelta(t, 0, walk(m, z, eps, 10).energyError(z.energy()), 1e-9, "split, step %v", eps)
	}
	// The leapfrog has some: the check above can fail.
	m.integrator = leapfrog{}
	assert.Greater(t, math.Abs(walk(m, z, 1, 10).energyError(z.energy())), 0.1)
}

// The exact rotation: on a standard normal the split moves as Hamilton's equations
// do, x(t) = x cos t + p sin t.
func TestSplitIsExactOnStandardNormal(t *testing.T) {
	m := testSpace(stdNormal(4), nil, split{})
	z := randomPoint(m, 1)
	end := walk(m, z, 0.25, 8)
	sin, cos := math.Sincos(2)
	for i := range z.x {
		assert.InDelta(t, z.x[i]*cos+z.p[i]*sin, end.x[i], 1e-13)
		assert.InDelta(t, z.p[i]*cos-z.x[i]*sin, end.p[i], 1e-13)
	}
}

// Leapfrog on a standard normal in one dimension is a linear map; this is the
// composition of its three shears.
func TestLeapfrogIsTheTextbookScheme(t *testing.T) {
	m := testSpace(stdNormal(1), nil, leapfrog{})
	z := randomPoint(m, 1)
	const eps = 0.3
	end := walk(m, z, eps, 1)
	x, p := z.x[0], z.p[0]
	p -= eps / 2 * x
	x += eps * p
	p -= eps / 2 * x
	require.InDelta(t, x, end.x[0], 1e-15)
	require.InDelta(t, p, end.p[0], 1e-15)
	require.InDelta(t, (x*x+p*p)/2, end.energy(), 1e-15)
}
