package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHMCTakesAQuarterPeriod(t *testing.T) {
	m := testSpace(stdNormal(10), nil, leapfrog{})
	h := &hmc{stepper: m, length: 1, maxSteps: 1000}
	z := randomPoint(m, 1)
	least, most := math.MaxInt, 0
	for range 300 {
		var s Stat
		z, s = h.transition(z, 0.1)
		least, most = min(least, s.Leapfrogs), max(most, s.Leapfrogs)
		require.False(t, s.MaxDepthHit)
		require.Equal(t, 0.1, s.StepSize)
	}
	// 0.75·π/2 = 1.178 and 1.25·π/2 = 1.963 in steps of 0.1, rounded.
	assert.Equal(t, []int{12, 20}, []int{least, most})

	_, s := h.transition(z, 3)
	assert.Equal(t, 1, s.Leapfrogs)
	assert.LessOrEqual(t, s.StepSize, 1.25*math.Pi/2, "a step is no longer than the trajectory")
	h.maxSteps = 4
	_, s = h.transition(z, 0.1)
	assert.True(t, s.MaxDepthHit)
	assert.Equal(t, 4, s.Leapfrogs)
}

// A step into a region that the target rejects is a divergence that knows where it
// happened, for either algorithm, and the state stays where it was.
func TestRejectedRegionIsADivergence(t *testing.T) {
	wall := density{1, func(grad, x []float64) float64 {
		grad[0] = -x[0]
		if x[0] > 0.5 {
			return math.NaN()
		}
		return -x[0] * x[0] / 2
	}}
	for name, path := range map[string]func(m *stepper) trajectory{
		"NUTS": func(m *stepper) trajectory { return newTestNUTS(m, 5) },
		"HMC":  func(m *stepper) trajectory { return &hmc{stepper: m, length: 1, maxSteps: 100} },
	} {
		t.Run(name, func(t *testing.T) {
			m := testSpace(wall, nil, leapfrog{})
			told := 0
			m.diverged = func(from, to *point, e float64) {
				told++
				assert.LessOrEqual(t, from.x[0], 0.5)
				assert.Greater(t, to.x[0], 0.5)
				assert.Equal(t, math.Inf(1), e)
			}
			p, z := path(m), m.pool.point(1)
			z.x[0] = 0
			m.space.evaluate(z)
			divergent := 0
			for range 200 {
				var s Stat
				z, s = p.transition(z, 0.3)
				require.LessOrEqual(t, z.x[0], 0.5)
				require.False(t, math.IsNaN(s.AcceptStat) || math.IsInf(s.Energy, 0))
				if s.Divergent {
					divergent++
				}
			}
			assert.Equal(t, told, divergent)
			assert.Greater(t, divergent, 10)
		})
	}
}

// Points that have the target's distribution have it after transitions too, of which many go to the end of a second
// trajectory: a mixture of two normals, one of them too narrow for the step. Chains move there, where they would stand
// still, and come back.
func TestSecondTrajectoriesLeaveTheTargetInvariant(t *testing.T) {
	const (
		points, transitions   = 400_000, 2
		narrow, share, length = 0.2, 0.5, 0.8
		eps                   = 0.45
	)
	mixture := density{2, func(grad, x []float64) float64 {
		square := x[0]*x[0] + x[1]*x[1]
		a := share / (narrow * narrow) * math.Exp(-square/2/(narrow*narrow))
		b := (1 - share) * math.Exp(-square/2)
		k := -(a/(narrow*narrow) + b) / (a + b)
		grad[0], grad[1] = k*x[0], k*x[1]
		return math.Log(a + b)
	}}
	m := testSpace(mixture, nil, leapfrog{})
	m.settled = true
	inside := share*(1-math.Exp(-2)) + (1-share)*(1-math.Exp(-2*narrow*narrow)) // within 2·narrow
	for _, delayed := range []bool{false, true} {
		h := &hmc{stepper: m, length: length, maxSteps: 1000, delayed: delayed}
		var second, moved, within int
		for range points {
			z := m.pool.point(1)
			sd := 1.0
			if m.rng.Float64() < share {
				sd = narrow
			}
			for i := range z.x {
				z.x[i] = sd * m.rng.NormFloat64()
			}
			m.space.evaluate(z)
			for range transitions {
				from := z.x[0]
				var s Stat
				z, s = h.transition(z, eps)
				if s.AcceptStat < retryBelow {
					second++
					if z.x[0] != from {
						moved++
					}
				}
			}
			if math.Hypot(z.x[0], z.x[1]) < 2*narrow {
				within++
			}
			m.pool.release(z)
		}
		assert.InDelta(t, inside, float64(within)/points, 4*math.Sqrt(inside*(1-inside)/points), "%v", delayed)
		assert.Greater(t, second, points*transitions/10)
		if delayed {
			assert.Greater(t, moved, second/4)
		} else {
			assert.Less(t, moved, second/20)
		}
	}
}

