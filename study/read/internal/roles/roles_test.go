package roles

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/integrate/quad"
)

// columnOf codes cells.
func columnOf(name string, cells ...string) Column {
	c := Column{Name: name, Numbers: true}
	code := map[string]int32{}
	for _, text := range cells {
		if text == "" {
			c.Codes = append(c.Codes, -1)
			continue
		}
		k, known := code[text]
		if !known {
			k = int32(len(c.Values))
			code[text] = k
			c.Values = append(c.Values, text)
			x, err := strconv.ParseFloat(text, 64)
			c.Numbers = c.Numbers && err == nil
			c.Fraction = c.Fraction || err == nil && x != math.Trunc(x)
		}
		c.Codes = append(c.Codes, k)
		c.Present++
	}
	return c
}

// open is a table of which nothing is known.
var open = Fixed{Item: None, Labeler: None, Label: None}

// Repeats of two independent columns are as many as a simulation has.
func TestExpectedRepeats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var a, b []string
	for i := range 300 {
		a, b = append(a, fmt.Sprint("i", i%50)), append(b, fmt.Sprint("w", i*i%17))
	}
	columns := prepared([]Column{columnOf("a", a...), columnOf("b", b...)}, 300)
	want := expectedRepeats(&columns[0], &columns[1], 300)
	const times = 2000
	sum, squares := 0.0, 0.0
	for range times {
		r.Shuffle(len(b), func(i, k int) { b[i], b[k] = b[k], b[i] })
		shuffled := columnOf("b", b...)
		again, _ := repeats(&columns[0], &shuffled)
		sum += float64(again)
		squares += float64(again) * float64(again)
	}
	mean := sum / times
	se := math.Sqrt((squares/times - mean*mean) / times)
	assert.InDelta(t, want, mean, 4*se)
}

// Agreement is Krippendorff's alpha by its definition: disagreements of all pairs within groups and of all pairs.
func TestAgreement(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, numbers := range []bool{true, false} {
		var group, label []string
		for g := range 12 {
			for range 1 + r.IntN(4) {
				y := strconv.Itoa((g + r.IntN(3)) % 5)
				if !numbers {
					y = "x" + y
				}
				group, label = append(group, fmt.Sprint(g)), append(label, y)
			}
		}
		columns := prepared([]Column{columnOf("g", group...), columnOf("y", label...)}, len(group))
		g, y := &columns[0], &columns[1]
		differ := func(a, b int) float64 {
			switch {
			case !numbers && label[a] != label[b]:
				return 1
			case numbers:
				d := y.ranks[y.Codes[a]] - y.ranks[y.Codes[b]]
				return d * d
			}
			return 0
		}
		observed, expected, n := 0.0, 0.0, 0.0
		for a := range label {
			if g.counts[g.Codes[a]] < 2 {
				continue
			}
			n++
			for b := range label {
				if g.counts[g.Codes[b]] < 2 {
					continue
				}
				expected += differ(a, b)
				if group[a] == group[b] {
					observed += differ(a, b) / float64(g.counts[g.Codes[a]]-1)
				}
			}
		}
		assert.InDelta(t, 1-observed/(expected/(n-1)), within(y, g).α, 1e-12)
	}
}

// The probability that nobody differs is what quadrature gives, up to the next term of Watson's lemma.
func TestNoneDiffers(t *testing.T) {
	for _, pairs := range []int{200, 2000} {
		a := agreement{pairs: pairs, differ: .6}
		rate := float64(pairs) * a.differ
		// with u = (1 − α)·rate, where the integrand is smooth in √u
		want := quad.Fixed(func(x float64) float64 {
			u := x * x
			return ofItems.Prob(1-u/rate) * math.Exp(-u) * 2 * x / rate
		}, 0, 6, 200, nil, 0)
		assert.InEpsilon(t, want, a.noneDiffers(ofItems), 3/rate)
	}
}

// study are labels of items by people, for tables of all layouts.
func study(seed uint64, items, people int) [][]string {
	r := rand.New(rand.NewPCG(seed, 9))
	lean := make([]float64, people)
	for k := range lean {
		lean[k] = .3 * r.NormFloat64()
	}
	var all [][]string
	for range items {
		x, row := r.NormFloat64(), []string(nil)
		for k := range people {
			row = append(row, strconv.Itoa(int(max(1, min(5, math.Round(3+x+lean[k]+.7*r.NormFloat64()))))))
		}
		all = append(all, row)
	}
	return all
}

