package blocks

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Rows of a covariance's factor become those of its correlations. The row of a study without effects is that of no
// correlation.
func TestUnitRows(t *testing.T) {
	root := []float64{2, 0, 0, 0, 0, 0, 3, 0, 4}
	l := make([]float64, 9)
	UnitRows(l, root, 3, 3)
	assert.InDeltaSlice(t, []float64{1, 0, 0, 0, 1, 0, 0.6, 0, 0.8}, l, 1e-15)
}
