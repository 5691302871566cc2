package measurement

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
)

// holes are the labels of Shrout and Fleiss without five of them.
func holes() [][]float64 {
	rows := shroutFleiss()
	for _, at := range [][2]int{{0, 1}, {2, 3}, {4, 0}, {5, 2}, {5, 3}} {
		rows[at[0]][at[1]] = math.NaN()
	}
	return rows
}

// Henderson's method 3 in matrices, in R 4.2: sums of squares by anova(lm(y ~ s + j)) and anova(lm(y ~ j + s)),
// coefficients of the components as traces of Zᵀ(I − P)Z, and degrees of freedom from the eigenvalues of that matrix.
func TestIncompleteTableIsThatOfMatrices(t *testing.T) {
	a := analysisOf(t, holes(), 1)
	require.NoError(t, a.TwoWay)
	for name, of := range map[string][2]float64{
		"items": {10.285454545, a.Item.Value}, "labelers": {20.936868687, a.Labeler.Value},
		"residual": {1.052272727, a.Residual.Value}, "df": {10, a.Residual.DF},
		"k0": {3, a.ofItem}, "n0": {4.333333333, a.ofLabeler}, "item variance": {3.077727273, a.itemVariance()},
		"labeler df": {2.968314, a.Labeler.DF}, "item df": {4.774287, a.Item.DF},
		"labeler variance": {4.588753, a.labelerVariance()},
		"within":           {5.641025641, a.Within.Value}, "between": {9.922807018, a.Between.Value},
		"between df": {4.963306, a.Between.DF}, "k": {3.136842, a.PerItem},
	} {
		assertClose(t, 6, of[0], of[1], name)
	}
	for f, want := range map[Form]float64{OneWay: 0.194832, Agreement: 0.3530009, Consistency: 0.7452124} {
		one, _, err := a.ICC(f, 0.95)
		require.NoError(t, err)
		assertClose(t, 6, want, one.Value, "ICC")
		require.NotNil(t, one.Limits)
	}
}

// Of complete tables everything that nonparam has is the same.
func TestCompleteTablesAreThoseOfNonparam(t *testing.T) {
	names := map[Form][2]nonparam.Coefficient{OneWay: {nonparam.ICC1Name, nonparam.ICC1kName},
		Agreement: {nonparam.ICCA1Name, nonparam.ICCAkName}, Consistency: {nonparam.ICCC1Name, nonparam.ICCCkName}}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		rows := make([][]float64, 2+r.IntN(8))
		labelers := 2 + r.IntN(4)
		for i := range rows {
			level := 2 * r.NormFloat64()
			for l := range labelers {
				rows[i] = append(rows[i], level+float64(l)+r.NormFloat64())
			}
		}
		a := analysisOf(t, rows, 1)
		ratings, err := nonparam.FromMatrix(rows)
		require.NoError(t, err)
		for f, both := range names {
			one, mean, err := a.ICC(f, 0.95)
			for n, got := range []Estimate{one, mean} {
				want, undefined := nonparam.Of(both[n], nil, ratings)
				if err != nil || undefined != nil {
					continue
				}
				assert.InDelta(t, want.Value, got.Value, 1e-9*math.Max(1, math.Abs(want.Value)), both[n])
				if want.Interval != nil && got.Limits != nil {
					assert.InDelta(t, want.Interval.Upper, got.Limits.Upper, 1e-8, both[n])
				}
				if want.Interval != nil && n == 0 {
					assert.InDelta(t, want.Interval.Lower, got.Limits.Lower, 1e-8, both[n])
				}
			}
		}
	}
}

// Items in parts that have no labeler in common are compared within their parts alone, and a part may be shifted.
func TestPartsThatDoNotMeet(t *testing.T) {
	none := math.NaN()
	rows := [][]float64{{1, 2, none, none}, {3, 5, none, none}, {4, 4, none, none}, {none, none, 2, 1},
		{none, none, 6, 3}, {none, none, 4, 4}}
	a := analysisOf(t, rows, 1)
	for _, row := range rows[3:] {
		row[2], row[3] = row[2]+100, row[3]+100
	}
	b := analysisOf(t, rows, 1)
	assert.InDelta(t, a.Labeler.Value, b.Labeler.Value, 1e-9)
	assert.InDelta(t, a.Residual.Value, b.Residual.Value, 1e-9)
	assert.InDelta(t, a.Item.Value, b.Item.Value, 1e-9)
	assert.Greater(t, b.Between.Value, a.Between.Value+1000)
}

func TestWhatCannotBeMeasured(t *testing.T) {
	for why, rows := range map[string][][]float64{
		"there is only one item": {{1, 2}}, "no item has two labels": {{1}, {2}},
		"all labels are the same": {{1, 1}, {1, 1}},
	} {
		_, err := New(grid(rows, 1))
		require.EqualError(t, err, why)
	}
	none := math.NaN()
	a := analysisOf(t, [][]float64{{1, 2, none, none}, {none, none, 5, 3}}, 1)
	require.EqualError(t, a.TwoWay, "too few items have the same two labelers")
	same := analysisOf(t, [][]float64{{1, 1}, {2, 2}, {4, 4}}, 1)
	one, _, err := same.ICC(Agreement, 0.95)
	require.NoError(t, err)
	assert.Equal(t, 1.0, one.Value)
	assert.Nil(t, one.Limits)
	below := analysisOf(t, [][]float64{{-1, 1}, {-2, 3}, {0, -4}}, 1)
	_, err = below.CV(Agreement, 0.95)
	require.EqualError(t, err, "the mean label is not surely above 0")
}
