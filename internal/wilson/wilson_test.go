package wilson

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Oracle: a limit is a share q from which p is z standard errors √(q(1 − q)/n) away.
func TestLimitsAreThoseOfTheScoreTest(t *testing.T) {
	const z = 1.96
	for _, n := range []float64{1, 7.5, 40, 1e6} {
		for _, p := range []float64{0, 0.01, 0.5, 0.9, 1} {
			lower, upper := Limits(p, n, z)
			assert.LessOrEqual(t, lower, p+1e-15)
			assert.GreaterOrEqual(t, upper, p-1e-15)
			for _, q := range []float64{lower, upper} {
				if q > 1e-12 && q < 1-1e-12 {
					assert.InDelta(t, z, math.Abs(p-q)/math.Sqrt(q*(1-q)/n), 1e-9)
				} else {
					assert.Equal(t, p, math.Round(q))
				}
			}
		}
	}
}