// named renames columns, so that a test has no help from names.
func named(columns ...[]string) []Column {
	var all []Column
	for k, cells := range columns {
		all = append(all, columnOf(fmt.Sprint("c", k+1), cells...))
	}
	return all
}

// Columns are found without their names: in any order of columns, beside durations, remarks and right answers.
func TestReadingsWithoutNames(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		labels := study(seed, 40, 6)
		var item, who, label, seconds, gold []string
		for i, row := range labels {
			for _, k := range r.Perm(6)[:3] {
				item, who = append(item, fmt.Sprint("t", i)), append(who, fmt.Sprint("p", k))
				label = append(label, row[k])
				seconds, gold = append(seconds, strconv.Itoa(20+r.IntN(200))), append(gold, labels[i][0])
			}
		}
		readings := Resolve(named(seconds, label, who, gold, item), len(item), open)
		best := readings[0]
		assert.Equal(t, []any{Long, 4, 2, 1}, []any{best.Layout, best.Item, best.Labeler, best.Label}, "seed %d", seed)

		var matrix [][]string
		var id []string
		for k := range 6 {
			var cells []string
			for _, row := range labels {
				cells = append(cells, row[k])
			}
			matrix = append(matrix, cells)
		}
		for i := range labels {
			id = append(id, fmt.Sprint("t", i))
		}
		best = Resolve(named(append([][]string{id}, matrix...)...), len(labels), open)[0]
		assert.Equal(t, []any{Wide, 0, 6}, []any{best.Layout, best.Item, len(best.Columns)}, "seed %d", seed)

		few := study(seed+100, 8, 30)
		id = nil
		for k := range 30 {
			id = append(id, fmt.Sprint("p", k))
		}
		best = Resolve(named(append([][]string{id}, few...)...), 30, open)[0]
		assert.Equal(t, []any{People, 0, 8}, []any{best.Layout, best.Labeler, len(best.Columns)}, "seed %d", seed)
	}
}

// Names decide between readings that values leave open, and not against the values.
func TestNamesAreAPrior(t *testing.T) {
	var item, who, label, other []string
	labels := study(5, 60, 6)
	for i, row := range labels {
		for k := range 6 {
			item, who = append(item, fmt.Sprint("t", i)), append(who, fmt.Sprint("p", k))
			label, other = append(label, row[k]), append(other, strconv.Itoa(1+(i*7+k*3)%5))
		}
	}
	columns := named(item, who, label, other)
	columns[3].Named[Label] = 3 // a weak word for labels, over numbers that depend on nothing
	assert.Equal(t, 2, Resolve(columns, len(item), open)[0].Label)

	twice := named(item, who, label, label)
	twice[3].Codes = append([]int32(nil), twice[2].Codes...)
	twice[3].Codes[0] = (twice[3].Codes[0] + 1) % 5
	twice[3].Named[Label] = 6
	assert.Equal(t, 3, Resolve(twice, len(item), open)[0].Label)
}

// What a caller says is kept.
func TestFixed(t *testing.T) {
	var item, who, label []string
	for i, row := range study(6, 30, 5) {
		for k := range 5 {
			item, who, label = append(item, fmt.Sprint("t", i)), append(who, fmt.Sprint("p", k)), append(label, row[k])
		}
	}
	for _, r := range Resolve(named(item, who, label), len(item), Fixed{Item: 1, Labeler: None, Label: 2}) {
		require.Equal(t, 1, r.Item)
		require.Equal(t, 2, r.Label)
	}
	for _, r := range Resolve(named(item, who, label), len(item),
		Fixed{Item: None, Labeler: None, Label: None, NoLabeler: true}) {
		require.Equal(t, None, r.Labeler)
	}
}

// Probabilities of all readings and of none are 1 together.
func TestProbabilities(t *testing.T) {
	sum := 0.0
	for _, r := range Resolve(named([]string{"a", "a", "b", "b"}, []string{"x", "y", "x", "y"},
		[]string{"1", "2", "1", "2"}), 4, open) {
		assert.False(t, math.IsNaN(r.P))
		sum += r.P
	}
	assert.LessOrEqual(t, sum, 1+1e-12)
	assert.Empty(t, Resolve(nil, 0, open))
}
