package nonparam_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
	"concord/study"
)

// threeStudies has two raters in a and b each, three in c, with missing labels.
func threeStudies(t testing.TB, kind study.Kind) *study.Table {
	random := rand.New(rand.NewPCG(11, 4))
	b := study.Builder{Kind: kind}
	for i := range 200 {
		truth := random.IntN(2)
		for s, raters := range []int{2, 2, 3} {
			for r := range raters {
				if random.IntN(10) == 0 {
					continue
				}
				label := truth
				if random.IntN(4) == 0 {
					label = 1 - label
				}
				name := string(rune('a' + s))
				b.Add(fmt.Sprint("item", i), fmt.Sprint(name, r), name, float64(label))
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// TestAgreementOrder checks what is answered, in which order, and that each result is
// what the coefficient's own function returns.
func TestAgreementOrder(t *testing.T) {
	table := threeStudies(t, study.Binary)
	results, err := nonparam.Agreement(context.Background(), table, nonparam.Options{})
	require.NoError(t, err)
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprint(r.Coefficient, r.Studies))
	}
	var want []string
	for _, s := range []string{"a", "b", "c"} {
		for _, c := range []string{"percent_agreement", "cohen_kappa", "fleiss_kappa", "gwet_ac", "kripp_alpha"} {
			want = append(want, c+"["+s+"]")
		}
	}
	for _, pair := range []string{"a b", "a c", "b c"} {
		want = append(want, "cross_kappa["+pair+"]", "normalized_cross_kappa["+pair+"]",
			"spearman_disattenuated["+pair+"]")
	}
	assert.Equal(t, want, got)
	of := func(name string) *nonparam.Ratings { return ratingsOf(t, table, name) }
	for _, r := range results {
		switch r.Coefficient {
		case nonparam.AlphaName:
			e, err := nonparam.Of(nonparam.AlphaName, nonparam.Nominal, of(r.Studies[0]))
			require.NoError(t, err)
			assert.Equal(t, e, r.Estimate)
		case nonparam.CrossKappaName:
			e, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Nominal, of(r.Studies[0]), of(r.Studies[1]))
			require.NoError(t, err)
			assert.Equal(t, e, r.Estimate)
		case nonparam.CohenKappaName:
			if r.Studies[0] == "c" {
				assert.Equal(t, "there are not exactly two raters", r.Undefined)
			}
		}
	}
}

// TestEveryCoefficient asks for all of them with an interval, of each kind of labels.
func TestEveryCoefficient(t *testing.T) {
	for _, kind := range []study.Kind{study.Binary, study.Numeric} {
		table := threeStudies(t, kind)
		results, err := nonparam.Agreement(context.Background(), table, nonparam.Options{
			Coefficients: nonparam.Coefficients(), Intervals: nonparam.Bootstrap{Replicates: 50}})
		require.NoError(t, err)
		require.Len(t, results, 3*(len(nonparam.Coefficients())-3+1)+3*3) // specific agreement has two
		for _, r := range results {
			if r.Undefined != "" || r.NoInterval != "" {
				continue
			}
			assert.Positive(t, r.Items, r.Coefficient)
			assert.Positive(t, r.Ratings, r.Coefficient)
			require.NotNil(t, r.Interval, r.Coefficient)
			assert.Less(t, r.Interval.Lower, r.Interval.Upper, r.Coefficient)
			require.NotNil(t, r.SE, r.Coefficient)
			assert.Equal(t, r.Coefficient.UsesDistance(), r.Distance != "", r.Coefficient)
			assert.Equal(t, r.Coefficient == nonparam.KRaterName, r.K > 0, r.Coefficient)
		}
	}
}

// TestUnorderedLabels checks that labels without order are not taken for numbers.
func TestUnorderedLabels(t *testing.T) {
	table, err := study.NewTable(study.Indexed{Kind: study.Nominal, Categories: []string{"cat", "dog", "owl"},
		Items: []string{"1", "2", "3"}, Labelers: []string{"p", "q"}, Studies: []string{"s"},
		Item: []int32{0, 0, 1, 1, 2, 2}, Labeler: []int32{0, 1, 0, 1, 0, 1}, Study: make([]int32, 6),
		Value: []float64{0, 0, 1, 2, 2, 2}})
	require.NoError(t, err)
	s := ratingsOf(t, table, "s")
	_, err = nonparam.Of(nonparam.AlphaName, nonparam.Nominal, s)
	assert.NoError(t, err)
	_, err = nonparam.Of(nonparam.AlphaName, nonparam.Ordinal, s)
	assert.ErrorContains(t, err, "the labels have no order")
	_, err = nonparam.Of(nonparam.ICC1Name, nil, s)
	assert.ErrorContains(t, err, "the labels have no order")
	own := nonparam.Custom(func(a, b float64) float64 { return max(a-b, b-a) })
	_, err = nonparam.Of(nonparam.AlphaName, own, s)
	assert.NoError(t, err)
	results, err := nonparam.Agreement(context.Background(), table, nonparam.Options{
		Coefficients: []nonparam.Coefficient{nonparam.KRaterName}, Distance: own})
	require.NoError(t, err)
	assert.Equal(t, "nominal", results[0].Distance, "the majority, never the mean of indices")
}

// ratingsOf are the ratings of the study of a name, which the table has.
func ratingsOf(t testing.TB, table *study.Table, name string) *nonparam.Ratings {
	t.Helper()
	v, err := table.Study(name)
	require.NoError(t, err)
	return nonparam.FromStudy(v)
}

// TestWithValues compares ratings whose values were replaced with ratings made anew.
func TestWithValues(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	table := threeStudies(t, study.Numeric)
	a, err := table.Study("a")
	require.NoError(t, err)
	c := ratingsOf(t, table, "c")
	value := make([]float64, a.Len())
	for n := range value {
		value[n] = float64(random.IntN(7)) / 3
	}
	anew := study.Builder{Kind: study.Numeric}
	for n, i := range a.Item() {
		anew.Add(table.Items()[i], table.Labelers()[a.Labeler()[n]], "a", value[n])
	}
	other, err := anew.Table()
	require.NoError(t, err)
	replaced := nonparam.FromStudy(a).WithValues(value)
	for _, d := range nonparam.Distances() {
		want, err := nonparam.Of(nonparam.AlphaName, d, ratingsOf(t, other, "a"))
		require.NoError(t, err)
		got, err := nonparam.Of(nonparam.AlphaName, d, replaced)
		require.NoError(t, err)
		assert.InDelta(t, want.Value, got.Value, 1e-12)
	}
	_, err = nonparam.Of(nonparam.CrossKappaName, nonparam.Interval, replaced, c)
	require.NoError(t, err)
	assert.Panics(t, func() { replaced.WithValues(value[1:]) })
}

// TestSameStudyDiffersByNothing compares a difference with its parts, and its interval with what a joint bootstrap must
// give: a study differs from itself by exactly nothing.
func TestSameStudyDiffersByNothing(t *testing.T) {
	table := threeStudies(t, study.Binary)
	a, b, c := ratingsOf(t, table, "a"), ratingsOf(t, table, "b"), ratingsOf(t, table, "c")
	o := nonparam.Options{Intervals: nonparam.Bootstrap{Replicates: 400}}
	for _, name := range []nonparam.Coefficient{nonparam.CrossKappaName, nonparam.NormalizedCrossKappaName} {
		d := nonparam.DifferenceOf(t, name, o, c, a, b)
		assert.Equal(t, []string{"c", "a", "b"}, d.Studies)
		withA, err := nonparam.Of(name, nonparam.Nominal, c, a)
		require.NoError(t, err)
		withB, err := nonparam.Of(name, nonparam.Nominal, c, b)
		require.NoError(t, err)
		assert.InDelta(t, withA.Value-withB.Value, d.Value, 1e-12)
		require.Empty(t, d.NoInterval)
		assert.Less(t, d.Interval.Lower, d.Value)
		assert.Greater(t, d.Interval.Upper, d.Value)

		same := nonparam.DifferenceOf(t, name, o, c, a, a)
		assert.Zero(t, same.Value)
		assert.Zero(t, same.Interval.Upper-same.Interval.Lower)
	}
}

// normalizedBy is the normalized κ_x of two studies.
func normalizedBy(n nonparam.Normalization, d nonparam.Distance, x, y *nonparam.Ratings) (nonparam.Estimate, error) {
	all, err := nonparam.AgreementOf(context.Background(), []*nonparam.Ratings{x, y}, nonparam.Options{Distance: d,
		Coefficients: []nonparam.Coefficient{nonparam.NormalizedCrossKappaName}, Normalize: n})
	if err != nil {
		return nonparam.Estimate{}, err
	}
	if all[0].Undefined != "" {
		return nonparam.Estimate{}, &nonparam.UndefinedError{Coefficient: all[0].Coefficient, Reason: all[0].Undefined}
	}
	return all[0].Estimate, nil
}

// TestCategories checks that unused categories change what they should, and no more:
// AC1 with q categories of which two are used, at p_e = T_w Σ π(1−π)/[q(q−1)].
func TestCategories(t *testing.T) {
	r, err := nonparam.FromMatrix([][]float64{{1, 1}, {1, 2}, {2, 2}, {1, 1}})
	require.NoError(t, err)
	wide, err := r.WithCategories([]float64{1, 2, 3, 4, 5})
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 2, 3, 4, 5}, wide.Values())
	const agreement, share = 0.75, 5. / 8
	for q, r := range map[float64]*nonparam.Ratings{2: r, 5: wide} {
		e, err := nonparam.Of(nonparam.GwetACName, nonparam.Nominal, r)
		require.NoError(t, err)
		chance := 2 * share * (1 - share) / (q - 1) // T_w = q
		assert.InDelta(t, (agreement-chance)/(1-chance), e.Value, 1e-12)
		e, err = nonparam.Of(nonparam.BrennanPredigerName, nonparam.Nominal, r)
		require.NoError(t, err)
		assert.InDelta(t, (agreement-1/q)/(1-1/q), e.Value, 1e-12)
	}
	for _, d := range nonparam.Distances() {
		parsed, err := nonparam.ParseDistance(d.String())
		require.NoError(t, err)
		assert.Equal(t, d, parsed)
		narrow, err := nonparam.Of(nonparam.AlphaName, d, r)
		require.NoError(t, err)
		same, err := nonparam.Of(nonparam.AlphaName, d, wide)
		require.NoError(t, err)
		assert.InDelta(t, narrow.Value, same.Value, 1e-12, d)
	}
}

