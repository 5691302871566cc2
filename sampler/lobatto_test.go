package sampler

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// A rule of n + 1 nodes integrates polynomials up to degree 2n − 1 exactly, and no more.
func TestLobattoRules(t *testing.T) {
	for n, rule := range lobatto {
		if n == 0 {
			continue
		}
		require.Len(t, rule, n+1)
		for degree := range 2*n + 1 {
			sum := 0.0
			for _, r := range rule {
				sum += r.weight * math.Pow(r.at, float64(degree))
			}
			exact := 1 / float64(degree+1)
			if degree < 2*n {
				assert.InDelta(t, exact, sum, 1e-15, "%d steps, degree %d", n, degree)
			} else {
				assert.Greater(t, math.Abs(exact-sum), 1e-6, "%d steps, degree %d", n, degree)
			}
		}
	}
}

// Whatever the number of steps, a path drifts and kicks for the whole time, has at least
// as many steps, and is the same backwards.
func TestPathsAreWholeAndSymmetric(t *testing.T) {
	eachIntegrator(t, func(t *testing.T, in integrator) {
		assert.Empty(t, in.path(nil, 0, 0))
		for steps := 1; steps <= 40; steps++ {
			path := in.path([]stage{{1, 2, 3}}, 1.7, steps)
			require.GreaterOrEqual(t, len(path), steps)
			require.LessOrEqual(t, len(path), steps+steps/4+1)
			drift, kick := 0.0, 0.0
			for i, s := range path {
				back := path[len(path)-1-i]
				assert.InDeltaSlice(t, []float64{s.before, s.drift, s.after},
					[]float64{back.after, back.drift, back.before}, 1e-15)
				drift += s.drift
				kick += s.before + s.after
			}
			assert.InDelta(t, 1.7, drift, 1e-14)
			assert.InDelta(t, 1.7, kick, 1e-14)
		}
	})
}

// follow returns the point that a path leads to from z, or the way back.
func follow(m *stepper, z *point, path []stage, back bool) *point {
	path = slices.Clone(path)
	if back {
		for i, s := range path {
			path[i] = stage{-s.after, -s.drift, -s.before}
		}
		slices.Reverse(path)
	}
	for _, s := range path {
		z, _, _ = m.step(z, s, z.energy(), 1)
	}
	return z
}

func TestPathsAreReversible(t *testing.T) {
	eachIntegrator(t, func(t *testing.T, in integrator) {
		m := testSpace(funnel(4, 1), nil, in)
		for steps := 1; steps <= 13; steps++ {
			z := randomPoint(m, 0.5)
			path := in.path(nil, 0.8, steps)
			back := follow(m, follow(m, z, path, false), path, true)
			assert.InDeltaSlice(t, z.x, back.x, 1e-10)
			assert.InDeltaSlice(t, z.p, back.p, 1e-10)
		}
	})
}

func TestPathsPreserveVolume(t *testing.T) {
	m := testSpace(funnel(2, 1), nil, split{})
	const d, h = 3, 1e-5
	z := randomPoint(m, 1)
	for steps := 1; steps <= 7; steps++ {
		path := split{}.path(nil, 1.2, steps)
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
				return follow(m, w, path, false)
			}
			plus, minus := end(h), end(-h)
			for i := range d {
				jacobian.Set(i, j, (plus.x[i]-minus.x[i])/(2*h))
				jacobian.Set(d+i, j, (plus.p[i]-minus.p[i])/(2*h))
			}
		}
		assert.InDelta(t, 1, mat.Det(jacobian), 1e-6, "%d steps", steps)
	}
}

// nearlyNormal is a standard normal whose log density has a small cubic and quartic part.
func nearlyNormal(dim int, delta float64) Target {
	return density{dim, func(grad, x []float64) float64 {
		logp := 0.0
		for i, v := range x {
			logp -= v*v/2 + delta*(v*v*v/3+v*v*v*v/4)
			grad[i] = -v - delta*(v*v+v*v*v)
		}
		return logp
	}}
}

// What the path is for: on a nearly normal target the energy error of a quarter period is
// much smaller than with kicks of equal size, and of second order in the deviation.
func TestLobattoPathHasSmallEnergyError(t *testing.T) {
	const time = 1.4
	rms := func(delta float64, path []stage) float64 {
		m := testSpace(nearlyNormal(5, delta), nil, split{})
		sum := 0.0
		for range 200 {
			z := randomPoint(m, 0.7)
			e := follow(m, z, path, false).energyError(z.energy())
			sum += e * e
		}
		return math.Sqrt(sum / 200)
	}
	even := func(steps int) []stage {
		path := make([]stage, steps)
		for i := range path {
			path[i] = evenStage(time / float64(steps))
		}
		return path
	}
	for steps := 3; steps <= 5; steps++ {
		assert.Greater(t, rms(1e-3, even(steps))/rms(1e-3, split{}.path(nil, time, steps)), 4.0, "%d steps", steps)
	}
	assert.InEpsilon(t, 10, rms(1e-2, even(5))/rms(1e-3, even(5)), 0.1)
	assert.Greater(t, rms(1e-2, split{}.path(nil, time, 5))/rms(1e-3, split{}.path(nil, time, 5)), 50.0)
}
