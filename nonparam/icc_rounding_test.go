package nonparam

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// 0.1 + (0 − 0.3)/3 is 0, and 1.4e-17 in floating point: no coefficient follows from it.
func TestVarianceOfRoundingIsNone(t *testing.T) {
	_, why := squaresOf{n: 3, k: 2, r: 0.1, e: 0.3}.value(ICCAkName)
	assert.Equal(t, noVariance, why)
	v, why := squaresOf{n: 3, k: 2, r: 0.1, e: 0.2}.value(ICCAkName)
	assert.Empty(t, why)
	assert.InDelta(t, -3, v, 1e-12)
}
