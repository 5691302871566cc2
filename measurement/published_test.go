package measurement

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// grid returns the labels of rows of items by labelers; NaN is no label.
func grid(rows [][]float64) (item, labeler []int32, value []float64) {
	for i, row := range rows {
		for l, x := range row {
			if !math.IsNaN(x) {
				item, labeler, value = append(item, int32(i)), append(labeler, int32(l)), append(value, x)
			}
		}
	}
	return item, labeler, value
}

func analysisOf(t *testing.T, rows [][]float64) *Analysis {
	t.Helper()
	a, err := New(grid(rows))
	require.NoError(t, err)
	return a
}

// shroutFleiss are six targets and four judges: Shrout and Fleiss (1979), Intraclass correlations: uses in assessing
// rater reliability, Psychological Bulletin 86, Table 2.
func shroutFleiss() [][]float64 {
	return [][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}}
}

// Mean squares of Table 3, correlations of Table 4 of Shrout and Fleiss (1979). Limits are of psych::ICC of R's psych
// 2.2.9 (lmer = FALSE), which prints two decimals.
func TestShroutAndFleiss(t *testing.T) {
	a := analysisOf(t, shroutFleiss())
	for name, of := range map[string]struct {
		got MeanSquare
		ms  float64
		df  float64
	}{
		"between targets": {a.Item, 11.24, 5}, "between judges": {a.Labeler, 32.49, 3},
		"residual": {a.Residual, 1.02, 15}, "within targets": {a.Within, 6.26, 18}, "one-way": {a.Between, 11.24, 5},
	} {
		assert.InDelta(t, of.ms, of.got.Value, 0.0051, name)
		assert.InDelta(t, of.df, of.got.DF, 1e-9, name)
	}
	for f, want := range map[Form][2]float64{OneWay: {.17, .44}, Agreement: {.29, .62}, Consistency: {.71, .91}} {
		one, mean, err := a.ICC(f, 0.95)
		require.NoError(t, err)
		assert.InDelta(t, want[0], one.Value, 0.0051)
		assert.InDelta(t, want[1], mean.Value, 0.0051)
	}
	for f, want := range map[Form][4]float64{OneWay: {-.13, .72, -.88, .91}, Agreement: {.019, .76, .071, .93},
		Consistency: {.34, .95, .68, .99}} {
		one, mean, err := a.ICC(f, 0.95)
		require.NoError(t, err)
		got := []float64{one.Limits.Lower, one.Limits.Upper, mean.Limits.Lower, mean.Limits.Upper}
		for n := range want {
			assert.InDelta(t, want[n], got[n], 0.0051)
		}
	}
}
