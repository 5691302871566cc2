package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/study"
)

// jackknifeOf returns the result of one coefficient.
func jackknifeOf(t *testing.T, sources []*Ratings, c Coefficient, o Options) Outcome {
	t.Helper()
	o.Intervals, o.Coefficients = Jackknife{}, []Coefficient{c}
	all, err := AgreementOf(context.Background(), sources, o)
	require.NoError(t, err)
	return all[len(all)-1]
}

// TestTwoWayJackknife works out SE² = J_items + J_raters − J_both by really deleting each item,
// each rater of each study and each rating, computing κ_x and alpha anew, and adding up.
func TestTwoWayJackknife(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 4))
	var data [2][][]float64
	const items, raters = 20, 4
	for i := range items {
		u := 2 * random.NormFloat64()
		for s := range data {
			row := make([]float64, raters)
			for g := range row {
				row[g] = u + random.NormFloat64() + 2*float64(g) + 4*float64(s)
				if i > 5 && random.IntN(4) == 0 {
					row[g] = math.NaN()
				}
			}
			data[s] = append(data[s], row)
		}
	}
	// without drops the ratings for which gone is true.
	without := func(gone func(s, i, g int) bool) []*Ratings {
		var left [][][]float64
		for s := range data {
			rows := make([][]float64, items)
			for i := range rows {
				for g, x := range data[s][i] {
					if gone(s, i, g) {
						x = math.NaN()
					}
					rows[i] = append(rows[i], x)
				}
			}
			left = append(left, rows)
		}
		return matrices(left...)
	}
	none := func(int, int, int) bool { return false }
	for _, c := range []struct {
		of      Coefficient
		studies int
	}{{AlphaName, 1}, {CrossKappaName, 2}} {
		value := func(gone func(s, i, g int) bool) float64 {
			q := asked(t, c.of, Options{Distance: Interval}, without(gone)[:c.studies]...)
			require.Empty(t, q.why)
			v, why := q.value()
			require.Empty(t, why)
			return v
		}
		// jack returns (n−1)/n Σ (v − mean)².
		jack := func(v []float64) float64 {
			n := float64(len(v))
			return square(deviation(v)) * (n - 1) * (n - 1) / n
		}
		var byItem, byLabel []float64
		var withoutOne [2][items][raters]float64 // the value without a rating; 0 where there is none
		raterJack := 0.0
		for i := range items {
			byItem = append(byItem, value(func(_, j, _ int) bool { return i == j }))
		}
		for s := range c.studies {
			var byRater []float64
			for g := range raters {
				byRater = append(byRater, value(func(r, _, h int) bool { return r == s && g == h }))
				for i := range items {
					if !math.IsNaN(data[s][i][g]) {
						v := value(func(r, j, h int) bool { return r == s && i == j && g == h })
						byLabel = append(byLabel, v)
						withoutOne[s][i][g] = v
					}
				}
			}
			raterJack += jack(byRater)
		}
		want := jack(byItem) + raterJack - jack(byLabel)
		// What the means over raters, and over items, take from the variances of the others: pairs of ratings of one
		// item by two raters of a study, and of two items by one rater.
		mean, ofRaters := total(byLabel)/float64(len(byLabel)), 0.0
		for s := range c.studies {
			ofItems := 0.0
			pairs := func(n int, at func(k int) float64) float64 {
				sum, k := 0.0, 0.0
				for a := range n {
					if at(a) == 0 {
						continue
					}
					k++
					for b := range n {
						if b != a && at(b) != 0 {
							sum += (at(a) - mean) * (at(b) - mean)
						}
					}
				}
				if k < 2 {
					return 0
				}
				return sum * k / (k - 1)
			}
			for i := range items {
				ofItems += pairs(raters, func(g int) float64 { return withoutOne[s][i][g] })
			}
			for g := range raters {
				ofRaters += pairs(items, func(i int) float64 { return withoutOne[s][i][g] })
			}
			want += max(0, ofItems) / raters
		}
		want += max(0, ofRaters) / items
		require.Greater(t, want, jack(byItem), "not the least that is returned")
		got := jackknifeOf(t, without(none)[:c.studies], c.of, Options{Distance: Interval})
		assert.InEpsilon(t, math.Sqrt(want), *got.SE, 1e-9, c.of)
		assert.Equal(t, "both", got.Interval.Resampled)
		assert.Equal(t, "jackknife", got.Interval.Method)
		assert.Empty(t, got.Interval.Fixed)
		// Limits of Fisher's z with Student's t: ±t·SE/(1−v²) from atanh v.
		h := distuv.StudentsT{Sigma: 1, Nu: got.Interval.DF}.Quantile(0.975) * *got.SE / (1 - got.Value*got.Value)
		assert.InDelta(t, math.Tanh(math.Atanh(got.Value)-h), got.Interval.Lower, 1e-9)
		assert.InDelta(t, math.Tanh(math.Atanh(got.Value)+h), got.Interval.Upper, 1e-9)
	}
}

