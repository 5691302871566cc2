package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The sum of logarithms is the oracle, of numbers whose product no double holds too; 0, infinity and what is not a
// number stay what they are.
func TestLogProduct(t *testing.T) {
	for _, factor := range []float64{1e-200, 1e-3, 0.7, 1, 3, 1e5, 1e200} {
		p, want := newLogProduct(), 0.0
		for i := range 100 {
			x := factor * (1 + float64(i)/100)
			p.times(x)
			want += math.Log(x)
		}
		require.InDelta(t, want, p.value(), 1e-11*(1+math.Abs(want)))
	}
	for _, x := range []float64{0, math.Inf(1), math.NaN()} {
		p := newLogProduct()
		p.times(2)
		p.times(x)
		p.times(3)
		if want := math.Log(x); math.IsNaN(want) {
			require.True(t, math.IsNaN(p.value()))
		} else {
			require.Equal(t, want, p.value())
		}
	}
}
