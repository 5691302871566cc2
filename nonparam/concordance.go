package nonparam

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Friedman tests whether raters' ranks are unrelated (Friedman 1937). With k raters and many items n, k(n−1)W has the
// distribution of χ² with n−1 degrees of freedom.
type Friedman struct {
	ChiSquared float64
	DF         int
	P          float64
}

// columns are ratings of the same items by some raters.
type columns struct {
	item []int32   // of the source
	code [][]int32 // of each rater: the place of each item's value in its values
	// value of each rater, ascending: those that the rater used, from the centre of all values.
	value [][]float64
}

// concordance is a coefficient of columns of ratings.
//
// Pearson's is the mean over pairs of raters of the correlation of their ratings, over the items that both rated. A
// pair with fewer than three such items, or whose ratings of them by one rater are all equal, is left out. For two
// raters it is their correlation. Spearman's (1904) is so of ranks. Ties have the mean of their ranks. Kendall's
// coefficient of concordance is corrected for ties (Kendall and Gibbons 1990, chapter 6),
//
//	W = 12 Σ_i (R_i − R̄)² / (k²(n³−n) − k Σ_j T_j),
//
// of the ranks that k raters gave n items; R_i is the sum of an item's ranks and T_j = Σ (t³−t) over the ties of a
// rater. Items that some rater did not rate are left out.
type concordance struct {
	scope
	form   Coefficient
	groups []columns
}

const (
	// mostPaired is the number of raters whose pairs are correlated if they did not all rate the same items.
	mostPaired = 100
	// leastCorrelated is the number of items that a correlation is of. Copies of an item count.
	leastCorrelated = 3
)

func (s scope) concordance(form Coefficient) (*coefficient, reason) {
	if why := s.needRaters(); why != "" {
		return nil, why
	}
	if form == PearsonName {
		if why := squarable(s.values); why != "" {
			return nil, why
		}
	}
	c, x, fixed := concordance{scope: s, form: form}, newMoments(s.values).x, meanOfPairs
	whole := s.ratedByAll()
	switch {
	case form == KendallWName && len(whole) == 0:
		return nil, noFullItems
	case form == KendallWName && len(whole) < 2:
		return nil, oneItem
	case form == KendallWName || len(whole) == len(s.field.items) || len(s.raters) == 2:
		if len(whole) < 2 {
			return nil, fewInCommon
		}
		c.groups = []columns{s.columnsOf(whole, nil, x)}
	case len(s.raters) > mostPaired:
		return nil, manyRaters
	default:
		c.groups = s.pairsOfRaters(x)
	}
	switch {
	case len(c.groups) == 0:
		return nil, fewInCommon
	case len(s.raters) == 2:
		fixed = fixedRaters
	case form == KendallWName:
		fixed = incomplete
	}
	co := &coefficient{anew: c.value, takes: make([]bool, len(s.field.items)), copies: ratersAsCopies, fixed: fixed}
	for _, t := range c.groups {
		co.work += 4 * float64(len(t.code)) * float64(len(t.item))
		for _, i := range t.item {
			co.takes[i] = true
		}
	}
	if form == KendallWName {
		co.friedman = c.friedman
	}
	return co, ""
}

// ratedByAll returns the items that each rater rated once.
func (s scope) ratedByAll() []int32 {
	var items []int32
	last := make([]int, len(s.raters)) // 1 + the item that the rater rated last
	for i := range s.field.items {
		at := s.place(i)
		if s.first[at+1]-s.first[at] != len(s.raters) {
			continue
		}
		once := true
		for t := s.first[at]; t < s.first[at+1]; t++ {
			once = once && last[s.rater[t]] != i+1
			last[s.rater[t]] = i + 1
		}
		if once {
			items = append(items, int32(i))
		}
	}
	return items
}

// columnsOf returns the columns of some raters (nil: all) who each rated the items.
func (s scope) columnsOf(items []int32, raters []int32, x []float64) columns {
	place := make([]int, len(s.raters)) // 1 + the column of a rater; 0: none
	width := len(raters)
	if raters == nil {
		width = len(s.raters)
		for k := range place {
			place[k] = k + 1
		}
	}
	for k, rater := range raters {
		place[rater] = k + 1
	}
	t := columns{item: items, code: make([][]int32, width), value: make([][]float64, width)}
	for k := range t.code {
		t.code[k] = make([]int32, len(items))
	}
	for n, i := range items {
		own := s.place(int(i))
		for at := s.first[own+1] - 1; at >= s.first[own]; at-- { // the first rating of a rater is what stays
			if k := place[s.rater[at]]; k > 0 {
				t.code[k-1][n] = s.codeOf(at)
			}
		}
	}
	at := make([]int32, len(x))
	for k, column := range t.code {
		t.value[k] = narrowed(column, x, at)
	}
	return t
}

