package judge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
)

// Between its points the curve has what the family says there, within the bound of its comment.
func TestCurve(t *testing.T) {
	ordered, err := family.NewOrdinal([]string{"a", "b", "c", "d"}, []float64{1, 2, 3, 5})
	require.NoError(t, err)
	for _, c := range []struct {
		family family.Family
		own    []float64
		square float64 // the range of squares
	}{{family.Bernoulli{}, nil, 1}, {ordered, []float64{0.4, 2}, 24}} {
		for _, noise := range []float64{0, 0.7} {
			of, ok := newLabels(c.family)
			require.True(t, ok)
			l := of.fork()
			curve := newCurve(l, -4, 5, noise, c.own)
			for theta := -4.0; theta <= 5; theta += 0.0371 {
				mean, square := l.moments(theta, noise, c.own)
				gotMean, gotSquare := curve.at(theta)
				require.InDelta(t, mean, gotMean, 1.5e-6*4)
				require.InDelta(t, square, gotSquare, 1.5e-6*c.square)
			}
		}
	}
}
