package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHMCTakesAQuarterPeriod(t *testing.T) {
	m := testSpace(stdNormal(10), nil, leapfrog{})
	h := &hmc{mover: m, length: 1, maxSteps: 1000}
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
	for name, path := range map[string]func(m *mover) trajectory{
		"NUTS": func(m *mover) trajectory { return newTestNUTS(m, 5) },
		"HMC":  func(m *mover) trajectory { return &hmc{mover: m, length: 1, maxSteps: 100} },
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