// narrowed replaces codes by their places among those that occur, and returns the values of these. It leaves the buffer
// as it found it, 0.
func narrowed(code []int32, x []float64, at []int32) []float64 {
	var own []int32
	for _, c := range code {
		if at[c] == 0 {
			at[c] = 1
			own = append(own, c)
		}
	}
	sortCodes(own)
	value := make([]float64, len(own))
	for k, c := range own {
		at[c], value[k] = int32(k), x[c]
	}
	for n, c := range code {
		code[n] = at[c]
	}
	for _, c := range own {
		at[c] = 0
	}
	return value
}

// pairsOfRaters returns the ratings of each two raters who have two items in common. These may be copies of one item.
func (s scope) pairsOfRaters(x []float64) []columns {
	k := len(s.raters)
	shared := make([][]int32, k*k)
	for i := range s.field.items {
		own := s.rater[s.first[s.place(i)]:s.first[s.place(i)+1]]
		for n, a := range own {
			for _, b := range own[:n] {
				at := int(min(a, b))*k + int(max(a, b))
				if items := shared[at]; len(items) == 0 || items[len(items)-1] != int32(i) {
					shared[at] = append(items, int32(i))
				}
			}
		}
	}
	var all []columns
	for at, items := range shared {
		if a, b := at/k, at%k; a < b && len(items) >= 2 {
			all = append(all, s.columnsOf(items, []int32{int32(a), int32(b)}, x))
		}
	}
	return all
}

// standing is the column of a rater: its values or ranks, which sum to 0, and the sum of their squares.
type standing struct {
	score []float64 // by code
	count []float64
}

// value returns the coefficient, given how often each item counts.
func (co concordance) value(of func(item int) float64) (float64, reason) {
	mean, pairs, why := 0.0, 0.0, fewInCommon
	var own standing
	for _, t := range co.groups {
		v, n, no := co.ofGroup(t, of, make([]float64, len(t.item)), &own)
		if no != "" {
			why = no
			continue
		}
		mean += (v - mean) * n / (pairs + n)
		pairs += n
	}
	if pairs == 0 {
		return 0, why
	}
	return mean, ""
}

// ofGroup returns the coefficient of a group, or the mean correlation over the pairs of raters whose ratings vary, and
// the number of these pairs. Sums over items are of the sums of raters' scores, so that the time is linear in the
// ratings.
func (co concordance) ofGroup(
	t columns, of func(item int) float64, sum []float64, own *standing,
) (v, pairs float64, why reason) {
	n := 0.0
	for _, i := range t.item {
		n += of(int(i))
	}
	if n < 2 || n < leastCorrelated && co.form != KendallWName {
		return 0, 0, fewInCommon
	}
	raters, squares := 0.0, 0.0
	for k, code := range t.code {
		spread := own.stand(t, k, of, co.form != PearsonName)
		squares += spread
		if !(spread > 1e-14*n*square(t.value[k][len(t.value[k])-1]-t.value[k][0])) || len(t.value[k]) < 2 {
			continue // Kendall's are all 0, and a correlation there is none
		}
		raters++
		scale := 1.0
		if co.form != KendallWName {
			scale = 1 / math.Sqrt(spread)
		}
		for j, c := range code {
			sum[j] += scale * own.score[c]
		}
	}
	total := 0.0
	for j, i := range t.item {
		total += of(int(i)) * square(sum[j])
	}
	if co.form == KendallWName {
		if squares == 0 {
			return 0, 0, noVariation
		}
		return total / (float64(len(t.code)) * squares), 1, ""
	}
	if raters < 2 {
		return 0, 0, constantRaters
	}
	pairs = raters * (raters - 1) / 2
	return (total - raters) / (2 * pairs), pairs, ""
}

// stand sets the scores of a rater by code, which sum to 0 over the items, and returns the sum of their squares.
func (st *standing) stand(t columns, k int, of func(item int) float64, ranked bool) (squares float64) {
	values := t.value[k]
	if cap(st.score) < len(values) {
		st.score, st.count = make([]float64, len(values)), make([]float64, len(values))
	}
	st.score, st.count = st.score[:len(values)], st.count[:len(values)]
	clear(st.count)
	for j, c := range t.code[k] {
		st.count[c] += of(int(t.item[j]))
	}
	below, mean := 0.0, 0.0
	for c, n := range st.count {
		if st.score[c] = values[c]; ranked {
			st.score[c] = below + n/2
		}
		below += n
		mean += n * st.score[c]
	}
	mean /= below
	for c, n := range st.count {
		st.score[c] -= mean
		squares += n * square(st.score[c])
	}
	return squares
}

// friedman returns the test of W = w.
func (co concordance) friedman(w float64) *Friedman {
	t := co.groups[0]
	n := len(t.item)
	chi := float64(len(t.code)) * float64(n-1) * w
	return &Friedman{chi, n - 1, distuv.ChiSquared{K: float64(n - 1)}.Survival(chi)}
}