// TestAlphaFromFleiss checks α = κ_F + (1−κ_F)/N, and that counts, a matrix in any order
// of its rows and columns, and a view say the same.
func TestAlphaFromFleiss(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 9))
	rows, counts := make([][]float64, 40), make([][]int64, 40)
	for i := range rows {
		counts[i] = make([]int64, 3)
		for range 4 {
			x := random.IntN(3) * random.IntN(2)
			rows[i] = append(rows[i], float64(x))
			counts[i][x]++
		}
	}
	r, err := nonparam.FromMatrix(rows)
	require.NoError(t, err)
	c, err := nonparam.FromCounts(counts, []float64{0, 1, 2})
	require.NoError(t, err)
	slices.Reverse(rows)
	for _, row := range rows {
		slices.Reverse(row)
	}
	reversed, err := nonparam.FromMatrix(rows)
	require.NoError(t, err)
	for _, d := range []nonparam.Distance{nonparam.Nominal, nonparam.Linear, nonparam.Interval} {
		fleiss, err := nonparam.Of(nonparam.FleissKappaName, d, r)
		require.NoError(t, err)
		for _, r := range []*nonparam.Ratings{r, c, reversed} {
			alpha, err := nonparam.Of(nonparam.AlphaName, d, r)
			require.NoError(t, err)
			assert.InDelta(t, fleiss.Value+(1-fleiss.Value)/160, alpha.Value, 1e-12)
		}
	}
}

