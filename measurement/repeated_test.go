package measurement

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// columnsOf turns columns into rows.
func columnsOf(columns ...[]float64) [][]float64 {
	rows := make([][]float64, len(columns[0]))
	for _, column := range columns {
		for i, x := range column {
			rows[i] = append(rows[i], x)
		}
	}
	return rows
}

// goniometers are knee joints of 29 people by two goniometers, thrice each: Eliasziw, Young, Woodbury and Fryday-Field
// (1994), Physical Therapy 74, Table 4.
func goniometers() [][]float64 {
	return columnsOf(
		[]float64{-2, 16, 5, 11, 7, -7, 18, 4, 0, 0, -3, 3, 7, -6, 1, -13, 2, 4, -10, 8, 7, -3, -5, 5, 0, 7, -8, 1, -3},
		[]float64{0, 16, 6, 10, 8, -8, 19, 5, -3, 0, -2, -1, 9, -7, 1, -14, 1, 4, -9, 9, 6, -2, -5, 5, -1, 6, -8, 1,
			-3},
		[]float64{1, 15, 6, 10, 6, -8, 19, 5, -2, -2, -2, 1, 9, -6, 0, -14, 0, 3, -10, 8, 7, -4, -7, 5, -1, 6, -8, 2,
			-3},
		[]float64{2, 12, 4, 9, 5, -9, 17, 5, -7, 1, -4, -1, 4, -8, -2, -12, -1, 7, -10, 2, 8, -5, -6, 3, -4, 4, -10, 1,
			-5},
		[]float64{1, 14, 4, 7, 6, -10, 17, 5, -6, 2, -3, -2, 4, -10, -2, -12, 0, 6, -11, 8, 7, -5, -8, 4, -3, 4, -11,
			-1, -4},
		[]float64{1, 13, 4, 8, 6, -9, 17, 5, -5, 1, -3, 1, 2, -9, -3, -12, 0, 4, -10, 8, 7, -5, -7, 4, -4, 4, -10, 0,
			-5})
}

// Values are the formulas of relInterIntra of R's irr 0.84.1 on the mean squares of aov(y ~ s * r) in R 4.2:
// inter-rater correlation with random raters and its lower 97.5 % limit, intra-rater correlation with
// fixed raters, three
// standard errors. Components are of lme4 1.1-31, lmer(y ~ 1 + (1|s) + (1|r) + (1|s:r)).
func TestGoniometers(t *testing.T) {
	a := analysisOf(t, goniometers(), 3)
	for n, want := range []float64{312.780788, 84.143678, 4.500821, 0.856322} {
		// An analysis of the means of cells has a third of the mean squares of labels.
		assertClose(t, 5, want, []float64{3 * a.Item.Value, 3 * a.Labeler.Value, 3 * a.Residual.Value,
			a.Repeated.Value}[n], "mean square")
	}
	one, _, err := a.ICC(Agreement, 0.95)
	require.NoError(t, err)
	assertClose(t, 6, 0.9450657, one.Value, "inter-rater")
	assertClose(t, 6, 0.8226514, one.Limits.Lower, "lower limit")
	intra, err := a.Intra(0.95)
	require.NoError(t, err)
	assertClose(t, 6, 0.9839794, intra.Value, "intra-rater")
	again, err := a.Repeatability(0.95)
	require.NoError(t, err)
	assertClose(t, 6, 0.9253766, again.Value, "SEM intra")
	sem, err := a.SEM(Agreement, 0.95)
	require.NoError(t, err)
	assertClose(t, 5, 1.728175, sem.Value, "SEM inter, random")
	sem, err = a.SEM(Consistency, 0.95)
	require.NoError(t, err)
	assertClose(t, 5, 1.439151, sem.Value, "SEM inter, fixed")
	c := a.Components()
	assertClose(t, 3, 51.3802198, c.Item, "subjects")
	assertClose(t, 4, 0.9154137, c.Labeler, "raters")
	assertClose(t, 4, 1.2148580, c.Interaction, "interaction")
	assertClose(t, 5, 0.8563178, c.Repeated, "residual")
	between, err := a.BetweenLabelers(0.95)
	require.NoError(t, err)
	assert.InDelta(t, c.Labeler+c.Interaction, between.Value*between.Value, 1e-12)
	_, _, err = a.ICC(OneWay, 0.95)
	require.ErrorIs(t, err, ErrRepeated)
}

// The gage study of AIAG, Measurement Systems Analysis, third edition, Chapter III: ten parts, three appraisers, three
// trials. Its table of the analysis of variance has the mean squares 9.81799, 1.58363, 0.01994 and 0.04598.
func TestGage(t *testing.T) {
	a := analysisOf(t, columnsOf(
		[]float64{0.29, -0.56, 1.34, 0.47, -0.80, 0.02, 0.59, -0.31, 2.26, -1.36},
		[]float64{0.41, -0.68, 1.17, 0.50, -0.92, -0.11, 0.75, -0.20, 1.99, -1.25},
		[]float64{0.64, -0.58, 1.27, 0.64, -0.84, -0.21, 0.66, -0.17, 2.01, -1.31},
		[]float64{0.08, -0.47, 1.19, 0.01, -0.56, -0.20, 0.47, -0.63, 1.80, -1.68},
		[]float64{0.25, -1.22, 0.94, 1.03, -1.20, 0.22, 0.55, 0.08, 2.12, -1.62},
		[]float64{0.07, -0.68, 1.34, 0.20, -1.28, 0.06, 0.83, -0.34, 2.19, -1.50},
		[]float64{0.04, -1.38, 0.88, 0.14, -1.46, -0.29, 0.02, -0.46, 1.77, -1.49},
		[]float64{-0.11, -1.13, 1.09, 0.20, -1.07, -0.67, 0.01, -0.56, 1.45, -1.77},
		[]float64{-0.15, -0.96, 0.67, 0.11, -1.45, -0.49, 0.21, -0.49, 1.87, -2.16}), 3)
	for n, want := range []float64{9.81799, 1.58363, 0.01994, 0.04598} {
		assertClose(t, 5, want, []float64{3 * a.Item.Value, 3 * a.Labeler.Value, 3 * a.Residual.Value,
			a.Repeated.Value}[n], "mean square")
	}
	assert.Zero(t, a.Components().Interaction) // below 0
	n, err := a.DistinctCategories()
	require.NoError(t, err)
	assert.Equal(t, 4, n) // 1.41 · 1.042 / 0.30 is 4.9
}
