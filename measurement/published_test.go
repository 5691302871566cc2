package measurement

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// grid returns the labels of rows of items by labelers; NaN is no label. Columns by one labeler are so many.
func grid(rows [][]float64, again int) (item, labeler []int32, value []float64) {
	for i, row := range rows {
		for l, x := range row {
			if !math.IsNaN(x) {
				item, labeler, value = append(item, int32(i)), append(labeler, int32(l/again)), append(value, x)
			}
		}
	}
	return item, labeler, value
}

func analysisOf(t *testing.T, rows [][]float64, again int) *Analysis {
	t.Helper()
	a, err := New(grid(rows, again))
	require.NoError(t, err)
	return a
}

// assertClose compares numbers to so many decimals.
func assertClose(t *testing.T, decimals int, want, got float64, name string) {
	t.Helper()
	assert.InDelta(t, want, got, 0.51*math.Pow10(-decimals), name)
}

// shroutFleiss are six targets and four judges: Shrout and Fleiss (1979), Intraclass correlations: uses in assessing
// rater reliability, Psychological Bulletin 86, Table 2.
func shroutFleiss() [][]float64 {
	return [][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}}
}

// Mean squares are of Table 3 and correlations of Table 4 of Shrout and Fleiss (1979), limits of R's psych 2.2.9:
// psych::ICC(x, lmer = FALSE)$results.
func TestShroutAndFleiss(t *testing.T) {
	a := analysisOf(t, shroutFleiss(), 1)
	for name, of := range map[string]struct {
		got    MeanSquare
		ms, df float64
	}{
		"between targets": {a.Item, 11.24, 5}, "between judges": {a.Labeler, 32.49, 3},
		"residual": {a.Residual, 1.02, 15}, "within targets": {a.Within, 6.26, 18}, "one-way": {a.Between, 11.24, 5},
	} {
		assertClose(t, 2, of.ms, of.got.Value, name)
		assertClose(t, 9, of.df, of.got.DF, name)
	}
	type both struct{ one, low, high, mean, meanLow, meanHigh float64 }
	for f, want := range map[Form]both{
		OneWay:      {0.16574177, -0.132932325, 0.72256006, 0.44279713, -0.884442155, 0.91241542},
		Agreement:   {0.28976378, 0.018786513, 0.76108437, 0.62005055, 0.071136815, 0.92723204},
		Consistency: {0.71484071, 0.342464765, 0.94585826, 0.90931554, 0.675674714, 0.98589168},
	} {
		one, mean, err := a.ICC(f, 0.95)
		require.NoError(t, err)
		got := both{one.Value, one.Limits.Lower, one.Limits.Upper, mean.Value, mean.Limits.Lower, mean.Limits.Upper}
		assert.InDeltaSlice(t, []float64{want.one, want.low, want.high, want.mean, want.meanLow, want.meanHigh},
			[]float64{got.one, got.low, got.high, got.mean, got.meanLow, got.meanHigh}, 1e-7)
	}
}

// SEM 1.01 and a coefficient of variation of 19.1 % are those of reli_stats in the vignette "Reliability Analysis" of
// R's SimplyAgree 0.3. Limits of SEM are sqrt(MSE * 15 / qchisq(c(.975, .025), 15)) in R 4.2; those of agreement are
// the formula of Graybill and Wang (1980) written out in R. Components are of lme4 1.1-31, lmer(y ~ 1 + (1|s) + (1|j)).
func TestErrorsOfShroutAndFleiss(t *testing.T) {
	a := analysisOf(t, shroutFleiss(), 1)
	sem, err := a.SEM(Consistency, 0.95)
	require.NoError(t, err)
	assertClose(t, 2, 1.01, sem.Value, "SEM")
	assertClose(t, 6, 0.7458521, sem.Limits.Lower, "lower")
	assertClose(t, 6, 1.562666, sem.Limits.Upper, "upper")
	cv, err := a.CV(Consistency, 0.95)
	require.NoError(t, err)
	assertClose(t, 3, 0.191, cv.Value, "CV")
	sem, err = a.SEM(Agreement, 0.95)
	require.NoError(t, err)
	assertClose(t, 6, 2.502776, sem.Value, "agreement")
	assertClose(t, 5, 1.602141, sem.Limits.Lower, "lower of agreement")
	assertClose(t, 5, 8.725266, sem.Limits.Upper, "upper of agreement")
	c := a.Components()
	assertClose(t, 4, 2.555563, c.Item, "items")
	assertClose(t, 4, 5.244451, c.Labeler, "labelers")
	assertClose(t, 5, 1.019443, c.Repeated, "residual")
	assert.True(t, math.IsNaN(c.Interaction))
}

// Weir (2005), Quantifying test-retest reliability using the intraclass correlation coefficient and the SEM, two trials
// by eight people. Values are of psych::ICC of R's psych 2.2.9: mean squares 2098.54, 30.25 and 57.11.
func TestWeir(t *testing.T) {
	a := analysisOf(t, [][]float64{{146, 140}, {148, 152}, {170, 152}, {90, 99}, {157, 145}, {156, 153}, {176, 167},
		{205, 218}}, 1)
	assertClose(t, 2, 2098.54, a.Item.Value, "people")
	assertClose(t, 2, 30.25, a.Labeler.Value, "trials")
	assertClose(t, 2, 57.11, a.Residual.Value, "error")
	for f, want := range map[Form]float64{OneWay: 0.9500531, Agreement: 0.9499751, Consistency: 0.9470161} {
		one, _, err := a.ICC(f, 0.95)
		require.NoError(t, err)
		assertClose(t, 6, want, one.Value, "ICC")
	}
	sem, err := a.SEM(Consistency, 0.95)
	require.NoError(t, err)
	assertClose(t, 2, math.Sqrt(57.11), sem.Value, "SEM")
	assert.InDelta(t, 2.77, Detectable(0.95), 0.005)
}

// Bland and Altman (1996), Statistics notes: measurement error, British Medical Journal 313, 744, four peak flows of 20
// children: mean square within children 460.52, within-subject standard deviation 21.5 litres a minute.
func TestPeakFlowOfChildren(t *testing.T) {
	rows := [][]float64{{190, 220, 200, 200}, {220, 200, 240, 230}, {260, 260, 240, 280}, {210, 300, 280, 265},
		{270, 265, 280, 270}, {280, 280, 270, 275}, {260, 280, 280, 300}, {275, 275, 275, 305}, {280, 290, 300, 290},
		{320, 290, 300, 290}, {300, 300, 310, 300}, {270, 250, 330, 370}, {320, 330, 330, 330}, {335, 320, 335, 375},
		{350, 320, 340, 365}, {360, 320, 350, 345}, {330, 340, 380, 390}, {335, 385, 360, 370}, {400, 420, 425, 420},
		{430, 460, 480, 470}}
	item, _, value := grid(rows, 1)
	a, err := New(item, nil, value)
	require.NoError(t, err)
	require.Error(t, a.TwoWay)
	assertClose(t, 2, 460.52, a.Within.Value, "within")
	sem, err := a.SEM(OneWay, 0.95)
	require.NoError(t, err)
	assertClose(t, 1, 21.5, sem.Value, "SD")
	assert.Equal(t, "chi-square", sem.Limits.Method)
	_, err = a.SEM(Agreement, 0.95)
	require.Error(t, err)
	// One labeler who gave all labels tells the same by labels given again.
	again := analysisOf(t, rows, 4)
	repeated, err := again.Repeatability(0.95)
	require.NoError(t, err)
	assert.InDelta(t, sem.Value, repeated.Value, 1e-12)
}