// TestCategoriesOfTable checks that a study of a binary table has both categories, also
// where it uses one: then AC1 has p_a = 1 and p_e = 0, and kappas are undefined. And
// that a study that does not exist is one without ratings.
func TestCategoriesOfTable(t *testing.T) {
	var b study.Builder
	label := map[string]float64{"1": 0, "2": 1, "3": 1}
	for _, item := range []string{"1", "2", "3"} {
		for _, rater := range []string{"p", "q"} {
			b.Add(item, rater, "same", 1)
			b.Add(item, rater, "mixed", label[item])
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	require.Equal(t, study.Binary, table.Kind())
	mixed, same := ratingsOf(t, table, "mixed"), ratingsOf(t, table, "same")
	ac, err := nonparam.Of(nonparam.GwetACName, nonparam.Nominal, same)
	require.NoError(t, err)
	assert.Equal(t, 1.0, ac.Value)
	_, err = nonparam.Of(nonparam.FleissKappaName, nonparam.Nominal, same)
	assert.ErrorContains(t, err, "all ratings are equal")
	none, err := nonparam.FromMatrix(nil)
	require.NoError(t, err)
	_, err = nonparam.Of(nonparam.CrossKappaName, nonparam.Nominal, same, none)
	assert.ErrorContains(t, err, "there are no ratings")
	_, err = normalizedBy(nonparam.Normalization{}, nonparam.Nominal, mixed, same)
	assert.ErrorContains(t, err, "full agreement (same)", "which of the two has no reliability")
	replaced := mixed.WithValues([]float64{0, 0, 0, 0, 0, 0})
	assert.Equal(t, []float64{0, 1}, replaced.Values())
	assert.Panics(t, func() { replaced.WithValues([]float64{0, 0, 0, 0, 0, math.NaN()}) })
}

// TestNormalizationChoice compares the choices with their parts.
func TestNormalizationChoice(t *testing.T) {
	table := threeStudies(t, study.Binary)
	a, b := ratingsOf(t, table, "a"), ratingsOf(t, table, "b")
	kappa, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Nominal, a, b)
	require.NoError(t, err)
	byCohen, err := normalizedBy(nonparam.Normalization{By: nonparam.CohenKappaName}, nonparam.Nominal, a, b)
	require.NoError(t, err)
	x, err := nonparam.Of(nonparam.CohenKappaName, nonparam.Nominal, a)
	require.NoError(t, err)
	y, err := nonparam.Of(nonparam.CohenKappaName, nonparam.Nominal, b)
	require.NoError(t, err)
	want, ok := nonparam.Normalize(kappa.Value, x.Value, y.Value)
	require.True(t, ok)
	assert.InDelta(t, want, byCohen.Value, 1e-12)
	own, err := normalizedBy(nonparam.Normalization{}, nonparam.Nominal, a, b)
	require.NoError(t, err)
	shared, err := normalizedBy(nonparam.Normalization{SharedItems: true}, nonparam.Nominal, a, b)
	require.NoError(t, err)
	assert.NotEqual(t, own.Value, shared.Value)
	_, err = normalizedBy(nonparam.Normalization{By: nonparam.KRaterName}, nonparam.Nominal, a, b)
	assert.EqualError(t, err, `nonparam: "k_rater" is not a reliability to normalize by`)
	_, err = nonparam.ParseDistance("nominl")
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
	assert.EqualError(t, err, `there is no distance "nominl"; did you mean "nominal"?`)
}

// Of labels that a labeler gave an item again the first are taken.
func TestAgreementOfLabelsGivenAgain(t *testing.T) {
	c := study.Indexed{
		Items: []string{"a", "b", "c", "d"}, Labelers: []string{"v", "w", "x"}, Studies: []string{"s", "t", "u"},
		Kind: study.Numeric,
	}
	for n := range 90 { // each label twice or more
		c.Item, c.Labeler, c.Study = append(c.Item, int32(n%4)), append(c.Labeler, int32(n/4%3)), append(c.Study,
			int32(n/12%3))
		c.Value = append(c.Value, float64(n*n%7+n%4))
	}
	c.Duplicates = study.DuplicatesKeep
	kept, err := study.NewTable(c)
	require.NoError(t, err)
	c.Duplicates = study.DuplicatesFirst
	first, err := study.NewTable(c)
	require.NoError(t, err)
	require.Equal(t, 90, kept.Len())
	require.Equal(t, 36, first.Len())
	o := nonparam.Options{Intervals: nonparam.Jackknife{}}
	for name, coefficients := range map[string]func(table *study.Table) ([]nonparam.Outcome, error){
		"agreement": func(table *study.Table) ([]nonparam.Outcome, error) {
			return nonparam.Agreement(context.Background(), table, o)
		},
		"differences": func(table *study.Table) ([]nonparam.Outcome, error) {
			return nonparam.Differences(context.Background(), table, "s", o)
		},
	} {
		want, err := coefficients(first)
		require.NoError(t, err, name)
		got, err := coefficients(kept)
		require.NoError(t, err, name)
		assert.Equal(t, want, got, name)
		assert.Empty(t, got[0].Undefined, name)
	}
}