// TestTwoWayJackknifeOfAMean: where all raters rate all items the variance of a mean is that of the analysis of
// variance, (MS_items + MS_raters − MS_error)/N, but for a share of 1/N; without what the means over few raters take it
// would be too small by a seventh.
func TestTwoWayJackknifeOfAMean(t *testing.T) {
	const items, raters, n = 30, 5, 30 * 5
	random := rand.New(rand.NewPCG(5, 9))
	var x [items][raters]float64
	var ofItem [items]float64
	var ofRater [raters]float64
	sum := 0.0
	for i := range items {
		u := 2 * random.NormFloat64()
		for g := range raters {
			x[i][g] = u + 0.3*float64(g) + random.NormFloat64()
			ofItem[i] += x[i][g]
			ofRater[g] += x[i][g]
			sum += x[i][g]
		}
	}
	d := deleted{value: sum / n}
	msItems, msRaters, msError := 0.0, 0.0, 0.0
	for i := range items {
		d.item.key = append(d.item.key, key{int32(i), -1})
		d.item.value = append(d.item.value, (sum-ofItem[i])/(n-raters))
		msItems += raters * square(ofItem[i]/raters-sum/n) / (items - 1)
		for g := range raters {
			d.both.key = append(d.both.key, key{int32(i), int64(g)})
			d.both.value = append(d.both.value, (sum-x[i][g])/(n-1))
			msError += square(x[i][g]-ofItem[i]/raters-ofRater[g]/items+sum/n) / ((items - 1) * (raters - 1))
		}
	}
	for g := range raters {
		d.rater.key = append(d.rater.key, key{-1, int64(g)})
		d.rater.value = append(d.rater.value, (sum-ofRater[g])/(n-items))
		msRaters += items * square(ofRater[g]/items-sum/n) / (raters - 1)
	}
	of := &Ratings{rater: []int32{0}, raters: []int32{0, 1, 2, 3, 4}, table: new(study.Table)}
	got := d.sampling([]source{{of, 0}})
	require.Equal(t, Both, got.resampled)
	want := (msItems + msRaters - msError) / n
	assert.InEpsilon(t, want, got.variance, 1.5/n)
	one := func(key) int { return 0 }
	before := d.item.over(1, one) + d.rater.over(1, one) - d.both.over(1, one)
	assert.Less(t, before, want*6/7)
}

// TestSatterthwaite: raters who alone make the variance leave it the raters' degrees of freedom
// at most, items who alone make it those of the items.
func TestSatterthwaite(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	design := crossedDesign{model: numbersModel(), items: 150, raters: 6}
	design.model.rater = [3]float64{5, 5, 5}
	got := jackknifeOf(t, design.draw(random)[:1], AlphaName, Options{Distance: Interval})
	assert.Less(t, got.Interval.DF, 6.0)
	assert.Greater(t, got.Interval.DF, 3.0)
	design.model.rater = [3]float64{}
	design.raters = 40
	got = jackknifeOf(t, design.draw(random)[:1], AlphaName, Options{Distance: Interval})
	assert.Greater(t, got.Interval.DF, 75.0)
	assert.Less(t, got.Interval.DF, 150.0)
}

