package measurement

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// reading is a number by a rater of an item.
type reading struct {
	item, rater int
	value       float64
}

// view is a study of numbers.
func view(t testing.TB, readings []reading) study.View {
	t.Helper()
	b := study.Builder{Kind: study.Numeric, Duplicates: study.DuplicatesKeep}
	for _, r := range readings {
		b.Add(fmt.Sprint("item ", r.item), fmt.Sprint("rater ", r.rater), "", r.value)
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table.StudyAt(0)
}

// tumours are the diameters of ten lesions by thirteen readers (Woo et al. 2020).
func tumours(t *testing.T) []reading {
	t.Helper()
	data, err := os.ReadFile("testdata/tumours.csv")
	require.NoError(t, err)
	var all []reading
	for i, line := range strings.Fields(string(data)) {
		for j, text := range strings.Split(line, ",") {
			x, err := strconv.ParseFloat(text, 64)
			require.NoError(t, err)
			all = append(all, reading{i, j, x})
		}
	}
	require.Len(t, all, 130)
	return all
}

// pressures are those of 85 people by J, R and S: the first readings, or all three.
func pressures(t *testing.T, readings int) []reading {
	t.Helper()
	c := columns(t, "sbp.csv")
	var all []reading
	for j, rater := range []string{"J", "R", "S"} {
		for h := range readings {
			for i, x := range c[rater+strconv.Itoa(h+1)] {
				all = append(all, reading{i, j, x})
			}
		}
	}
	return all
}

// Oracle: loamr 0.0.1 of CLINDA-AAU, LOAM(data), under R 4.2.2. That program is by the authors of the method.
func TestLOAM(t *testing.T) {
	l, err := MeanLimits(view(t, tumours(t)), LimitsSettings{})
	require.NoError(t, err)
	assert.True(t, l.Complete)
	assert.Equal(t, []int{10, 13, 130, 1}, []int{l.Items, l.Raters, l.Readings, l.Repeats})
	near(t, Bounded{0.5394713847, 0.4820769135, 0.6437551237}, l.Limit, 1e-9)
	assert.Nil(t, l.Repeat)

	l, err = MeanLimits(view(t, pressures(t, 1)), LimitsSettings{})
	require.NoError(t, err)
	near(t, Bounded{23.6037511186, 19.4589920572, 97.1425721665}, l.Limit, 1e-7)

	l, err = MeanLimits(view(t, pressures(t, 1)), LimitsSettings{Log: true})
	require.NoError(t, err)
	near(t, Bounded{math.Exp(0.165383826319), math.Exp(0.133069163491), math.Exp(0.718707817572)}, l.Limit, 1e-9)
}

// Oracle: R 4.2.2, anova(lm(y ~ item), lm(y ~ item + rater)): squares 1.16780138889 of raters, of 82 readings of the
// tumours. Left out is where three divides the sum of item and rater, both from 0, and most of rater 0.
func TestSquaresOfRatersInIncompleteTables(t *testing.T) {
	var some []reading
	for _, r := range tumours(t) {
		if (r.item+r.rater)%3 != 0 && (r.rater > 0 || r.item < 3) {
			some = append(some, r)
		}
	}
	l, err := MeanLimits(view(t, some), LimitsSettings{})
	require.NoError(t, err)
	assert.False(t, l.Complete)
	assert.Empty(t, l.NoInterval)
	v := view(t, some)
	r := (&LOAM{}).group(v.Item(), v.Labeler(), v.Value(), 10, 13)
	sums := make([]float64, 13)
	for i := range 10 {
		mean := average(r.value[r.begin[i]:r.begin[i+1]])
		for k := r.begin[i]; k < r.begin[i+1]; k++ {
			sums[r.rater[k]] += r.value[k] - mean
		}
	}
	assert.InDelta(t, 1.16780138889, product(sums, r.solve(sums, r.diagonal())), 1e-9)
	assert.Equal(t, 1, r.parts())
}

// Oracle: two tables of other items and raters are two parts.
func TestPartsOfATable(t *testing.T) {
	v := view(t, []reading{{0, 0, 1}, {0, 1, 2}, {1, 1, 1}, {1, 2, 2}, {2, 3, 1}, {2, 4, 2}})
	assert.Equal(t, 2, (&LOAM{}).group(v.Item(), v.Labeler(), v.Value(), 3, 5).parts())
}

// Oracle: as above, LOAM(data, interaction = TRUE) of three readings each.
func TestLOAMOfRepeatedReadings(t *testing.T) {
	v := view(t, pressures(t, 3))
	l, err := MeanLimits(v, LimitsSettings{})
	require.NoError(t, err)
	assert.Equal(t, 3, l.Repeats)
	near(t, Bounded{25.4104490789, 21.9690063953, 93.3193890847}, l.Limit, 1e-8)
	require.NotNil(t, l.Repeat)
	near(t, Bounded{11.6331347372, 10.9609638060, 12.3937983186}, *l.Repeat, 1e-8)
	l, err = MeanLimits(v, LimitsSettings{Level: 0.9})
	require.NoError(t, err)
	near(t, Bounded{25.4104490789, 22.3124729788, 67.2287331897}, l.Limit, 1e-8)
}

// Oracle: definition. Items with one reading say nothing.
func TestItemsWithOneReadingAreLeftOut(t *testing.T) {
	some := tumours(t)
	whole, err := MeanLimits(view(t, some), LimitsSettings{})
	require.NoError(t, err)
	more, err := MeanLimits(view(t, append(some, reading{99, 0, 1000})), LimitsSettings{})
	require.NoError(t, err)
	assert.Equal(t, 1, more.LeftOut)
	assert.Equal(t, whole.Limit, more.Limit)
}

func TestLOAMThatIsNone(t *testing.T) {
	equal := tumours(t)
	for i := range equal {
		equal[i].value = float64(equal[i].item)
	}
	negative := tumours(t)
	negative[3].value = -1
	for why, c := range map[Reason]struct {
		all []reading
		s   LimitsSettings
	}{
		FewRaters:   {[]reading{{1, 1, 1}, {1, 2, 2}, {2, 1, 4}, {2, 2, 5}}, LimitsSettings{}},
		NoSpread:    {equal, LimitsSettings{}},
		NotPositive: {negative, LimitsSettings{Log: true}},
	} {
		_, err := MeanLimits(view(t, c.all), c.s)
		var undefined *UndefinedError
		require.ErrorAs(t, err, &undefined)
		assert.Equal(t, why, undefined.Reason)
	}
}

// Oracle: Limits of the same pairs.
func TestPairsOfATable(t *testing.T) {
	c := columns(t, "sbp.csv")
	v := view(t, pressures(t, 1))
	want := limits(t, pairs(c["J1"], c["S1"]), LimitsSettings{})
	ofLabelers, err := PairsOfLabelers(v, 0, 2)
	require.NoError(t, err)
	assert.Equal(t, want, limits(t, ofLabelers, LimitsSettings{}))

	b := study.Builder{Kind: study.Numeric}
	for _, r := range pressures(t, 1) {
		b.Add(fmt.Sprint(r.item), "", fmt.Sprint("study ", r.rater), r.value)
	}
	table, err := b.Table()
	require.NoError(t, err)
	ofStudies, err := PairsOfStudies(table.StudyAt(0), table.StudyAt(2))
	require.NoError(t, err)
	assert.Equal(t, want, limits(t, ofStudies, LimitsSettings{}))
	_, err = PairsOfLabelers(table.StudyAt(0), 0, 1)
	assert.ErrorContains(t, err, "name no labeler")
	_, err = MeanLimits(table.StudyAt(0), LimitsSettings{})
	assert.ErrorContains(t, err, "name no labeler")

	yes := study.Builder{}
	yes.Add("a", "x", "", 1)
	yes.Add("b", "y", "", 0)
	binary, err := yes.Table()
	require.NoError(t, err)
	_, err = PairsOfLabelers(binary.StudyAt(0), 0, 1)
	assert.ErrorContains(t, err, "no numbers")
}
