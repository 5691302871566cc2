package measurement

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The numbers in testdata were published by Bland and Altman (1986: pefr.csv; 1999: sbp.csv, plasma.csv, milk.csv and
// cardiac.csv), Giavarina (2015) and Woo et al. (2020: tumours.csv). They are read from the data sets of R's MethComp
// 1.30.0, blandr 0.6.0 and loamr 0.0.1. Programs below ran under R 4.2.2 on the data sets themselves.

// columns reads a file of testdata.
func columns(t *testing.T, name string) map[string][]float64 {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	records, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	require.NoError(t, err)
	all := map[string][]float64{}
	for _, record := range records[1:] {
		for i, text := range record {
			x, err := strconv.ParseFloat(text, 64)
			require.NoError(t, err)
			all[records[0][i]] = append(all[records[0][i]], x)
		}
	}
	return all
}

// single are items with one reading each.
func single(first, second []float64) []Pair {
	all := make([]Pair, len(first))
	for i := range first {
		all[i] = Pair{first[i : i+1], second[i : i+1]}
	}
	return all
}

func limits(t *testing.T, all []Pair, s LimitsSettings) *LimitsOfAgreement {
	t.Helper()
	l, err := Limits(all, s)
	require.NoError(t, err)
	return l
}

// near compares an estimate with a number and the ends of its interval.
func near(t *testing.T, want [3]float64, got Estimate, within float64) {
	t.Helper()
	require.NotNil(t, got.Limits)
	assert.InDeltaSlice(t, want[:], []float64{got.Value, got.Limits.Lower, got.Limits.Upper}, within)
}

// Oracle: R 4.2.2, qt(c(.025, .975), n - 1, ncp = qnorm(.975) * sqrt(n)) / sqrt(n), the factors of Carkeet (2015).
// For n = 1000, where R takes a normal distribution (delta > 37.6): SciPy 1.17.1, nct.ppf.
func TestFactorsOfExactIntervals(t *testing.T) {
	for _, c := range []struct{ n, low, high float64 }{
		{3, 0.7126470461, 12.81619727}, {5, 0.9231648596, 5.974920498}, {10, 1.163180886, 3.800902359},
		{17, 1.315029371, 3.14827144}, {20, 1.356484252, 3.014003091}, {50, 1.550699744, 2.535470482},
		{85, 1.636256612, 2.379403164}, {200, 1.740856789, 2.219063602},
	} {
		d := newNoncentralT(c.n-1, 1.959963984540054*math.Sqrt(c.n))
		assert.InDelta(t, c.low, d.quantile(0.025)/math.Sqrt(c.n), 2e-7, c.n)
		assert.InDelta(t, c.high, d.quantile(0.975)/math.Sqrt(c.n), 2e-7, c.n)
	}
}

// Oracle: the central t distribution, and the normal one for very many degrees of freedom.
func TestNoncentralTHasItsLimits(t *testing.T) {
	assert.InDelta(t, 4.302652729749, newNoncentralT(2, 0).quantile(0.975), 1e-9)
	assert.InDelta(t, 2.086, newNoncentralT(20, 0).quantile(0.975), 1e-4)
	many := newNoncentralT(1e9, 3)
	assert.InDelta(t, 3+1.959963984540054, many.quantile(0.975), 1e-3)
}

// Oracle: Bland and Altman (1986, Lancet 327), peak expiratory flow by two meters: d̄ = −2.1, s = 38.8, interval of the
// bias −22.0 to 17.8 (d̄ and s were rounded first). They took 2 s; by 1.96 s the limits are −78.1 and 73.9. The exact
// intervals are d̄ ± s by R's factors for n = 17.
func TestLimitsOfPeakFlow(t *testing.T) {
	c := columns(t, "pefr.csv")
	l := limits(t, single(c["wright1"], c["mini1"]), LimitsSettings{})
	assert.Equal(t, 17, l.Items)
	near(t, [3]float64{-2.1, -22.0, 17.8}, l.Bias, 0.1)
	assert.InDelta(t, 38.8, l.SD, 0.05)
	assert.InDelta(t, -78.1, l.Lower.Value, 0.05)
	assert.InDelta(t, 73.9, l.Upper.Value, 0.05)
	assert.InDelta(t, -2.117647+3.14827144*l.SD, l.Upper.Limits.Upper, 1e-5)
	assert.InDelta(t, -2.117647+1.315029371*l.SD, l.Upper.Limits.Lower, 1e-5)
	assert.InDelta(t, -2.117647-3.14827144*l.SD, l.Lower.Limits.Lower, 1e-5)
	assert.InDelta(t, -2.117647-1.315029371*l.SD, l.Lower.Limits.Upper, 1e-5)
}

// Oracle: R, mean and sd of J − S in MethComp's sbp: −16.29412 and 19.61099. SimplyAgree's test of agree_expected_half
// quotes s = 19.61 from Bland and Altman (1999).
func TestLimitsOfBloodPressure(t *testing.T) {
	c := columns(t, "sbp.csv")
	l := limits(t, single(c["J1"], c["S1"]), LimitsSettings{})
	assert.Equal(t, 85, l.Items)
	assert.InDelta(t, -16.29412, l.Bias.Value, 1e-5)
	assert.InDelta(t, 19.61099, l.SD, 1e-5)
	assert.InDelta(t, -16.29412-1.959964*19.61099, l.Lower.Value, 1e-4)
	assert.InDelta(t, -16.29412-2.379403164*19.61099, l.Lower.Limits.Lower, 1e-4)
	assert.InDelta(t, -16.29412+1.636256612*19.61099, l.Upper.Limits.Lower, 1e-4)
}

// Oracle: Giavarina (2015, Biochemia Medica 25, 141–151): bias −27.17, s = 34.81, limits −95.39 and 41.05, interval of
// the bias −40.16 to −14.17.
func TestLimitsOfGiavarina(t *testing.T) {
	c := columns(t, "giavarina.csv")
	l := limits(t, single(c["a"], c["b"]), LimitsSettings{})
	near(t, [3]float64{-27.17, -40.16, -14.17}, l.Bias, 0.006)
	assert.InDelta(t, 34.81, l.SD, 0.005)
	assert.InDelta(t, -95.39, l.Lower.Value, 0.01)
	assert.InDelta(t, 41.05, l.Upper.Value, 0.01)
}

// Oracle: SimplyAgree 0.3.0, vignette agree_tests, agree_test(x = reps$x, y = reps$y, agree.level = .8) of the data of
// Zou (2013) without items: bias 0.4383 (−0.1669 to 1.0436), limits −1.1214 and 1.9980.
func TestShareOfDifferences(t *testing.T) {
	var first, second []float64
	for _, item := range zou() {
		first, second = append(first, item.First[:len(item.Second)]...), append(second, item.Second...)
	}
	l := limits(t, single(first, second), LimitsSettings{Share: 0.8})
	near(t, [3]float64{0.4383, -0.1669, 1.0436}, l.Bias, 5e-5)
	assert.InDelta(t, -1.1214, l.Lower.Value, 5e-5)
	assert.InDelta(t, 1.9980, l.Upper.Value, 5e-5)
}

// Oracle: R, plasma volumes in MethComp's plvol, which Bland and Altman (1999, section 3.1) take logarithms of: means
// 98.50101 by Nadler and 89.23838 by Hurley; mean(log(N/H)) = 0.09889984 and sd 0.02170083.
func TestRatiosOfPlasmaVolume(t *testing.T) {
	c := columns(t, "plasma.csv")
	assert.InDelta(t, 98.50101, stat.Mean(c["nadler"], nil), 1e-5)
	assert.InDelta(t, 89.23838, stat.Mean(c["hurley"], nil), 1e-5)
	l := limits(t, single(c["nadler"], c["hurley"]), LimitsSettings{Log: true})
	assert.InDelta(t, 0.02170083, l.SD, 1e-8)
	assert.InDelta(t, math.Exp(0.09889984), l.Bias.Value, 1e-7)
	assert.InDelta(t, math.Exp(0.09889984-1.959964*0.02170083), l.Lower.Value, 1e-7)
	assert.InDelta(t, math.Exp(0.09889984+1.959964*0.02170083), l.Upper.Value, 1e-7)
	assert.Less(t, l.Lower.Limits.Lower, l.Lower.Value)
	assert.Greater(t, l.Upper.Limits.Upper, l.Upper.Value)
	raw := limits(t, single(c["nadler"], c["hurley"]), LimitsSettings{})
	assert.InDelta(t, 9.262626, raw.Bias.Value, 1e-6)
	assert.InDelta(t, 2.402914, raw.SD, 1e-6)
	assert.Less(t, raw.Proportional.P, 0.001, "differences grow with the mean")
}

// Oracle: MethComp, DA.reg(milk), fat in human milk (Bland and Altman 1999, section 3.2): int 0.079, slope −0.028, sd
// 0.080, int(sd) 0.059, slope(sd) 0.006, sd=K 0.383; and R's lm of the same, with p 0.0045594 of the slope.
func TestTrendOfFat(t *testing.T) {
	c := columns(t, "milk.csv")
	l := limits(t, single(c["trig"], c["gerber"]), LimitsSettings{})
	assert.InDelta(t, 0.07904017, l.Proportional.Intercept, 1e-8)
	assert.InDelta(t, -0.02827098, l.Proportional.Slope.Value, 1e-8)
	half := 2.0166922 * 0.00944454 // qt(.975, 43)
	near(t, [3]float64{-0.02827098, -0.02827098 - half, -0.02827098 + half}, l.Proportional.Slope, 1e-7)
	assert.InDelta(t, 0.0045594, l.Proportional.P, 1e-7)
	assert.InDelta(t, 0.08033036, l.Proportional.SD, 1e-8)
	assert.InDelta(t, 0.059, l.Spread.Intercept, 0.0005)
	assert.InDelta(t, 0.006, l.Spread.Slope.Value, 0.0005)
	assert.InDelta(t, 0.3831731, l.Spread.P, 1e-7)
	lower, bias, upper, err := l.At(2)
	require.NoError(t, err)
	assert.InDelta(t, 0.07904017-2*0.02827098, bias, 1e-7)
	assert.InDelta(t, bias-1.959964*0.08033036, lower, 1e-6)
	assert.InDelta(t, bias+1.959964*0.08033036, upper, 1e-6)
}

// Oracle: differences that are ± their mean: the spread of a line through the origin, and E|z| = √(2/π) for z = ±1.
func TestSpreadThatGrows(t *testing.T) {
	var all []Pair
	for k := range 40 {
		mean, sign := float64(k+1), float64(k%2*2-1)
		all = append(all, Pair{[]float64{mean * (1 + 0.05*sign)}, []float64{mean * (1 - 0.05*sign)}})
	}
	l := limits(t, all, LimitsSettings{})
	assert.True(t, l.Grows())
	lower, bias, upper, err := l.At(20)
	require.NoError(t, err)
	assert.InDelta(t, 0, bias, 0.15)
	assert.InDelta(t, 1.96*math.Sqrt(math.Pi/2)*2, (upper-lower)/2, 0.05)
}

func zou() []Pair {
	return []Pair{
		{[]float64{7.83, 7.42, 7.89, 7.12, 7.88}, []float64{6.57, 5.62, 6.9, 6.57}},
		{[]float64{6.16, 7.26, 6.71, 6.54}, []float64{4.06, 4.29, 4.26}},
		{[]float64{4.75, 5.24, 4.86, 4.78, 6.05, 5.42}, []float64{4.71, 5.5, 5.08, 5.02, 6.01, 5.67}},
		{[]float64{4.21, 3.61, 3.72, 3.87, 3.92}, []float64{4.14, 4.2, 4.61, 4.68, 5.04}},
	}
}

// Oracle: SimplyAgree 0.3.0, agree_reps(x = "x", y = "y", id = "id", data = reps, TOST = FALSE). Its tests name the
// example of Zou (2013): limits −2.23 (−9.76 to −0.48) and 3.66 (1.91 to 11.20).
func TestReplicatesOfZou(t *testing.T) {
	l := limits(t, zou(), LimitsSettings{})
	assert.Equal(t, Replicates, l.Design)
	assert.InDelta(t, 0.7152083333, l.Bias.Value, 1e-10)
	assert.InDelta(t, 2.2607230825, l.SD*l.SD, 1e-9)
	near(t, [3]float64{-2.2317349349, -9.7686073484, -0.4779337239}, l.Lower, 1e-8)
	near(t, [3]float64{3.6621516016, 1.9083503905, 11.1990240150}, l.Upper, 1e-8)
}

// Oracle: SimplyAgree 0.3.0, agree_nest of the same data, y[5] and y[9] filled in as in its tests (6.35, 4.09).
func TestLinkedPairsOfZou(t *testing.T) {
	all := zou()
	all[0].Second = append(all[0].Second, 6.35)
	all[1].Second = append(all[1].Second, 4.09)
	l := limits(t, all, LimitsSettings{Linked: true})
	assert.Equal(t, LinkedPairs, l.Design)
	assert.Len(t, l.Points, 20)
	assert.InDelta(t, 0.7255416667, l.Bias.Value, 1e-10)
	near(t, [3]float64{-2.1403943286, -9.8248336505, -0.3288910853}, l.Lower, 1e-8)
	near(t, [3]float64{3.5914776620, 1.7799744186, 11.2759169839}, l.Upper, 1e-8)
}

// Oracle: SimplyAgree 0.3.0, agree_reps(…, TOST = FALSE), three readings by J and by S of Bland and Altman (1999): bias
// −15.61960784 and a variance of 438.858481170.
func TestReplicatesOfBloodPressure(t *testing.T) {
	c := columns(t, "sbp.csv")
	var all []Pair
	for i := range c["J1"] {
		all = append(all, Pair{
			[]float64{c["J1"][i], c["J2"][i], c["J3"][i]},
			[]float64{c["S1"][i], c["S2"][i], c["S3"][i]}})
	}
	l := limits(t, all, LimitsSettings{})
	assert.InDelta(t, -15.61960784, l.Bias.Value, 1e-8)
	assert.InDelta(t, 438.858481170, l.SD*l.SD, 1e-8)
	near(t, [3]float64{-56.67879419, -63.97616621, -50.73579730}, l.Lower, 1e-6)
	near(t, [3]float64{25.43957850, 19.49658162, 32.73695052}, l.Upper, 1e-6)
}

// Oracle: SimplyAgree 0.3.0, agree_reps and agree_nest(…, TOST = FALSE). The data are the cardiac output of Bland and
// Altman (1999): 60 pairs of 12 people, by radionuclide ventriculography and by impedance. MethComp 1.30.0,
// BA.est(linked = FALSE), by restricted maximum likelihood: sd 1.049, limits −1.396 and 2.801.
func TestReplicatesOfCardiacOutput(t *testing.T) {
	c := columns(t, "cardiac.csv")
	all := make([]Pair, 12)
	for k, item := range c["item"] {
		p := &all[int(item)-1]
		p.First, p.Second = append(p.First, c["rv"][k]), append(p.Second, c["ic"][k])
	}
	l := limits(t, all, LimitsSettings{})
	assert.InDelta(t, 0.7092361111, l.Bias.Value, 1e-9)
	near(t, [3]float64{-1.3523531883, -2.6991454408, -0.6283340878}, l.Lower, 1e-8)
	near(t, [3]float64{2.7708254105, 2.0468063100, 4.1176176630}, l.Upper, 1e-8)
	assert.InDelta(t, 1.049, l.SD, 0.005)
	linked := limits(t, all, LimitsSettings{Linked: true})
	near(t, [3]float64{-1.2968352633, -2.6629112123, -0.561033313}, linked.Lower, 1e-8)
	near(t, [3]float64{2.7153074856, 1.9795055352, 4.081383435}, linked.Upper, 1e-8)
	_, _, _, err := l.At(5)
	assert.ErrorContains(t, err, "several labels")
}

// Oracle: definition. Swapping the two turns the limits round, a shift moves them, and a factor stretches them.
func TestLimitsFollowTheLabels(t *testing.T) {
	plain := limits(t, zou(), LimitsSettings{})
	moved, swapped := zou(), zou()
	for i, p := range zou() {
		swapped[i] = Pair{p.Second, p.First}
		for j := range p.First {
			moved[i].First[j] = 3*p.First[j] + 7
		}
		for j := range p.Second {
			moved[i].Second[j] = 3 * p.Second[j]
		}
	}
	other, turned := limits(t, moved, LimitsSettings{}), limits(t, swapped, LimitsSettings{})
	for _, c := range [][2]Estimate{{plain.Lower, other.Lower}, {plain.Upper, other.Upper}, {plain.Bias, other.Bias}} {
		near(t, [3]float64{3*c[0].Value + 7, 3*c[0].Limits.Lower + 7, 3*c[0].Limits.Upper + 7}, c[1], 1e-9)
	}
	near(t, [3]float64{-plain.Upper.Value, -plain.Upper.Limits.Upper, -plain.Upper.Limits.Lower}, turned.Lower, 1e-12)
}

func TestLimitsThatAreNone(t *testing.T) {
	few := []Pair{{[]float64{1}, []float64{2}}, {[]float64{3}, []float64{5}}, {nil, []float64{5}}}
	equal := single([]float64{0.1, 0.2, 0.3, 7}, []float64{0.2, 0.3, 0.4, 7.1})
	huge := single([]float64{1e200, 2, 3}, []float64{-1e200, 2, 4})
	unequal := zou()
	for _, c := range []struct {
		why   Reason
		pairs []Pair
		s     LimitsSettings
	}{
		{FewItems, few, LimitsSettings{}}, {FewItems, nil, LimitsSettings{}}, {NoSpread, equal, LimitsSettings{}},
		{NotPositive, single([]float64{1, 0, 2}, []float64{1, 2, 3}), LimitsSettings{Log: true}},
		{NotLinked, unequal, LimitsSettings{Linked: true}}, {NotFinite, huge, LimitsSettings{}},
	} {
		_, err := Limits(c.pairs, c.s)
		var undefined *UndefinedError
		require.ErrorAs(t, err, &undefined, fmt.Sprint(c.why))
		assert.Equal(t, c.why, undefined.Reason)
		assert.NotEqual(t, string(c.why), c.why.Text())
	}
	_, err := Limits(zou(), LimitsSettings{Level: 1})
	assert.ErrorContains(t, err, "between 0 and 1")
}

// Oracle: items whose means are all equal have no line.
func TestNoLineWithoutMeans(t *testing.T) {
	l := limits(t, single([]float64{1, 2, 3}, []float64{5, 4, 3}), LimitsSettings{})
	assert.Nil(t, l.Proportional)
	assert.False(t, l.Grows())
	_, _, _, err := l.At(3)
	assert.ErrorContains(t, err, "same mean")
}