// TestJackknifeSaysWhatItCannotDelete takes data of which raters, or some of them, cannot be
// deleted.
func TestJackknifeSaysWhatItCannotDelete(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(8, 1))
	two := votesOf(random, 60, 2, 1)[0]
	for _, c := range []struct {
		coefficient Coefficient
		why         string
	}{
		{AlphaName, "without one of its raters it is undefined: no item has two ratings"},
		{CohenKappaName, "its two raters are fixed"},
		{ScottPiName, "its two raters are fixed"},
		{KRaterName, "random sets"},
	} {
		got := jackknifeOf(t, []*Ratings{two}, c.coefficient, Options{Distance: Nominal})
		require.NotNil(t, got.Interval, c.coefficient)
		assert.Equal(t, "items", got.Interval.Resampled, c.coefficient)
		assert.Contains(t, got.Interval.Fixed, c.why)
	}
	// Items alone: the standard error of Gwet's linearisation, within what its division by n and not
	// by items left out makes.
	linear, _ := asked(t, AlphaName, Options{Distance: Nominal}, two).parts[0].standardError()
	got := jackknifeOf(t, []*Ratings{two}, AlphaName, Options{Distance: Nominal})
	assert.InEpsilon(t, linear, *got.SE, 0.05)

	counts, err := FromCounts([][]int64{{2, 1}, {0, 3}, {3, 0}, {1, 2}}, []float64{0, 1})
	require.NoError(t, err)
	got = jackknifeOf(t, []*Ratings{counts}, FleissKappaName, Options{})
	assert.Equal(t, string(noRaters), got.Interval.Fixed)
	assert.Equal(t, "items", got.Interval.Resampled)

	// One gold labeler beside a crowd: the crowd is at random, gold is as given.
	var b study.Builder
	for i := range 40 {
		item, truth := string(rune('a'+i%26))+string(rune('a'+i/26)), float64(i%2)
		b.Add(item, "gold", "gold", truth)
		for _, who := range []string{"ann", "bob", "cat", "dan", "eve"} {
			x := truth
			if random.IntN(4) == 0 {
				x = 1 - x
			}
			b.Add(item, who, "crowd", x)
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	all, err := Agreement(ctx, table, Options{Intervals: Jackknife{}, Coefficients: []Coefficient{CrossKappaName}})
	require.NoError(t, err)
	assert.Equal(t, "both", all[0].Interval.Resampled)
	assert.Equal(t, "there is only one rater (gold)", all[0].Interval.Fixed)

	// All alike: no deletion tells anything.
	alike, err := FromMatrix([][]float64{{1, 1, 1}, {2, 2, 2}, {1, 1, 1}, {2, 2, 2}})
	require.NoError(t, err)
	got = jackknifeOf(t, []*Ratings{alike}, FleissKappaName, Options{Distance: Nominal})
	assert.Nil(t, got.Interval)
	assert.Equal(t, string(noSpread), got.NoInterval)

	// One rater saw all the difference: without her there is none.
	rare, err := FromMatrix([][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 1}})
	require.NoError(t, err)
	got = jackknifeOf(t, []*Ratings{rare}, AlphaName, Options{Distance: Nominal})
	assert.Nil(t, got.Interval)
	assert.Equal(t, string(withoutItem+noVariation), got.NoInterval)
}