// From either end of a second trajectory, what is rejected first and accepted then is the same.
func TestSecondTrajectoriesAreInDetailedBalance(t *testing.T) {
	rng := newRand(3, 0)
	for range 1000 {
		a, b, e := retryBelow*rng.Float64(), retryBelow*rng.Float64(), 3*rng.NormFloat64()
		there := (1 - a) * retryAcceptance(a, b, e)
		back := math.Exp(-e) * (1 - b) * retryAcceptance(b, a, -e)
		require.InEpsilon(t, there, back, 1e-12)
		require.LessOrEqual(t, retryAcceptance(a, b, e), retryAcceptance(a, 0, e))
		require.Zero(t, retryAcceptance(a, retryBelow+b, e))
	}
	require.Zero(t, retryAcceptance(0, 0, math.Inf(1)))
}

// Chains try again once their step size is settled, and only where they are told to.
func TestDelayedRejectionBeginsWithTheDraws(t *testing.T) {
	var runs [2]*Run
	for i := range runs {
		run, err := Sample(t.Context(), func(int) (Target, error) { return funnel(4, 3), nil },
			Settings{Chains: 1, Warmup: 100, Draws: 200, Seed: 1, Algorithm: HMC, DelayedRejection: i == 1})
		require.NoError(t, err)
		runs[i] = run
	}
	once, twice := runs[0].Chains[0], runs[1].Chains[0]
	assert.Equal(t, once.WarmupGradients, twice.WarmupGradients)
	assert.Greater(t, twice.SamplingGradients, once.SamplingGradients)
	assert.Equal(t, once.StepSize, twice.StepSize)
}

// A second trajectory that does not diverge takes the place of one that does, of which nobody is told.
func TestSecondTrajectoryMayEndADivergence(t *testing.T) {
	steep := density{1, func(grad, x []float64) float64 {
		const precision = 25
		grad[0] = -precision * x[0]
		return -precision * x[0] * x[0] / 2
	}}
	for _, delayed := range []bool{false, true} {
		m := testSpace(steep, nil, leapfrog{})
		m.settled = true
		told := 0
		m.diverged = func(*point, *point, float64) { told++ }
		h := &hmc{stepper: m, length: 4, maxSteps: 1000, delayed: delayed}
		z := randomPoint(m, 0.2)
		divergent, sum := 0, 0.0
		const n = 4000
		for range n {
			var s Stat
			// Leapfrog is stable for steps of less than 2/5.
			z, s = h.transition(z, 0.6)
			if s.Divergent {
				divergent++
			}
			sum += z.x[0] * z.x[0] * 25 / n
		}
		assert.Equal(t, told, divergent)
		if !delayed {
			assert.Greater(t, divergent, n/2)
			continue
		}
		assert.Zero(t, divergent)
		assert.InDelta(t, 1, sum, 0.1)
	}
}

func BenchmarkDelayedRejection(b *testing.B) {
	for name, delayed := range map[string]bool{"once": false, "twice": true} {
		b.Run(name, func(b *testing.B) {
			m := testSpace(funnel(9, 1), nil, leapfrog{})
			m.settled = true
			h := &hmc{stepper: m, length: 1, maxSteps: 1000, delayed: delayed}
			z := randomPoint(m, 1)
			before := m.space.gradients
			for b.Loop() {
				z, _ = h.transition(z, 0.3)
			}
			b.ReportMetric(float64(m.space.gradients-before)/float64(b.N), "gradients/op")
		})
	}
}
