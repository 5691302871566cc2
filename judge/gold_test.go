package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// A vote of k labels, by counting all ways to draw k of them.
func TestPluralityByBruteForce(t *testing.T) {
	for _, counts := range [][]int{{1}, {2, 1}, {3, 3}, {1, 1, 1}, {4, 2, 0, 3}, {2, 2, 1, 1}, {0, 5, 2}} {
		var labels []int
		for c, n := range counts {
			for range n {
				labels = append(labels, c)
			}
		}
		for k := 1; k <= len(labels); k++ {
			want, ways := make([]float64, len(counts)), 0.0
			for set := range 1 << len(labels) {
				drawn, size := make([]int, len(counts)), 0
				for i, c := range labels {
					if set>>i&1 == 1 {
						drawn[c]++
						size++
					}
				}
				if size != k {
					continue
				}
				ways++
				for c := range counts {
					want[c] += share(drawn, c)
				}
			}
			for c := range counts {
				assert.InDelta(t, want[c]/ways, plurality(counts, c, k), 1e-12, "%v, category %d, k = %d", counts, c, k)
			}
		}
	}
}

// goldTable is labels of a crowd and a gold standard.
func goldTable(t *testing.T, kind study.Kind, categories []string, rows [][3]string) (crowd, gold study.View) {
	t.Helper()
	c := study.Indexed{Studies: []string{"crowd", "gold"}, Kind: kind, Categories: categories}
	at := func(list *[]string, name string) int32 {
		for i, n := range *list {
			if n == name {
				return int32(i)
			}
		}
		*list = append(*list, name)
		return int32(len(*list) - 1)
	}
	for _, r := range rows {
		s := int32(0)
		if r[1] == "gold" {
			s = 1
		}
		var y float64
		_, err := fmt.Sscan(r[2], &y)
		require.NoError(t, err)
		c.Item, c.Labeler = append(c.Item, at(&c.Items, r[0])), append(c.Labeler, at(&c.Labelers, r[1]))
		c.Study, c.Value = append(c.Study, s), append(c.Value, y)
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table.StudyAt(0), table.StudyAt(1)
}

// A small study worked out by hand.
func TestAnswersBesideGold(t *testing.T) {
	crowd, standard := goldTable(t, study.Binary, nil, [][3]string{
		{"1", "a", "1"}, {"1", "b", "1"}, {"1", "c", "0"}, {"1", "gold", "1"},
		{"2", "a", "0"}, {"2", "b", "1"}, {"2", "gold", "0"},
		{"3", "a", "1"}, {"3", "c", "1"}, {"3", "gold", "0"},
		{"4", "a", "1"}, // no gold label
		{"5", "gold", "1"},
	})
	gold, err := NewGold(standard)
	require.NoError(t, err)
	assert.Equal(t, 4, gold.Items())
	items, labels := gold.Shared(crowd)
	assert.Equal(t, []int{3, 7}, []int{items, labels})

	votes := gold.Votes(crowd)
	assert.Equal(t, 3, votes.Right.N)
	assert.InDelta(t, (1+0.5+0)/3, votes.Right.Value(), 1e-15)
	assert.InDelta(t, 1, votes.ByCategory[1].Value(), 1e-15, "sensitivity")
	assert.InDelta(t, 0.25, votes.ByCategory[0].Value(), 1e-15, "specificity")
	mean, _, _ := votes.Off.Level(0.95)
	assert.InDelta(t, (2.0/3-1+0.5+1)/3, mean, 1e-15)

	consensus := gold.Consensus(crowd, []float64{1, 0, 1, 1, 1})
	assert.InDelta(t, 2.0/3, consensus.Right.Value(), 1e-15)

	single := gold.Single(crowd)
	assert.InDelta(t, (2.0/3+0.5+0)/3, single.Right.Value(), 1e-15)
	rmse, _, _ := single.Off.RMSE(0.95)
	level := (2.0/3 - 1 + 0.5 + 1) / 3
	assert.InDelta(t, math.Sqrt(((1.0/3)+0.5+1-3*level*level)/2), rmse, 1e-12, "squares of single differences")

	people := gold.People(crowd)
	require.Len(t, people, 3)
	for i, want := range []struct {
		name  string
		n     int
		right float64
	}{{"a", 3, 2.0 / 3}, {"b", 2, 0.5}, {"c", 2, 0}} {
		assert.Equal(t, want.name, people[i].Labeler)
		assert.Equal(t, want.n, people[i].Right.N)
		assert.InDelta(t, want.right, people[i].Right.Value(), 1e-15)
	}

	of := gold.VotesOfK(crowd, []int{1, 2, 3})
	assert.InDelta(t, (2.0/3+0.5+0)/3, of[0].Right.Value(), 1e-15, "the mean share of right labels")
	assert.Equal(t, []int{3, 3, 1}, []int{of[0].Items, of[1].Items, of[2].Items})

	repeated, _ := goldTable(t, study.Binary, nil, [][3]string{{"1", "a", "1"}, {"1", "b", "1"}, {"1", "gold", "1"}})
	_, err = NewGold(repeated)
	var several *SeveralGold
	require.ErrorAs(t, err, &several)
	assert.Equal(t, SeveralGold{"crowd", "1", 2}, *several)
}

// The correlation of the mean of k labels with gold, by averaging moments over all ways to draw k.
func TestCorrelationOfKByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const items, labels = 12, 5
	var rows [][3]string
	var y [items][labels]float64
	var g [items]float64
	for j := range items {
		z := rng.NormFloat64()
		g[j] = z + rng.NormFloat64()
		rows = append(rows, [3]string{fmt.Sprint(j), "gold", fmt.Sprint(g[j])})
		for l := range labels {
			y[j][l] = z + rng.NormFloat64()
			rows = append(rows, [3]string{fmt.Sprint(j), fmt.Sprint("l", l), fmt.Sprint(y[j][l])})
		}
	}
	crowd, standard := goldTable(t, study.Numeric, nil, rows)
	gold, err := NewGold(standard)
	require.NoError(t, err)
	of := gold.VotesOfK(crowd, []int{1, 2, 5})
	for _, v := range of {
		var n, sx, sy, sxx, sxy, syy float64
		for j := range items {
			for set := range 1 << labels {
				mean, size := 0.0, 0
				for l := range labels {
					if set>>l&1 == 1 {
						mean += y[j][l]
						size++
					}
				}
				if size == v.K {
					x := mean / float64(size)
					n, sx, sy = n+1, sx+x, sy+g[j]
					sxx, sxy, syy = sxx+x*x, sxy+x*g[j], syy+g[j]*g[j]
				}
			}
		}
		want := (sxy - sx*sy/n) / math.Sqrt((sxx-sx*sx/n)*(syy-sy*sy/n))
		assert.InDelta(t, want, v.Correlation, 1e-12, "k = %d", v.K)
	}
}

