package logproduct

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The sum of logarithms is the oracle, of numbers whose product no double holds too; 0, infinity and what is not a
// number stay what they are.
func TestLog(t *testing.T) {
	for _, factor := range []float64{1e-200, 1e-3, 0.7, 1, 3, 1e5, 1e200} {
		p, want := New(), 0.0
		for i := range 100 {
			x := factor * (1 + float64(i)/100)
			p.Times(x)
			n := i % 12 * i // to 1,000
			p.Power(x, n)
			want += float64(1+n) * math.Log(x)
		}
		p.Add(3)
		require.InDelta(t, want+3, p.Log(), 1e-11*(1+math.Abs(want)))
	}
	for _, x := range []float64{0, math.Inf(1), math.NaN()} {
		p := New()
		p.Power(x, 5)
		if want := math.Log(x); math.IsNaN(want) {
			require.True(t, math.IsNaN(p.Log()))
		} else {
			require.Equal(t, want, p.Log())
		}
	}
	for _, x := range []float64{0, math.Inf(1), math.NaN()} {
		p := New()
		p.Times(2)
		p.Times(x)
		p.Times(3)
		if want := math.Log(x); math.IsNaN(want) {
			require.True(t, math.IsNaN(p.Log()))
		} else {
			require.Equal(t, want, p.Log())
		}
	}
	none := New()
	require.Zero(t, none.Log())
}
