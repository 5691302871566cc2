package document

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// An interval that tells nothing is its lower end, and nobody plans more than a thousand labels of an item.
func TestNeeded(t *testing.T) {
	none, inf := math.NaN(), math.Inf(1)
	for want, n := range map[string]Needed{
		"5 [3, 8]":          {5, 3, 8},
		"9 or more":         {62, 9, 19_862},
		"6 [2, 60]":         {6, 2, 60},
		"2 or more":         {6, 2, 61},
		"3 or more":         {inf, 3, inf},
		"more than 1 000":   {2_000, 1_001, 4_000},
		"300 [100, >1 000]": {300, 100, 2_500},
		"800 or more":       {1_500, 800, 4_000},
		"7":                 {7, none, none},
		"∞":                 {inf, inf, inf},
	} {
		assert.Equal(t, want, Say(n, 0))
	}
	assert.Equal(t, "5", Needed{5, 3, 8}.Short())
	assert.Equal(t, "9 or more", Needed{62, 9, 19_862}.Short())
	assert.Equal(t, "more than 1 000", Needed{70_000, none, none}.Short())
}