// Wilson's interval of 9 right answers of 10 is known (Newcombe 1998, Statistics in Medicine 17, method 3, gives those
// of 81 of 263: 0.2553 to 0.3662).
func TestWilsonInterval(t *testing.T) {
	var p Proportion
	for i := range 263 {
		p.add(map[bool]float64{true: 1}[i < 81])
	}
	lower, upper := p.Interval(0.95)
	assert.InDelta(t, 0.2553, lower, 5e-5)
	assert.InDelta(t, 0.3662, upper, 5e-5)
	lower, upper = Proportion{}.Interval(0.95)
	assert.True(t, math.IsNaN(lower) && math.IsNaN(upper))
}

// coverage returns how often intervals hold the truth, and the Monte Carlo standard error of 95 %.
func coverage(replicates int, holds func() bool) (share, se float64) {
	n := 0
	for range replicates {
		if holds() {
			n++
		}
	}
	return float64(n) / float64(replicates), math.Sqrt(0.95 * 0.05 / float64(replicates))
}

// Intervals at 95 % hold what they are of in 93 to 98.5 % of simulated studies, for single answers, for votes with ties
// and for shares of an item's labels, few items included. The truth is that of 100,000 items.
func TestCoverageOfProportions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	known := map[[3]int]float64{}
	draw := func(labels, k int) float64 { // of an item: the chance that a vote of k of its labels is right
		h := 1 / (1 + math.Exp(-1-1.5*rng.NormFloat64()))
		right := 0
		for range labels {
			if rng.Float64() < h {
				right++
			}
		}
		at := [3]int{labels, right, k}
		if _, ok := known[at]; !ok {
			known[at] = plurality([]int{labels - right, right}, 1, k)
		}
		return known[at]
	}
	for _, test := range []struct{ items, labels, k int }{
		{15, 1, 1}, {100, 1, 1}, {40, 4, 4}, {40, 5, 5}, {40, 5, 1}, {200, 10, 3}, {15, 10, 3},
	} {
		truth := 0.0
		const many = 100_000
		for range many {
			truth += draw(test.labels, test.k) / many
		}
		share, se := coverage(1000, func() bool {
			var p Proportion
			for range test.items {
				p.add(draw(test.labels, test.k))
			}
			lower, upper := p.Interval(0.95)
			return lower <= truth && truth <= upper
		})
		t.Logf("%+v: %.3f", test, share)
		assert.Greater(t, share, 0.93-3*se, "%+v", test)
		assert.Less(t, share, 0.985+3*se, "%+v", test)
	}
}

// Intervals of level and root mean square difference, for normal differences and for some with heavy tails.
func TestCoverageOfDeviations(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	normal := func() float64 { return 0.5 + 2*rng.NormFloat64() }
	laplace := func() float64 { return 0.5 + (rng.ExpFloat64()-rng.ExpFloat64())*math.Sqrt2 }
	for _, test := range []struct {
		items int
		draw  func() float64
		least float64 // coverage of the standard deviation
	}{{20, normal, 0.93}, {100, normal, 0.93}, {30, laplace, 0.88}, {200, laplace, 0.93}} {
		levels := 0
		share, se := coverage(600, func() bool {
			var d Deviation
			for range test.items {
				d.add(3+test.draw(), 3, 0)
			}
			if _, lower, upper := d.Level(0.95); lower <= 0.5 && 0.5 <= upper {
				levels++
			}
			s, lower, upper := d.RMSE(0.95)
			return lower <= 2 && 2 <= upper && lower < s && s < upper
		})
		t.Logf("%d items: level %.3f, SD %.3f", test.items, float64(levels)/600, share)
		assert.InDelta(t, 0.95, float64(levels)/600, 4*se)
		assert.Greater(t, share, test.least-3*se)
	}
}

// Fisher's z at n = 4 has the width of one standard normal deviate.
func TestDeviationsOfFewItems(t *testing.T) {
	var d Deviation
	_, lower, _ := d.Level(0.95)
	assert.True(t, math.IsNaN(lower))
	for i, x := range []float64{1, 3, 2, 5} {
		d.add(x, float64(i), 0)
	}
	r, lower, upper := d.Correlation(0.95)
	assert.InDelta(t, 1.959964, math.Atanh(upper)-math.Atanh(r), 1e-6)
	assert.InDelta(t, math.Atanh(upper)-math.Atanh(r), math.Atanh(r)-math.Atanh(lower), 1e-12)
	s, lower, _ := d.RMSE(0.95)
	assert.InDelta(t, math.Sqrt(2.75/3), s, 1e-12)
	assert.True(t, math.IsNaN(lower))
}
