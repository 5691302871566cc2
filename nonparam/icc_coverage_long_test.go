//go:build long

package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// Jackknife intervals of ICC(1) hold its true value at least as often as those on the scale of Fisher's z for two
// ratings did, whose limits are outside of its range. Ratings are normal, without effects of raters.
func TestCoverageOfICC1(t *testing.T) {
	const reps = 1000
	for _, n := range []int{20, 50} {
		for _, k := range []int{2, 4, 10} {
			for _, rho := range []float64{0, 0.1, 0.3, 0.6} {
				rng := rand.New(rand.NewPCG(1, 2))
				held, before, outside := 0, 0, 0
				for range reps {
					rows := make([][]float64, n)
					for i := range rows {
						item := rng.NormFloat64() * math.Sqrt(rho)
						for range k {
							rows[i] = append(rows[i], item+rng.NormFloat64()*math.Sqrt(1-rho))
						}
					}
					r, err := FromMatrix(rows)
					require.NoError(t, err)
					all, err := AgreementOf(context.Background(), []*Ratings{r}, Options{
						Coefficients: []Coefficient{ICC1Name}, Intervals: Jackknife{}, Workers: 1})
					require.NoError(t, err)
					e := all[0]
					l := e.Interval
					require.NotNil(t, l)
					q := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(1, l.DF)}.Quantile(0.975)
					lower, upper := agreement.limits(e.Value, *e.SE, q, -1)
					count := func(n *int, is bool) {
						if is {
							*n++
						}
					}
					count(&held, l.Lower <= rho && rho <= l.Upper)
					count(&before, lower <= rho && rho <= upper)
					count(&outside, lower < -1/float64(k-1))
				}
				t.Logf("%d items × %d, ICC %v: %d of %d held, %d before, %d of those with a limit below −1/(k−1)", n, k,
					rho, held, reps, before, outside)
				assert.GreaterOrEqual(t, held, before)
				assert.Greater(t, float64(held)/reps, 0.95-4*math.Sqrt(0.95*0.05/reps))
			}
		}
	}
}
