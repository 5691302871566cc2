package predictive

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"concord/model/family"
	"concord/model/spec"
	"concord/nonparam"
	"concord/study"
)

func TestTail(t *testing.T) {
	replicated := []float64{1, 2, 3, 4}
	for observed, want := range map[float64]float64{
		0: 2 * 0.5 / 5, 1: 2 * 1.0 / 5, 2: 2 * 2.0 / 5, 2.5: 1, 4: 2 * 1.0 / 5, 9: 2 * 0.5 / 5,
	} {
		assert.InDelta(t, want, Tail(observed, replicated), 1e-15, "%v", observed)
	}
	assert.True(t, math.IsNaN(Tail(math.NaN(), replicated)))
	assert.True(t, math.IsNaN(Tail(1, nil)))
}

// Of exchangeable values the tail is uniform on its n+1 values: its mean is that of 2 min(p, 1−p).
func TestTailIsUniformOfExchangeableValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, many = 19, 20000
	small, values := 0, make([]float64, n)
	for range many {
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		if Tail(rng.NormFloat64(), values) <= 0.1 {
			small++
		}
	}
	// 2(r+½)/20 ≤ 0.1 for r = 0 on either side: 2 of 20 ranks.
	assert.InDelta(t, 0.1, float64(small)/many, 4*math.Sqrt(0.1*0.9/many))
}

func TestQuantile(t *testing.T) {
	// R: quantile(c(1, 2, 4, 8), c(0, .25, .5, .9, 1)) gives 1.00 1.75 3.00 6.80 8.00.
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 3, 0.9: 6.8, 1: 8} {
		assert.InDelta(t, want, quantile([]float64{1, 2, 4, 8}, p), 1e-12)
	}
}

// randomTable is a study of random labels: numbers, or 0 and 1.
func randomTable(t *rapid.T, binary bool) *study.Table {
	items, labelers := rapid.IntRange(2, 8).Draw(t, "items"), rapid.IntRange(3, 8).Draw(t, "labelers")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	part := study.Indexed{Items: names("i", items), Labelers: names("l", labelers), Studies: []string{"s"},
		Kind: study.Numeric}
	if binary {
		part.Kind = study.Binary
	}
	for j := range items {
		for l := range labelers {
			if rng.Float64() < 0.2 && j+l > 0 {
				continue
			}
			y := 1000 + 10*rng.NormFloat64()
			if binary {
				y = float64(rng.IntN(2))
			}
			part.Item, part.Labeler = append(part.Item, int32(j)), append(part.Labeler, int32(l))
			part.Study, part.Value = append(part.Study, 0), append(part.Value, y)
		}
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	return table
}

func names(prefix string, n int) []string {
	var all []string
	for i := range n {
		all = append(all, prefix+string(rune('a'+i)))
	}
	return all
}

// The statistics are those of their definitions, by loops over all labels.
func TestStatisticsByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distribution := rapid.SampledFrom([]family.Family{family.Gaussian{}, family.Bernoulli{}}).Draw(t, "family")
		v := randomTable(t, distribution == (family.Bernoulli{})).StudyAt(0)
		d := newStudyDesign(v, spec.Spec{Discrimination: true})
		s := d.newSums()
		s.add(v.Value())
		brute := bruteStatistics(v, d.labelerNames)
		for _, k := range kinds() {
			want, ok := brute[k.name]
			require.True(t, ok, k.name)
			if k.name == SplitItems && distribution != (family.Bernoulli{}) || d.labelerNames == nil &&
				(k.name == SlopeSpread || k.name == SlopeTrend || k.name == LevelCorrelation) {
				continue
			}
			assertSame(t, want, k.of(s), k.name)
		}
		for l, want := range bruteSlopes(v, d.labelerNames) {
			got := s.people[l].slope()
			assertSame(t, want.value, got.value, "slope")
			if got.weight > 0 && want.error > 1e-6 {
				assertSame(t, want.error, got.error, "its error")
			}
		}
	})
}

// assertSame compares but for rounding; where sums of squares vanish but for it, either may be undefined.
func assertSame(t *rapid.T, want, got float64, name string) {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		assert.True(t, notFinite(got), "%s: %v, not %v", name, want, got)
		return
	}
	assert.InDelta(t, want, got, 1e-7*(1+math.Abs(want)), name)
}

// The coefficients are those of package nonparam.
func TestCoefficientsAreThoseOfNonparam(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		binary := rapid.Bool().Draw(t, "binary")
		table := randomPair(t, binary)
		d, distribution := nonparam.Distance(nonparam.Interval), family.Family(family.Gaussian{})
		if binary {
			d, distribution = nonparam.Nominal, family.Bernoulli{}
		}
		own, err := newDesign(context.Background(),
			source{spec: spec.Spec{Family: distribution}, whole: table, table: table})
		require.NoError(t, err)
		got, err := own.newEvaluator().of(context.Background(), own.observed)
		require.NoError(t, err)
		want, err := nonparam.Agreement(context.Background(), table,
			nonparam.Options{Distance: d, Coefficients: []nonparam.Coefficient{
				nonparam.AlphaName, nonparam.CrossKappaName, nonparam.NormalizedCrossKappaName}})
		require.NoError(t, err)
		for i, w := range want {
			s := own.statistics[i]
			assert.Equal(t, string(w.Coefficient), s.name)
			assert.Equal(t, w.Studies, s.studies)
			if w.Undefined != "" {
				w.Value = math.NaN()
			}
			assertSame(t, w.Value, got[i], s.name)
		}
	})
}

