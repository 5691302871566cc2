package result

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of two fits the worst number of each kind counts, and messages say which fit they are about.
func TestTrustBoth(t *testing.T) {
	a := &Diagnostics{Divergences: 1, MaxRHat: 1.02, MinESSBulk: 500, MinESSTail: 300, MinEBFMI: 0.9, Converged: true,
		Messages: []string{"x"}}
	b := &Diagnostics{Divergences: 2, MaxRHat: 1.01, MinESSBulk: 400, MinESSTail: 600, MinEBFMI: 0.8, OK: true,
		Converged: true, Messages: []string{}}
	assert.Equal(t, &Diagnostics{Divergences: 3, MaxRHat: 1.02, MinESSBulk: 400, MinESSTail: 300, MinEBFMI: 0.8,
		Converged: true, Messages: []string{"march: x"}}, TrustBoth([2]string{"march", "april"}, [2]*Diagnostics{a, b}))
	assert.Equal(t, []string{"x"}, a.Messages, "the fits keep theirs")
}
