package measurement

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reading is a number by a rater of an item.
type reading struct {
	item, rater int
	value       float64
}

// meanLimits computes those of readings.
func meanLimits(all []reading, s LimitsSettings) (*LOAM, error) {
	var item, rater []int32
	var value []float64
	for _, r := range all {
		item, rater, value = append(item, int32(r.item)), append(rater, int32(r.rater)), append(value, r.value)
	}
	return MeanLimits(item, rater, value, s)
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
	l, err := meanLimits((tumours(t)), LimitsSettings{})
	require.NoError(t, err)
	assert.True(t, l.Complete)
	assert.Equal(t, []int{10, 13, 130}, []int{l.Items, l.Raters, l.Readings})
	near(t, [3]float64{0.5394713847, 0.4820769135, 0.6437551237}, l.Limit, 1e-9)
	assert.Nil(t, l.Repeat)

	l, err = meanLimits((pressures(t, 1)), LimitsSettings{})
	require.NoError(t, err)
	near(t, [3]float64{23.6037511186, 19.4589920572, 97.1425721665}, l.Limit, 1e-7)

	l, err = meanLimits((pressures(t, 1)), LimitsSettings{Log: true})
	require.NoError(t, err)
	near(t, [3]float64{math.Exp(0.165383826319), math.Exp(0.133069163491), math.Exp(0.718707817572)}, l.Limit, 1e-9)
}

// Oracle: R 4.2.2, anova(lm(y ~ item), lm(y ~ item + rater)): squares 1.16780138889 of raters and 5.08327916667 of the
// rest, of 82 readings of the tumours. Left out is where three divides the sum of item and rater, both from 0, and most
// of rater 0. The interval is near one on 12 and 60 degrees of freedom, and raters have fewer.
func TestLOAMOfIncompleteTables(t *testing.T) {
	var some []reading
	for _, r := range tumours(t) {
		if (r.item+r.rater)%3 != 0 && (r.rater > 0 || r.item < 3) {
			some = append(some, r)
		}
	}
	l, err := meanLimits(some, LimitsSettings{})
	require.NoError(t, err)
	assert.False(t, l.Complete)
	total := 1.16780138889 + 5.08327916667
	assert.InDelta(t, 1.959963984540054*math.Sqrt(total/82), l.Limit.Value, 1e-9)
	// qchisq(.025, c(12, 60))
	above := math.Hypot(1.16780138889*(12/4.403788506981702-1), 5.08327916667*(60/40.48174785528736-1))
	upper := 1.959963984540054 * math.Sqrt((total+above)/82)
	assert.InDelta(t, upper, l.Limit.Limits.Upper, 0.01*upper)
}

// Oracle: as above, LOAM(data, interaction = TRUE) of three readings each.
func TestLOAMOfRepeatedReadings(t *testing.T) {
	v := pressures(t, 3)
	l, err := meanLimits(v, LimitsSettings{})
	require.NoError(t, err)
	near(t, [3]float64{25.4104490789, 21.9690063953, 93.3193890847}, l.Limit, 1e-8)
	require.NotNil(t, l.Repeat)
	near(t, [3]float64{11.6331347372, 10.9609638060, 12.3937983186}, *l.Repeat, 1e-8)
	l, err = meanLimits(v, LimitsSettings{Level: 0.9})
	require.NoError(t, err)
	near(t, [3]float64{25.4104490789, 22.3124729788, 67.2287331897}, l.Limit, 1e-8)
}

// Oracle: definition. Items with one reading say nothing.
func TestItemsWithOneReadingAreLeftOut(t *testing.T) {
	some := tumours(t)
	whole, err := meanLimits((some), LimitsSettings{})
	require.NoError(t, err)
	more, err := meanLimits((append(some, reading{99, 0, 1000})), LimitsSettings{})
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
		_, err := meanLimits((c.all), c.s)
		var undefined *UndefinedError
		require.ErrorAs(t, err, &undefined)
		assert.Equal(t, why, undefined.Reason)
	}
}

// Oracle: Limits of the same pairs.
func TestPairsOfReadings(t *testing.T) {
	c := columns(t, "sbp.csv")
	var item []int32
	for i := range c["J1"] {
		item = append(item, int32(i))
	}
	all := Pairs(item, c["J1"], item[1:], c["S1"][1:])
	assert.Equal(t, Pair{First: c["J1"][:1]}, all[0])
	l := limits(t, all, LimitsSettings{})
	assert.Equal(t, 1, l.LeftOut)
	want := limits(t, single(c["J1"][1:], c["S1"][1:]), LimitsSettings{})
	want.LeftOut = 1
	assert.Equal(t, want, l)
}
