package copies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read"
)

// crowd is six people who label items yes or no. Each gives the right label with a probability.
type crowd struct {
	right   func(person, item int) float64
	copiers [][2]int // who copies whom
	repeats float64  // in this share of items
}

const crowdItems = 80

// able are people of these accuracies, in turn.
func able(accuracy ...float64) func(int, int) float64 {
	return func(k, _ int) float64 { return accuracy[k%len(accuracy)] }
}

// but has another accuracy for everybody on the first items of a share.
func but(share, there, accuracy float64) func(int, int) float64 {
	return func(_, j int) float64 {
		if float64(j) < crowdItems*share {
			return there
		}
		return accuracy
	}
}

func (c crowd) table(t testing.TB, seed uint64, categories int) *study.Table {
	t.Helper()
	const people = 6
	rng := rand.New(rand.NewPCG(seed, 63))
	in := study.Indexed{Kind: study.Binary, Studies: []string{"a"}}
	if categories > 2 {
		in.Kind = study.Nominal
		for y := range categories {
			in.Categories = append(in.Categories, fmt.Sprint("c", y))
		}
	}
	for k := range people {
		in.Labelers = append(in.Labelers, fmt.Sprint("p", k))
	}
	for j := range crowdItems {
		in.Items = append(in.Items, fmt.Sprint("i", j))
		truth := rng.IntN(categories)
		var labels [people]int
		for k := range labels {
			labels[k] = truth
			if rng.Float64() >= c.right(k, j) {
				labels[k] = (truth + 1 + rng.IntN(categories-1)) % categories
			}
		}
		for _, by := range c.copiers {
			if rng.Float64() < c.repeats {
				labels[by[0]] = labels[by[1]]
			}
		}
		for k, y := range labels {
			in.Item, in.Labeler = append(in.Item, int32(j)), append(in.Labeler, int32(k))
			in.Study, in.Value = append(in.Study, 0), append(in.Value, float64(y))
		}
	}
	table, err := study.NewTable(in)
	require.NoError(t, err)
	return table
}

// count returns in how many crowds copiers are found, and in how many honest people are named.
func (c crowd) count(t *testing.T, crowds uint64, categories int) (found, honest int) {
	for seed := range crowds {
		all := Find(t.Context(), c.table(t, seed, categories).StudyAt(0))
		if len(all) > 0 {
			found++
		}
		for _, g := range all {
			if g.Members[len(g.Members)-1] > int32(len(c.copiers)) {
				honest++
				break
			}
		}
	}
	return found, honest
}

// Long runs of these, 50 crowds each: tricks, hard, alike and normal difficulties 0; able pair 8, various 6; twins 49,
// copies of 70 % 33, two copiers 39, and no honest person beside them. See docs/statistics/validation.md.
func TestCopiesAreFoundAndHonestPeopleAreNot(t *testing.T) {
	for name, c := range map[string]crowd{
		"tricks": {right: but(0.15, 0.3, 0.85)}, "hard": {right: but(0.4, 0.55, 0.9)}, "alike": {right: able(0.8)},
	} {
		found, _ := c.count(t, 4, 2)
		assert.Zero(t, found, name)
	}
	twins := crowd{able(0.75), [][2]int{{1, 0}}, 0.97}
	found, honest := twins.count(t, 4, 2)
	assert.GreaterOrEqual(t, found, 3)
	assert.Zero(t, honest)
	found, honest = crowd{able(0.75), [][2]int{{1, 0}}, 1}.count(t, 2, 3)
	assert.Equal(t, 2, found, "three categories")
	assert.Zero(t, honest)
}

// Oracle: a prototype in another language, with 17 × 14 nodes and the people's levels and discriminations as they are
// where a fit without the pair has them: ln E is 11.9 for the first file, and 7.4 and 3.5 for the pairs of the second.
func TestEvidenceIsThatOfThePrototype(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "shared", "cases4")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the two files of the prototype are not beside this checkout: " + folder)
	}
	evidence := func(file, a, b string) evidence {
		table, err := read.Read(t.Context(), nil, filepath.Join(folder, file), read.Options{})
		require.NoError(t, err)
		s := newSearch(table.StudyAt(0))
		s.candidates()
		var c candidate
		for i := range s.splits {
			c.splits = append(c.splits, i)
		}
		for k, p := range s.people {
			switch table.Labelers()[p.labelers[0]] {
			case a:
				c.k = k
			case b:
				c.l = k
			}
		}
		return s.evidence(s.newTetrads(), c)
	}
	twins := evidence("twin_accounts.csv", "w5", "w6")
	assert.InDelta(t, 11.9, twins.log, 1)
	assert.InDelta(t, 0.97, twins.repeats, 0.01)
	assert.InDelta(t, 7.4, evidence("consensus-copy.csv", "p0", "p2").log, 1)
	assert.Less(t, evidence("consensus-copy.csv", "p0", "p1").log, 3.5+1) // or found too small to be integrated
}

// Oracle: the sums written out, with both people's nodes, labels and c one by one.
func TestIntegralIsBruteForce(t *testing.T) {
	items := []pattern{
		{labels: []int8{1, 1, 1}, times: 3}, {labels: []int8{0, 0, 0}, times: 2}, {labels: []int8{1, 0, 1}, times: 1},
		{labels: []int8{1, none, 0}, times: 2}, {labels: []int8{none, 0, 0}, times: 1},
		{labels: []int8{0, 0, 1}, times: 1},
	}
	believe(anyAbility([2]int{4, 6}), items)
	of := anyAbility([2]int{3, 5})
	in := newIntegral(items, of, of, true)
	label := func(y int8, p float64) float64 {
		if y == 0 {
			return 1 - p
		}
		return p
	}
	apart, copied, mean := 0.0, 0.0, 0.0
	for i := range of.n {
		for j := range of.n {
			prior := math.Exp(of.prior[i] + of.prior[j])
			product := prior
			var sums [2][copyNodes]float64
			for d := range sums {
				for q := range sums[d] {
					sums[d][q] = prior
				}
			}
			for _, p := range items {
				var first, second, both float64
				for b, w := range p.belief {
					x := label(p.labels[0], of.positive[i*itemNodes+b])
					y := label(p.labels[1], of.positive[j*itemNodes+b])
					first, second, both = first+w*x, second+w*y, both+w*x*y
				}
				if p.labels[0] == none {
					first, both = 1, second
				}
				if p.labels[1] == none {
					second, both = 1, first
				}
				product *= math.Pow(both, p.times)
				for d, source := range [2]float64{first, second} {
					for q, c := range in.c {
						factor := both
						if p.labels[0] != none && p.labels[1] != none {
							factor *= 1 - c
							if p.labels[0] == p.labels[1] {
								factor += c * source
							}
						}
						sums[d][q] *= math.Pow(factor, p.times)
					}
				}
			}
			apart += product
			for d := range sums {
				for q, x := range sums[d] {
					copied += x * in.weight[q] / 2
					mean += x * in.weight[q] / 2 * in.c[q]
				}
			}
		}
	}
	got := in.evidence()
	assert.InDelta(t, math.Log(copied/apart), got.log, 1e-6)
	assert.InDelta(t, mean/copied, got.repeats, 1e-6)
}
