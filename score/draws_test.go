package score

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
)

// However widely true scores of items differ, the score of items that people did not label has the mean and variance of
// a brute sum with 8,000 steps, and a labelled item the mean label of its people.
func TestItemsOfAPoint(t *testing.T) {
	for _, sd := range []float64{0.1, 1, 3, 6, 20} {
		for _, of := range [][2]float64{{0, 0}, {0.8, 0}, {0.8, 0.5}} { // levels and discriminations of people
			r := &drawn{family: family.Bernoulli{}.Response()}
			at := family.Point{Mean: 0.7, SD: sd, Rest: of[0], Slope: of[1]}
			h := func(theta, b float64) float64 { // of people, whose predictors are summed over
				rest := math.Hypot(at.Rest, at.Slope*b)
				if rest == 0 {
					return 1 / (1 + math.Exp(-theta))
				}
				sum, all := 0.0, 0.0
				for n := -480; n <= 480; n++ {
					z := float64(n) / 48
					w := math.Exp(-z * z / 2)
					sum, all = sum+w/(1+math.Exp(-theta-rest*z)), all+w
				}
				return sum / all
			}
			var mean, square, all float64
			for n := -4_000; n <= 4_000; n++ {
				z := float64(n) / 400
				w, x := math.Exp(-z*z/2), h(0.7+sd*z, sd*z)
				mean, square, all = mean+w*x, square+w*x*x, all+w
			}
			mean, square = mean/all, square/all
			got, variance := r.itemsAt(at, nil)
			require.InDelta(t, mean, got, 1e-9, "%+v", at)
			require.InDelta(t, square-mean*mean, variance, 1e-9, "%+v", at)
			known, squares := make([]float64, 1), make([]float64, 1)
			r.labelsAt(at, nil, known, squares, []float64{-1.1}, []float64{-0.4})
			require.InDelta(t, h(-1.1, -0.4), known[0], 1e-9, "%+v", at)
		}
	}
	mean, variance := new(drawn).itemsAt(family.Point{Mean: 0.7, SD: 2}, nil)
	require.Equal(t, []float64{0.7, 4}, []float64{mean, variance})
}
