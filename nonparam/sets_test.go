package nonparam

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// Values by hand, as Passonneau (2006) defines MASI: M is 1, 2/3, 1/3 or 0.
func TestSetDistances(t *testing.T) {
	for _, c := range []struct {
		a, b          []int32
		masi, jaccard float64
	}{
		{[]int32{1, 2}, []int32{1, 2}, 0, 0},
		{nil, nil, 0, 0},
		{nil, []int32{1}, 1, 1},
		{[]int32{1}, []int32{2, 3}, 1, 1},
		{[]int32{1}, []int32{1, 2}, 1 - 1./2*2/3, 1. / 2},
		{[]int32{0, 1, 2, 5}, []int32{1, 5}, 1 - 2./4*2/3, 1. / 2},
		{[]int32{1, 2}, []int32{2, 3}, 1 - 1./3/3, 2. / 3},
		{[]int32{0, 1, 4}, []int32{1, 2, 4, 7}, 1 - 2./5/3, 3. / 5},
	} {
		for _, ab := range [][2][]int32{{c.a, c.b}, {c.b, c.a}} {
			assert.InDelta(t, c.masi, setDistance{MASI, nil}.between(ab[0], ab[1]), 1e-15, "%v %v", c.a, c.b)
			assert.InDelta(t, c.jaccard, setDistance{Jaccard, nil}.between(ab[0], ab[1]), 1e-15, "%v %v", c.a, c.b)
		}
	}
}

// labelsOfSets are labels of 12 items by 4 labelers: sets of up to three of four tags, as bits.
func labelsOfSets(t *testing.T) (*study.Table, [][]int) {
	draw := rand.New(rand.NewPCG(7, 7))
	c := study.Indexed{Studies: []string{"s"}, Labelers: []string{"a", "b", "c", "d"}, Kind: study.Nominal}
	var members [][]string
	bits := make([][]int, 12)
	for i := range bits {
		c.Items = append(c.Items, string(rune('A'+i)))
		truth := draw.IntN(16)
		for l := range 4 {
			if draw.IntN(6) == 0 {
				continue
			}
			set := truth
			for draw.IntN(2) == 0 {
				set ^= 1 << draw.IntN(4)
			}
			var tags []string
			for k, tag := range []string{"p", "q", "r", "s"} {
				if set>>k&1 == 1 {
					tags = append(tags, tag)
				}
			}
			members, bits[i] = append(members, tags), append(bits[i], set)
			c.Item, c.Labeler, c.Study = append(c.Item, int32(i)), append(c.Labeler, int32(l)), append(c.Study, 0)
		}
	}
	var category []int
	c.Sets, c.Categories, category = study.NewSets(members)
	for _, k := range category {
		c.Value = append(c.Value, float64(k))
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table, bits
}

// Alpha is that of all pairs of labels, one by one, with distances between sets that are bits.
func TestAlphaOfSets(t *testing.T) {
	table, bits := labelsOfSets(t)
	count := func(set int) float64 {
		n := 0.0
		for ; set > 0; set &= set - 1 {
			n++
		}
		return n
	}
	distances := map[Standard]func(a, b int) float64{
		Nominal: func(a, b int) float64 { return min(count(a^b), 1) },
		Jaccard: func(a, b int) float64 { return count(a^b) / max(count(a|b), 1) },
		MASI: func(a, b int) float64 {
			m := 1.0 / 3
			switch {
			case a == b:
				return 0
			case a&b == a || a&b == b:
				m = 2. / 3
			}
			return 1 - m*count(a&b)/count(a|b)
		},
	}
	o := Options{Coefficients: []Coefficient{AlphaName}, Intervals: Jackknife{}}
	for d, between := range distances {
		var all []int
		observed, expected := 0.0, 0.0
		for _, item := range bits {
			if len(item) < 2 {
				continue
			}
			all = append(all, item...)
			for _, a := range item {
				for _, b := range item {
					observed += between(a, b) / float64(len(item)-1)
				}
			}
		}
		for _, a := range all {
			for _, b := range all {
				expected += between(a, b)
			}
		}
		n := float64(len(all))
		o.Distance = d
		found, err := Agreement(context.Background(), table, o)
		require.NoError(t, err)
		require.Empty(t, found[0].Undefined)
		assert.Equal(t, d.String(), found[0].Distance)
		assert.InDelta(t, 1-(n-1)*observed/expected, found[0].Value, 1e-12, d)
		assert.Less(t, found[0].Interval.Lower, found[0].Value)
	}
	o.Distance, o.Coefficients = nil, nil
	found, err := Agreement(context.Background(), table, o)
	require.NoError(t, err)
	assert.Equal(t, "masi", found[0].Distance, "the distance that suits sets")
	assert.Equal(t, AlphaName, found[0].Coefficient)
}

func TestSetDistancesOfOtherLabels(t *testing.T) {
	table, _ := labelsOfSets(t)
	o := Options{Coefficients: []Coefficient{AlphaName, ICC1Name}, Distance: MASI}
	found, err := Agreement(context.Background(), table.Against(0), o)
	require.NoError(t, err)
	assert.Equal(t, string(noSets), found[0].Undefined)
	found, err = Agreement(context.Background(), table, o)
	require.NoError(t, err)
	assert.Equal(t, string(noOrder), found[1].Undefined)
	for _, d := range SetDistances() {
		parsed, err := ParseDistance(d.String())
		require.NoError(t, err)
		assert.Equal(t, d, parsed)
		assert.False(t, slices.Contains(Distances(), d))
	}
}
