package nonparam_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
	"concord/study"
)

// fiveSteps are places from 1 to 5 by two and three raters, of which nobody gives a 4.
func fiveSteps(b *study.Builder, label func(place int) float64) {
	random := rand.New(rand.NewPCG(7, 5))
	for i := range 40 {
		truth := random.IntN(5)
		for s, raters := range []int{2, 3} {
			for r := range raters {
				place := 1 + min(4, max(0, truth+random.IntN(3)-1))
				if place == 4 {
					place = 5
				}
				if random.IntN(12) > 0 {
					name := string(rune('a' + s))
					b.Add(fmt.Sprint("item", i), fmt.Sprint(name, r), name, label(place))
				}
			}
		}
	}
}

// TestOrderedCategories compares ordered categories with the same labels as numbers: their scores, on a scale that has
// all of them.
func TestOrderedCategories(t *testing.T) {
	for _, c := range []struct {
		name       string
		categories []string
		scores     []float64
	}{
		{"words", []string{"none", "little", "some", "much", "all"}, []float64{1, 2, 3, 4, 5}},
		{"numbers", []string{"0", "1", "2.5", "10", "100"}, []float64{0, 1, 2.5, 10, 100}},
		{"codes", []string{"0", "8", "9", "2", "1"}, []float64{1, 2, 3, 4, 5}},
		{"a reversed scale", []string{"100", "50", "3", "2", "-1"}, []float64{100, 50, 3, 2, -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ordered := study.Builder{Kind: study.Ordinal, Categories: c.categories}
			fiveSteps(&ordered, func(place int) float64 { return float64(place) })
			numbers := study.Builder{Kind: study.Numeric}
			fiveSteps(&numbers, func(place int) float64 { return c.scores[place-1] })
			table, err := ordered.Table()
			require.NoError(t, err)
			plain, err := numbers.Table()
			require.NoError(t, err)
			for _, d := range nonparam.Distances() {
				o := nonparam.Options{Coefficients: nonparam.Coefficients(), Distance: d,
					Intervals: nonparam.Jackknife{}}
				got, err := nonparam.Agreement(context.Background(), table, o)
				require.NoError(t, err)
				want, err := nonparam.AgreementOf(context.Background(),
					withCategories(t, plain, slices.Sorted(slices.Values(c.scores))), o)
				require.NoError(t, err)
				for n, e := range got {
					if e.Category != "" { // of the numbers it is the score
						score := c.scores[slices.Index(c.categories, e.Category)]
						assert.Equal(t, want[n].Category, strconv.FormatFloat(score, 'g', -1, 64))
						got[n].Category = want[n].Category
					}
				}
				assert.Equal(t, want, got, d)
			}
			r := ratingsOf(t, table, "a")
			assert.Equal(t, slices.Sorted(slices.Values(c.scores)), r.Values(), "also that which nobody gives")
		})
	}
}

// withCategories are the studies of a table of numbers on a scale.
func withCategories(t *testing.T, table *study.Table, scale []float64) []*nonparam.Ratings {
	t.Helper()
	var all []*nonparam.Ratings
	for s := range table.Studies() {
		r, err := nonparam.FromStudy(table.StudyAt(s)).WithCategories(scale)
		require.NoError(t, err)
		all = append(all, r)
	}
	return all
}

// TestOrderedByDefault is answered like numbers, of which only the order counts.
func TestOrderedByDefault(t *testing.T) {
	ordered := study.Builder{Kind: study.Ordinal, Categories: []string{"v", "w", "x", "y", "z"}}
	fiveSteps(&ordered, func(place int) float64 { return float64(place) })
	numbers := study.Builder{Kind: study.Numeric}
	fiveSteps(&numbers, func(place int) float64 { return float64(place) })
	table, err := ordered.Table()
	require.NoError(t, err)
	plain, err := numbers.Table()
	require.NoError(t, err)
	got, err := nonparam.Agreement(context.Background(), table, nonparam.Options{})
	require.NoError(t, err)
	want, err := nonparam.AgreementOf(context.Background(), withCategories(t, plain, []float64{1, 2, 3, 4, 5}),
		nonparam.Options{Distance: nonparam.Ordinal})
	require.NoError(t, err)
	require.NotEmpty(t, got)
	assert.Equal(t, want, got)
}

// TestOrderedByCustomDistance is given the scores.
func TestOrderedByCustomDistance(t *testing.T) {
	ordered := study.Builder{Kind: study.Ordinal, Categories: []string{"0", "1", "2.5", "10", "100"}}
	fiveSteps(&ordered, func(place int) float64 { return float64(place) })
	table, err := ordered.Table()
	require.NoError(t, err)
	r := ratingsOf(t, table, "b")
	linear, err := nonparam.Of(nonparam.AlphaName, nonparam.Linear, r)
	require.NoError(t, err)
	own, err := nonparam.Of(nonparam.AlphaName, nonparam.Custom(func(a, b float64) float64 { return max(a-b, b-a) }), r)
	require.NoError(t, err)
	assert.InDelta(t, linear.Value, own.Value, 1e-12)
}

// TestOrderedReplications are given as places.
func TestOrderedReplications(t *testing.T) {
	ordered := study.Builder{Kind: study.Ordinal, Categories: []string{"30", "20", "15", "10", "0"}}
	fiveSteps(&ordered, func(place int) float64 { return float64(place) })
	table, err := ordered.Table()
	require.NoError(t, err)
	v, err := table.Study("a")
	require.NoError(t, err)
	r := ratingsOf(t, table, "a")
	for _, d := range []nonparam.Distance{nonparam.Ordinal, nonparam.Interval} {
		want, err := nonparam.Of(nonparam.AlphaName, d, r)
		require.NoError(t, err)
		got, err := nonparam.Of(nonparam.AlphaName, d, r.WithValues(v.Value()))
		require.NoError(t, err)
		assert.Equal(t, want.Value, got.Value)
	}
	for _, wrong := range []float64{0, 6, 1.5} {
		value := slices.Clone(v.Value())
		value[3] = wrong
		assert.PanicsWithValue(t, "nonparam: a value is no place of an ordered category",
			func() { r.WithValues(value) }, strconv.FormatFloat(wrong, 'g', -1, 64))
	}
}
