package nonparam

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Coefficients of the table of two raters' categories are not Cohen's kappa, and neither are their standard errors. One
// item shows no variance.
func TestErrorsOfTwoRaters(t *testing.T) {
	rows := [][]float64{{1, 1}, {1, 0}, {0, 0}, {1, 1}, {0, 0}, {0, 1}, {1, 1}, {1, 0}, {0, 0}, {1, 1}}
	r, err := FromMatrix(rows)
	require.NoError(t, err)
	none := []Coefficient{KappaMaxName, KappaOverMaxName, PrevalenceIndexName, BiasIndexName}
	all, err := AgreementOf(context.Background(), []*Ratings{r}, Options{Coefficients: append(none, CohenKappaName)})
	require.NoError(t, err)
	for _, e := range all[:4] {
		assert.Nil(t, e.SE, e.Coefficient)
	}
	assert.InDelta(t, 0.28397, *all[4].SE, 1e-5) // by Fleiss, Cohen and Everitt

	one, err := FromMatrix([][]float64{{1, 0}, {1, math.NaN()}})
	require.NoError(t, err)
	all, err = AgreementOf(context.Background(), []*Ratings{one}, Options{Coefficients: []Coefficient{CohenKappaName}})
	require.NoError(t, err)
	assert.Empty(t, all[0].Undefined)
	assert.Nil(t, all[0].SE)
}

// Without the one rater who differs all ratings are equal, although sums of shares such as 1/3 and 1/7 leave a rounding
// error: kappa is then undefined, not 1 with an interval.
func TestRoundingIsNoDisagreement(t *testing.T) {
	for n := 3; n < 40; n++ {
		var rows [][]float64
		for i := range n {
			row := []float64{2, 1, 1, 1, 1, 1, 1}
			for k := 3 + i%5; k < len(row); k++ {
				row[k] = math.NaN()
			}
			rows = append(rows, row)
		}
		r, err := FromMatrix(append(rows, []float64{math.NaN(), 1, 1, 1, 1, 1, 1}))
		require.NoError(t, err)
		o := Options{Coefficients: []Coefficient{FleissKappaName}, Intervals: Jackknife{}, Workers: 1}
		all, err := AgreementOf(context.Background(), []*Ratings{r}, o)
		require.NoError(t, err)
		assert.Equal(t, string(withoutRater+noVariation), all[0].NoInterval, "%d items", n)
	}
}
