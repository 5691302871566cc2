package score

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
)

// However widely true scores of items differ, the score of items that people did not label has the mean and variance of
// a brute sum with 40,000 steps, and a labelled item the mean label of its people.
func TestItemsOfAPoint(t *testing.T) {
	for _, sd := range []float64{0.1, 1, 3, 6, 20} {
		for _, rest := range []float64{0, 0.8} {
			at := point{family: family.Bernoulli{}.Response(), sd: sd, rest: rest}
			h := func(theta float64) float64 { // of people, whose levels are summed over
				if rest == 0 {
					return 1 / (1 + math.Exp(-theta))
				}
				sum, all := 0.0, 0.0
				for n := -60; n <= 60; n++ {
					z := float64(n) / 6
					w := math.Exp(-z * z / 2)
					sum, all = sum+w/(1+math.Exp(-theta-rest*z)), all+w
				}
				return sum / all
			}
			var mean, square, all float64
			for n := -20_000; n <= 20_000; n++ {
				z := float64(n) / 2000
				w, x := math.Exp(-z*z/2), h(0.7+sd*z)
				mean, square, all = mean+w*x, square+w*x*x, all+w
			}
			mean, square = mean/all, square/all
			got, variance := at.items(0.7)
			require.InDelta(t, mean, got, 1e-9, "%+v", at)
			require.InDelta(t, square-mean*mean, variance, 1e-9, "%+v", at)
			known, squares := make([]float64, 1), make([]float64, 1)
			at.labels(known, squares, []float64{-1.1})
			require.InDelta(t, h(-1.1), known[0], 1e-9, "%+v", at)
		}
	}
	at := point{sd: 2}
	mean, variance := at.items(0.7)
	require.Equal(t, []float64{0.7, 4}, []float64{mean, variance})
}