// randomPair is two studies of random labels that share some items.
func randomPair(t *rapid.T, binary bool) *study.Table {
	items, labelers := rapid.IntRange(2, 8).Draw(t, "items"), rapid.IntRange(2, 5).Draw(t, "labelers")
	density := rapid.Float64Range(0.3, 1).Draw(t, "density")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	part := study.Indexed{Items: names("i", items), Labelers: names("l", labelers), Studies: []string{"s", "t"},
		Kind: study.Numeric}
	if binary {
		part.Kind = study.Binary
	}
	for n := range 2 * items * labelers {
		if n%(items*labelers) > 0 && rng.Float64() > density {
			continue
		}
		y := 1000 + 10*rng.NormFloat64()
		if binary {
			y = float64(rng.IntN(2))
		}
		part.Item, part.Labeler = append(part.Item, int32(n/2/labelers)), append(part.Labeler, int32(n/2%labelers))
		part.Study, part.Value = append(part.Study, int32(n%2)), append(part.Value, y)
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	return table
}

// labelsOf returns the labels of each item.
func labelsOf(v study.View) map[int32][]float64 {
	all := map[int32][]float64{}
	for n, j := range v.Item() {
		all[j] = append(all[j], v.Value()[n])
	}
	return all
}

// power is the mean k-th power of x about its mean.
func power(x []float64, k float64) float64 {
	m, sum := meanOf(x), 0.0
	for _, v := range x {
		sum += math.Pow(v-m, k) / float64(len(x))
	}
	return sum
}

// bruteStatistics are the statistics of a study by name.
func bruteStatistics(v study.View, people []string) map[string]float64 {
	var squares, degrees, disputed, split, fourth, normal float64
	var variances, deviations, means []float64
	for _, j := range slices.Sorted(maps.Keys(labelsOf(v))) {
		y := labelsOf(v)[j]
		n, m := float64(len(y)), meanOf(y)
		means = append(means, m)
		squares += n * power(y, 2)
		degrees += n - 1
		if n >= 2 {
			for _, x := range y {
				deviations = append(deviations, x-m)
			}
		}
		if n >= 3 {
			variances = append(variances, power(y, 2)*n/(n-1))
			if slices.Min(y) != slices.Max(y) {
				disputed++
			}
			if 3*min(m, 1-m) >= 1-1e-9 {
				split++
			}
		}
		if n >= 4 {
			fourth += n * power(y, 4)
			normal += n * power(y, 2) * power(y, 2)
		}
	}
	slope, trend, noise, level := bruteLabelers(v, people)
	return map[string]float64{
		WithinItemSD: math.Sqrt(squares / degrees), SplitItems: split / disputed,
		DisagreementSpread: math.Sqrt(power(variances, 2)) / meanOf(variances),
		ResidualKurtosis:   power(deviations, 4) / math.Pow(power(deviations, 2), 2),
		WithinItemKurtosis: fourth / normal,
		ItemSkewness:       power(means, 3) / math.Pow(power(means, 2), 1.5),
		ItemKurtosis:       power(means, 4) / math.Pow(power(means, 2), 2),
		SlopeSpread:        slope, SlopeTrend: trend, NoiseSpread: noise, LevelCorrelation: level,
	}
}

// othersOf returns of one labeler's labels the mean of the others and the label.
func othersOf(v study.View, name string) (x, y []float64) {
	for n, l := range v.Labeler() {
		if v.Table().Labelers()[l] != name {
			continue
		}
		var others []float64
		for m, j := range v.Item() {
			if j == v.Item()[n] && m != n {
				others = append(others, v.Value()[m])
			}
		}
		if others != nil {
			x, y = append(x, meanOf(others)), append(y, v.Value()[n])
		}
	}
	return x, y
}

// bruteSlopes are the slopes, with the textbook formula of their standard error.
func bruteSlopes(v study.View, people []string) []slope {
	var all []slope
	for _, name := range people {
		x, y := othersOf(v, name)
		n, xx := float64(len(x)), float64(len(x))*power(x, 2)
		if xx < 1e-12*n*(power(x, 2)+power(y, 2)+math.Pow(meanOf(x), 2)+math.Pow(meanOf(y), 2)) || power(x, 2) == 0 {
			all = append(all, slope{value: math.NaN()})
			continue
		}
		b, rest := 0.0, 0.0
		for i := range x {
			b += (x[i] - meanOf(x)) * (y[i] - meanOf(y)) / xx
		}
		for i := range x {
			rest += math.Pow(y[i]-meanOf(y)-b*(x[i]-meanOf(x)), 2)
		}
		all = append(all, slope{value: b, weight: xx, error: math.Sqrt(rest / (n - 2) / xx)})
	}
	return all
}

// bruteLabelers are the statistics of labelers.
func bruteLabelers(v study.View, people []string) (slope, trend, noise, level float64) {
	var value, weight, root, work, count, variance []float64
	for i, b := range bruteSlopes(v, people) {
		if b.weight > 0 {
			value, weight = append(value, b.value), append(weight, b.weight)
			x, _ := othersOf(v, people[i])
			root, work = append(root, math.Sqrt(b.weight)), append(work, math.Log(float64(len(x))))
		}
		var d []float64
		for n := range v.Item() {
			if own := labelsOf(v)[v.Item()[n]]; v.Table().Labelers()[v.Labeler()[n]] == people[i] && len(own) > 1 {
				d = append(d, v.Value()[n]-meanOf(own))
			}
		}
		count, variance = append(count, float64(len(d))), append(variance, power(d, 2))
	}
	spread := func(w, x []float64) (mean, sd float64) {
		var all, square float64
		for i := range w {
			all += w[i]
			mean += w[i] * x[i]
		}
		mean /= all
		for i := range w {
			square += w[i] * (x[i] - mean) * (x[i] - mean)
		}
		return mean, math.Sqrt(square / all)
	}
	_, slope = spread(weight, value)
	mean, noise := spread(count, variance)
	trend = math.NaN()
	vary := func(x []float64) bool { return slices.Max(x)-slices.Min(x) > 1e-6*(1+math.Abs(meanOf(x))) }
	if len(work) > 0 && vary(work) && vary(value) { // otherwise rounding is left
		trend = stat.Correlation(value, work, root)
	}
	return slope, trend, noise / mean, bruteLevels(v, people)
}

// bruteLevels is the correlation of levels after as many steps of backfitting as the statistic takes. Labelers with too
// few labels have level 0.
func bruteLevels(v study.View, people []string) float64 {
	labels := labelsOf(v)
	labeler := map[string]float64{}
	item := map[int32]float64{}
	each := func(f func(j int32, name string, y float64)) {
		for n, j := range v.Item() {
			f(j, v.Table().Labelers()[v.Labeler()[n]], v.Value()[n])
		}
	}
	fit := func() {
		for _, name := range people {
			var rest []float64
			each(func(j int32, who string, y float64) {
				if who == name && len(labels[j]) > 1 {
					rest = append(rest, y-item[j])
				}
			})
			labeler[name] = meanOf(rest)
		}
	}
	for j, y := range labels {
		item[j] = meanOf(y)
	}
	fit()
	for range levelSteps {
		for at := range labels {
			var rest []float64
			each(func(j int32, who string, y float64) {
				if j == at {
					rest = append(rest, y-labeler[who])
				}
			})
			item[at] = meanOf(rest)
		}
		fit()
	}
	var x, y []float64
	each(func(j int32, who string, _ float64) {
		if slices.Contains(people, who) && len(labels[j]) > 1 {
			x, y = append(x, item[j]), append(y, labeler[who])
		}
	})
	product := 0.0
	for i := range x {
		product += (x[i] - meanOf(x)) * (y[i] - meanOf(y)) / float64(len(x))
	}
	if rounding := 1e-12 * power(v.Value(), 2) * float64(v.Len()) / float64(len(x)); power(x, 2) <= rounding ||
		power(y, 2) <= rounding {
		return math.NaN()
	}
	return product / math.Sqrt(power(x, 2)*power(y, 2))
}

func meanOf(x []float64) float64 {
	if len(x) > 0 && slices.Min(x) == slices.Max(x) {
		return x[0] // without what rounding would make of it, which statistics of nothing else would be about
	}
	s := 0.0
	for _, v := range x {
		s += v / float64(len(x))
	}
	return s
}

// κ_x without the shift is κ_x of labels that were moved to the same mean.
func TestShiftIsThatOfMovedLabels(t *testing.T) {
	table := misfits["shift"](t)
	d, err := newDesign(context.Background(), source{whole: table, table: table})
	require.NoError(t, err)
	e := d.newEvaluator()
	_, err = e.of(context.Background(), d.observed)
	require.NoError(t, err)
	one, two := nonparam.FromStudy(table.StudyAt(0)), nonparam.FromStudy(table.StudyAt(1))
	all := shifts(d, e)
	require.Len(t, all, 1)
	plain, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Interval, one, two)
	require.NoError(t, err)
	assert.InDelta(t, plain.Value, all[0].CrossKappa, 1e-12)
	moved := make([]float64, len(d.observed[1]))
	for n, y := range d.observed[1] {
		moved[n] = y - all[0].Difference
	}
	without, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Interval, one, two.WithValues(moved))
	require.NoError(t, err)
	assert.InDelta(t, without.Value, all[0].Without, 1e-9)
	assert.InDelta(t, 18, all[0].Difference, 4)
}
