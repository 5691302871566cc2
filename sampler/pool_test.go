package sampler

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every point and vector goes back to the pool: the number that exist does not
// grow with the number of transitions.
func TestPoolGetsEverythingBack(t *testing.T) {
	for name, target := range map[string]Target{"funnel": funnel(3, 3), "t": studentT(4, 3)} {
		for _, path := range []func(m *stepper) trajectory{
			func(m *stepper) trajectory { return newTestNUTS(m, 6) },
			func(m *stepper) trajectory { return &hmc{stepper: m, length: 1, maxSteps: 64} },
		} {
			m := testSpace(target, nil, leapfrog{})
			p := path(m)
			z := randomPoint(m, 1)
			counts := map[bool]int{}
			for i := range 2000 {
				var s Stat
				z, s = p.transition(z, 0.8)
				counts[s.Divergent]++
				require.Equal(t, 1, z.refs)
				if i == 1000 {
					m.pool.points = append([]*point(nil), m.pool.points...)
				}
			}
			require.NotZero(t, counts[false])
			seen := map[*point]bool{z: true}
			for _, q := range m.pool.points {
				require.False(t, seen[q], "%s: a point is in the pool twice, or in use and in the pool", name)
				seen[q] = true
			}
			// At most three points and one sum for each level, and one step under way.
			assert.LessOrEqual(t, len(m.pool.points), 3*8)
			assert.LessOrEqual(t, len(m.pool.vectors), 8)
		}
	}
}

func TestPoolRefusesDoubleRelease(t *testing.T) {
	l := pool{dim: 1}
	z := l.point(1)
	l.release(z)
	assert.PanicsWithValue(t, "sampler: point released too often", func() { l.release(z) })
}
