package roles

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// widestScale is the widest range of whole numbers that are taken as one scale of few steps.
const widestScale = 10

// shared is the share of a column's cells that other columns of a scale have too.
const shared = .8

// scale is the values that some columns have together.
type scale struct {
	words     map[string]bool
	low, high float64 // of whole numbers of few steps
	inner     [2]float64
	steps     steps
	stem      string // of the name of the first column
}

// steps is how the values of a scale follow each other.
type steps int

const (
	words steps = iota
	fewSteps
	manySteps
	measurements
)

// spreadOf returns the range of a column's numbers, and the range of the middle four fifths.
func spreadOf(c *Column) (low, high float64, inner [2]float64) {
	type value struct {
		x float64
		n int
	}
	all := make([]value, len(c.Values))
	for v, text := range c.Values {
		all[v].x, _ = strconv.ParseFloat(text, 64)
		all[v].n = c.counts[v]
	}
	slices.SortFunc(all, func(a, b value) int { return cmp.Compare(a.x, b.x) })
	before := 0
	for k, share := range []float64{.1, .9} {
		before = 0
		for _, v := range all {
			if before += v.n; float64(before) >= share*float64(c.Present) {
				inner[k] = v.x
				break
			}
		}
	}
	return all[0].x, all[len(all)-1].x, inner
}

// scaleOf is the scale of one column; false if it can be no label.
func scaleOf(c *Column) (scale, bool) {
	switch {
	case c.Present == 0 || c.Times || len(c.Values) < 1:
		return scale{}, false
	case c.Numbers:
		low, high, inner := spreadOf(c)
		if !c.Fraction && high-low <= widestScale {
			return scale{steps: fewSteps, low: low, high: high, stem: c.Stem}, true
		}
		isID := !c.Fraction && len(c.Values) == c.Present || c.kind == bigNumbers
		how := manySteps
		if c.Fraction {
			how = measurements
		}
		return scale{steps: how, inner: inner}, !isID
	case len(c.Values) <= mostWords || c.kind == percents:
		s := scale{words: map[string]bool{}}
		for _, v := range c.Values {
			s.words[v] = true
		}
		return s, 2*len(c.Values) <= c.Present || len(c.Values) <= 3 || c.kind == percents
	}
	return scale{}, false
}

// with adds the scale of another column; false if most of its cells are elsewhere.
func (s scale) with(c *Column, other scale) (scale, bool) {
	if s.steps != other.steps {
		return s, false
	}
	switch s.steps {
	case words:
		in, union := 0, map[string]bool{}
		for v, text := range c.Values {
			if s.words[text] {
				in += c.counts[v]
			}
			union[text] = true
		}
		for text := range s.words {
			union[text] = true
		}
		percent := c.kind == percents
		if !percent && (float64(in) < shared*float64(c.Present) || len(union) > mostWords) {
			return s, false
		}
		return scale{words: union}, true
	case fewSteps:
		in := 0
		for v, text := range c.Values {
			if x, _ := strconv.ParseFloat(text, 64); x >= s.low && x <= s.high {
				in += c.counts[v]
			}
		}
		s.low, s.high = min(s.low, other.low), max(s.high, other.high)
		return s, s.high-s.low <= widestScale &&
			(float64(in) >= shared*float64(c.Present) || s.stem != "" && s.stem == c.Stem)
	}
	overlap := min(s.inner[1], other.inner[1]) - max(s.inner[0], other.inner[0])
	s.inner = [2]float64{min(s.inner[0], other.inner[0]), max(s.inner[1], other.inner[1])}
	return s, overlap > 0 && 2*overlap > min(s.inner[1]-s.inner[0], other.inner[1]-other.inner[0])
}

// besides is the weight, in log odds, of a name for something else than labels, such as a date.
const besides = -3

// sets returns the sets of two columns or more that share their values, as labels of one item by several people do, or
// answers to several questions. Columns in an order that chance would not give them, and sums and means of the others,
// belong to none.
func (t *table) sets() [][]int {
	var all [][]int
	scales := make([]scale, len(t.columns))
	fit := make([]bool, len(t.columns))
	for i := range t.columns {
		if t.isFree(i) {
			scales[i], fit[i] = scaleOf(&t.columns[i])
			fit[i] = fit[i] && !inSurprisingOrder(&t.columns[i]) && t.columns[i].Named[Label] > besides
		}
	}
	in := make([]bool, len(t.columns))
	for seed := range t.columns {
		if !fit[seed] || in[seed] || t.columns[seed].kind == constant {
			continue
		}
		set, s := []int{seed}, scales[seed]
		for again := true; again; {
			again = false
			for i := range t.columns {
				if !fit[i] || slices.Contains(set, i) {
					continue
				}
				if more, ok := s.with(&t.columns[i], scales[i]); ok {
					set, s, again = append(set, i), more, true
				}
			}
		}
		slices.Sort(set)
		if set = t.withoutSums(set); len(set) < 2 {
			continue
		}
		for _, i := range set {
			in[i] = true
		}
		if !slices.ContainsFunc(all, func(other []int) bool { return slices.Equal(other, set) }) {
			all = append(all, set)
		}
	}
	return all
}

// inSurprisingOrder reports whether the values of a column rise or fall from row to row, as numbers of rows and batches
// do. So few values that chance gives this order once in e⁷ columns do not count.
func inSurprisingOrder(c *Column) bool {
	if !c.Numbers || len(c.Values) < 2 {
		return false
	}
	up, down, last := true, true, math.NaN()
	for _, code := range c.Codes {
		if code < 0 {
			continue
		}
		r := c.ranks[code]
		up, down = up && !(r < last), down && !(r > last)
		last = r
	}
	if !up && !down {
		return false
	}
	orders, _ := math.Lgamma(float64(c.Present + 1))
	for _, n := range c.counts {
		same, _ := math.Lgamma(float64(n + 1))
		orders -= same
	}
	return orders > most
}

// withoutSums leaves out the columns that are sums or means of the others.
func (t *table) withoutSums(set []int) []int {
	const fewest = 3
	if len(set) < fewest || !t.columns[set[0]].Numbers {
		return set
	}
	number := make([][]float64, len(set))
	for k, i := range set {
		c := &t.columns[i]
		if !c.Numbers {
			return set
		}
		of := make([]float64, len(c.Values))
		for v, text := range c.Values {
			of[v], _ = strconv.ParseFloat(text, 64)
		}
		number[k] = make([]float64, len(c.Codes))
		for row, code := range c.Codes {
			number[k][row] = math.NaN()
			if code >= 0 {
				number[k][row] = of[code]
			}
		}
	}
	total, several := make([]float64, t.rows), make([]int, t.rows)
	for _, column := range number {
		for row, x := range column {
			if !math.IsNaN(x) {
				total[row], several[row] = total[row]+x, several[row]+1
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(set), func(i int) bool {
		sums, means, rows := 0, 0, 0
		for row, x := range number[slices.Index(set, i)] {
			sum, n := total[row]-x, several[row]-1
			if math.IsNaN(x) || n < 2 {
				continue
			}
			rows++
			if math.Abs(sum-x) < 1e-6 {
				sums++
			}
			if math.Abs(sum/float64(n)-x) <= .05 {
				means++
			}
		}
		return rows > 2 && (20*sums >= 19*rows || t.columns[i].Fraction && 20*means >= 19*rows)
	})
}