// TestOneSharedRater: a rater alone in both studies is deleted from both, with the others.
func TestOneSharedRater(t *testing.T) {
	var b study.Builder
	random := rand.New(rand.NewPCG(2, 9))
	for i := range 30 {
		u := random.NormFloat64()
		for s, names := range [][]string{{"ann", "bob", "cat"}, {"ann", "dan", "eve"}} {
			for _, who := range names {
				b.Add(string(rune('A'+i)), who, []string{"x", "y"}[s], u+random.NormFloat64())
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	all, err := Agreement(context.Background(), table,
		Options{Intervals: Jackknife{}, Coefficients: []Coefficient{CrossKappaName}})
	require.NoError(t, err)
	assert.Equal(t, "both", all[0].Interval.Resampled)
	assert.Empty(t, all[0].Interval.Fixed)
	sources := []*Ratings{studyRatings(t, table, "x"), studyRatings(t, table, "y")}
	d, err := asked(t, CrossKappaName, Options{Distance: Interval}, sources...).deleted(context.Background(), 1)
	require.NoError(t, err)
	assert.Len(t, d.rater.key, 5)
	assert.Len(t, d.both.key, 5*30, "ann's two labels of an item are one cluster")
}

// TestSteppedUpInterval: the interval of Of(k, nil, 1) is that of ICC(1) by Spearman-Brown, and its SE
// by the derivative, here by finite differences.
func TestSteppedUpInterval(t *testing.T) {
	x := crossedDesign{model: numbersModel(), items: 40, raters: 9, perItem: 4}.draw(rand.New(rand.NewPCG(1, 7)))[:1]
	one := jackknifeOf(t, x, ICC1Name, Options{Distance: Interval})
	k := jackknifeOf(t, x, ICC1kName, Options{Distance: Interval})
	assert.InDelta(t, SpearmanBrown(one.Value, 4), k.Value, 1e-9)
	assert.InDelta(t, SpearmanBrown(one.Interval.Lower, 4), k.Interval.Lower, 1e-9)
	assert.InDelta(t, SpearmanBrown(one.Interval.Upper, 4), k.Interval.Upper, 1e-9)
	const h = 1e-6
	slope := (SpearmanBrown(one.Value+h, 4) - SpearmanBrown(one.Value-h, 4)) / (2 * h)
	assert.InEpsilon(t, slope**one.SE, *k.SE, 1e-6)
	// Two-way forms keep the limits of McGraw and Wong.
	full := crossedDesign{model: numbersModel(), items: 40, raters: 5}.draw(rand.New(rand.NewPCG(1, 8)))[:1]
	assert.Equal(t, "f", jackknifeOf(t, full, ICCA1Name, Options{Distance: Interval}).Interval.Method)
}

// TestFollowed: the way from a value to its limit is as long as h standard errors, ∫ dv/SE(v) over
// SE(v) = √((1−v²)²+0.2²) by Simpson's rule; it is straight where the error does not change.
func TestFollowed(t *testing.T) {
	se := func(v float64) float64 { v = max(-1, min(1, v)); return math.Hypot(1-v*v, 0.2) }
	for _, value := range []float64{-0.4, 0, 0.5, 0.9, 0.99, 1.3} {
		for _, h := range []float64{-0.4, -0.05, 0.05, 0.4} {
			to := followed(value, h)
			const n = 4000
			sum, d := 0.0, (to-value)/n
			for k := range n {
				a := value + float64(k)*d
				sum += d / 6 * (1/se(a) + 4/se(a+d/2) + 1/se(a+d))
			}
			assert.InDelta(t, h/se(value), sum, 1e-4, "%v, %v", value, h)
		}
	}
	assert.InDelta(t, 1.5, followed(1.3, 0.2), 1e-12)
}

// TestLimitsOfShapes: Fisher's z stays within ±1, the logit between 0 and 1, and a small error
// makes all shapes alike.
func TestLimitsOfShapes(t *testing.T) {
	for _, s := range []shape{unbounded, agreement, proportion, quotients} {
		lower, upper := s.limits(0.6, 1e-5, 2, -1)
		assert.InDelta(t, 0.6-2e-5, lower, 1e-8)
		assert.InDelta(t, 0.6+2e-5, upper, 1e-8)
	}
	lower, upper := agreement.limits(0.95, 0.1, 3, -1)
	assert.True(t, lower > -1 && upper < 1)
	lower, upper = proportion.limits(0.03, 0.1, 3, -1)
	assert.True(t, lower > 0 && upper < 1)
}

// TestDeletionInGroups compares J of each kind from single clusters with J from clusters in 512
// random groups, whose error is √(2/512) of it.
func TestDeletionInGroups(t *testing.T) {
	large := crossedDesign{model: numbersModel(), items: 3000, raters: 1500, perItem: 3}
	x := large.draw(rand.New(rand.NewPCG(4, 2)))[:1]
	q := asked(t, AlphaName, Options{Distance: Interval}, x...)
	p := q.parts[0]
	assert.Equal(t, coarse{}, p.prepare())
	single, err := p.withoutEach(context.Background(), 1, coarse{})
	require.NoError(t, err)
	grouped, err := p.withoutEach(context.Background(), 1, coarse{true, true, true})
	require.NoError(t, err)
	all := func(key) int { return 0 }
	for k, pair := range [][2]series{
		{single.item, grouped.item}, {single.rater, grouped.rater}, {single.both, grouped.both},
	} {
		assert.Len(t, pair[1].key, deletionGroups)
		assert.InEpsilon(t, pair[0].over(1, all), pair[1].over(1, all),
			4*math.Sqrt(2./deletionGroups), k)
	}
	one, many := single.sampling(q.sources), grouped.sampling(q.sources)
	assert.InEpsilon(t, one.variance, many.variance, 0.6)
	assert.Equal(t, Both, many.resampled)
}

// TestDifferences: all differences at once are those of three studies alone, whatever else there is, by the jackknife
// and the bootstrap.
func TestDifferences(t *testing.T) {
	var b study.Builder
	random := rand.New(rand.NewPCG(12, 2))
	names := []string{"p", "q", "r", "s"}
	for i := range 40 {
		u := 2 * random.NormFloat64()
		for s, name := range names {
			for g := range 5 {
				if random.IntN(4) > 0 {
					b.Add(string(rune('0'+i)), name+string(rune('a'+g)), name,
						u+random.NormFloat64()*(0.5+0.2*float64(s)))
				}
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	ctx := context.Background()
	for _, o := range []Options{
		{Intervals: Jackknife{}}, {Intervals: Bootstrap{Replicates: 50, Resample: Both, Seed: 3}},
		{Intervals: Jackknife{}, Normalize: Normalization{By: ICC1kName, SharedItems: true}}} {
		o.Coefficients = []Coefficient{AlphaName, CrossKappaName, NormalizedCrossKappaName}
		all, err := Differences(ctx, table, "q", o)
		require.NoError(t, err)
		require.Len(t, all, 2*3)
		for _, got := range all {
			require.Equal(t, "q", got.Studies[0])
			var x []*Ratings
			for _, name := range got.Studies {
				x = append(x, studyRatings(t, table, name))
			}
			want := differenceOf(t, got.Coefficient, o, x[0], x[1], x[2])
			assert.InDelta(t, want.Value, got.Value, 1e-12)
			require.NotNil(t, got.Interval)
			assert.InEpsilon(t, *want.SE, *got.SE, 1e-9)
			assert.InDelta(t, want.Interval.Lower, got.Interval.Lower, 1e-9)
			assert.InDelta(t, want.Interval.Upper, got.Interval.Upper, 1e-9)
			assert.Equal(t, want.Interval.Resampled, got.Interval.Resampled)
		}
		assert.Equal(t, []string{"q", "r", "p"}, all[0].Studies, "the later one less the earlier one")
	}
	_, err = Differences(ctx, table, "nobody", Options{})
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
	assert.Equal(t, study.NameError{Kind: "group", Name: "nobody", Names: table.Studies()}, *unknown)
}

// TestJackknifeSameForAnyWorkers: the same bytes.
func TestJackknifeSameForAnyWorkers(t *testing.T) {
	x := crossedDesign{model: binaryModel(0), items: 400, raters: 60, perItem: 6}.draw(rand.New(rand.NewPCG(5, 5)))
	var first []Outcome
	for workers := 1; workers <= 5; workers += 2 {
		got, err := AgreementOf(context.Background(), x,
			Options{Intervals: Jackknife{}, Workers: workers})
		require.NoError(t, err)
		if first == nil {
			first = got
		}
		assert.Equal(t, first, got, "%d workers", workers)
	}
}

// TestJackknifeStops at the end of its context.
func TestJackknifeStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := crossedDesign{model: binaryModel(0), items: 30, raters: 6}.draw(rand.New(rand.NewPCG(5, 5)))
	_, err := AgreementOf(ctx, x, Options{Intervals: Jackknife{}})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestManyRanks: ordinal coefficients of more values than their pairs are kept of delete items
// alone, and say so.
func TestManyRanks(t *testing.T) {
	x := crossedDesign{model: numbersModel(), items: 40, raters: 6}.draw(rand.New(rand.NewPCG(5, 6)))[:2]
	for _, c := range []Coefficient{AlphaName, CrossKappaName} {
		got := jackknifeOf(t, x, c, Options{Distance: Ordinal})
		assert.Equal(t, "items", got.Interval.Resampled)
		assert.True(t, strings.HasPrefix(got.Interval.Fixed, "there are more than 48"), got.Interval.Fixed)
	}
}

// TestManyStudiesSameForAnyWorkers: pairs of studies that have not the same labels, so that sums over the labels of two
// are rounded otherwise with each pair, and differences.
func TestManyStudiesSameForAnyWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	var sources []*Ratings
	for s := range 7 {
		rows := make([][]float64, 150)
		for i := range rows {
			for range 4 {
				rows[i] = append(rows[i], float64(i%5)+float64(1+s)*rng.NormFloat64())
			}
		}
		x, err := FromMatrix(rows)
		require.NoError(t, err)
		sources = append(sources, x)
	}
	for _, how := range []IntervalMethod{Jackknife{}, Bootstrap{Replicates: 20, Seed: 3}} {
		o := Options{Distance: Interval, Intervals: how, Coefficients: []Coefficient{
			AlphaName, CrossKappaName, NormalizedCrossKappaName, DisattenuatedName}}
		var agreement, differences []Outcome
		for workers := 1; workers <= 5; workers += 2 {
			o.Workers = workers
			got, done := new(results), new(results)
			require.NoError(t, o.agreement(t.Context(), sources, got))
			numbered, ready, err := o.ready(sources)
			require.NoError(t, err)
			require.NoError(t, ready.differences(t.Context(), numbered, 2, done))
			if workers == 1 {
				agreement, differences = got.list, done.list
				require.Len(t, agreement, 7+3*7*6/2)
				require.Len(t, differences, 3*6*5/2)
			}
			assert.Equal(t, agreement, got.list, "%d workers", workers)
			assert.Equal(t, differences, done.list, "%d workers", workers)
		}
	}
}
