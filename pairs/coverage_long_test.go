//go:build long

package pairs

import (
	"math"
	"testing"
)

// The same in three worlds and more studies.
func TestLongCoverage(t *testing.T) {
	for name, w := range map[string]world{
		"labels share answers": {[]float64{0, 0.3, 0.8}, 0.2, 1, 0, -0.5, 40, 50, 1, 5},
		"pairs share answers":  {[]float64{0, 0.3, 0.6, 1}, 0.2, 0.8, 0, math.Inf(-1), 30, 90, 6, 1},
		"tastes":               {[]float64{0, 0.3, 0.6, 1}, 0, 0.6, 0.6, -0.5, 60, 20, 3, 2},
	} {
		t.Run(name, func(t *testing.T) { checkCoverage(t, w, 100) })
	}
}
