package nonparam

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Pearson returns the mean over pairs of raters of the correlation of their ratings, over the items that both rated. A
// pair with fewer than three such items, or whose ratings of them by one rater are all equal, is left out. For two
// raters it is their correlation.
func Pearson(r *Ratings) (Estimate, error) { return single(PearsonName, r, nil) }

// Spearman returns the mean over pairs of raters of Spearman's (1904) rank correlation, as [Pearson] does. Ties have
// the mean of their ranks.
func Spearman(r *Ratings) (Estimate, error) { return single(SpearmanName, r, nil) }

// KendallW returns Kendall's coefficient of concordance, corrected for ties (Kendall and Gibbons 1990, chapter 6),
//
//	W = 12 Σ_i (R_i − R̄)² / (k²(n³−n) − k Σ_j T_j),
//
// of the ranks that k raters gave n items; R_i is the sum of an item's ranks and T_j = Σ (t³−t) over the ties of a
// rater. Items that some rater did not rate are left out.
func KendallW(r *Ratings) (Estimate, error) { return single(KendallWName, r, nil) }

// Friedman is the test of whether raters' ranks are unrelated (Friedman 1937): k(n−1)W of k raters and n items has the
// distribution of χ² with n−1 degrees of freedom if n is large.
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

// concordance is a coefficient of columns of ratings: Pearson's, Spearman's or Kendall's.
type concordance struct {
	*Ratings
	form   Coefficient
	groups []columns
}

const (
	// mostPaired is the number of raters whose pairs are correlated if they did not all rate the same items.
	mostPaired = 100
	// leastCorrelated is the number of items that a correlation is of. Copies of an item count.
	leastCorrelated = 3
)

func newConcordance(r *Ratings, form Coefficient) (concordance, reason) {
	c := concordance{Ratings: r, form: form}
	if why := r.needRaters(); why != "" {
		return c, why
	}
	if form == PearsonName {
		if why := squarable(r.values); why != "" {
			return c, why
		}
	}
	x := newMoments(r.values).x
	whole := r.ratedByAll()
	switch {
	case form == KendallWName && len(whole) == 0:
		return c, noFullItems
	case form == KendallWName && len(whole) < 2:
		return c, oneItem
	case form == KendallWName || len(whole) == len(r.items) || len(r.raters) == 2:
		if len(whole) < 2 {
			return c, fewInCommon
		}
		c.groups = []columns{r.columnsOf(whole, nil, x)}
	case len(r.raters) > mostPaired:
		return c, manyRaters
	default:
		c.groups = r.pairsOfRaters(x)
	}
	if len(c.groups) == 0 {
		return c, fewInCommon
	}
	return c, ""
}

// ratedByAll returns the items that each rater rated once.
func (r *Ratings) ratedByAll() []int32 {
	var items []int32
	last := make([]int, len(r.raters)) // 1 + the item that the rater rated last
	for i := range r.items {
		if r.first[i+1]-r.first[i] != len(r.raters) {
			continue
		}
		once := true
		for t := r.first[i]; t < r.first[i+1]; t++ {
			once = once && last[r.rater[t]] != i+1
			last[r.rater[t]] = i + 1
		}
		if once {
			items = append(items, int32(i))
		}
	}
	return items
}

// columnsOf returns the columns of some raters (nil: all) who each rated the items.
func (r *Ratings) columnsOf(items []int32, raters []int32, x []float64) columns {
	place := make([]int, len(r.raters)) // 1 + the column of a rater; 0: none
	width := len(raters)
	if raters == nil {
		width = len(r.raters)
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
		for at := r.first[i+1] - 1; at >= r.first[i]; at-- { // the first rating of a rater is what stays
			if k := place[r.rater[at]]; k > 0 {
				t.code[k-1][n] = r.cell.code[r.cellAt[at]]
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
func (r *Ratings) pairsOfRaters(x []float64) []columns {
	k := len(r.raters)
	shared := make([][]int32, k*k)
	for i := range r.items {
		for s := r.first[i]; s < r.first[i+1]; s++ {
			for t := r.first[i]; t < s; t++ {
				at := int(min(r.rater[s], r.rater[t]))*k + int(max(r.rater[s], r.rater[t]))
				if own := shared[at]; len(own) == 0 || own[len(own)-1] != int32(i) {
					shared[at] = append(own, int32(i))
				}
			}
		}
	}
	var all []columns
	for at, items := range shared {
		if a, b := at/k, at%k; a < b && len(items) >= 2 {
			all = append(all, r.columnsOf(items, []int32{int32(a), int32(b)}, x))
		}
	}
	return all
}

func (co concordance) used() (items, ratings int) {
	is := make([]bool, len(co.items))
	for _, t := range co.groups {
		for _, i := range t.item {
			is[i] = true
		}
	}
	for i, used := range is {
		switch {
		case used && len(co.groups) == 1:
			items, ratings = items+1, ratings+len(co.raters)
		case used:
			items, ratings = items+1, ratings+int(co.size[i])
		}
	}
	return items, ratings
}

// fixed says why raters are not deleted.
func (co concordance) fixed() reason {
	switch {
	case len(co.raters) == 2:
		return fixedRaters
	case co.form == KendallWName:
		return incomplete
	}
	return meanOfPairs
}

// work is about how many operations an evaluation takes.
func (co concordance) work() float64 {
	n := 0.0
	for _, t := range co.groups {
		n += 4 * float64(len(t.code)) * float64(len(t.item))
	}
	return n
}

// standing is the column of a rater: its values or ranks, which sum to 0, and the sum of their squares.
type standing struct {
	score []float64 // by code
	count []float64
}

func (co concordance) evaluator() func([]weighting) (float64, reason) {
	var sum []float64
	var own standing
	return func(all []weighting) (float64, reason) {
		w := all[0]
		if w.rater != nil {
			return 0, ratersAsCopies
		}
		mean, pairs := 0.0, 0.0
		why := fewInCommon
		for _, t := range co.groups {
			if cap(sum) < len(t.item) {
				sum = make([]float64, len(t.item))
			}
			sum = sum[:len(t.item)]
			v, n, no := co.ofGroup(t, w, sum, &own)
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
}

// ofGroup returns the coefficient of a group, or the mean correlation over the pairs of raters whose ratings vary, and
// the number of these pairs. Sums over items are of the sums of raters' scores, so that the time is linear in the
// ratings.
func (co concordance) ofGroup(t columns, w weighting, sum []float64, own *standing) (v, pairs float64, why reason) {
	clear(sum)
	n := 0.0
	for _, i := range t.item {
		n += w.of(int(i))
	}
	if n < 2 || n < leastCorrelated && co.form != KendallWName {
		return 0, 0, fewInCommon
	}
	raters, squares := 0.0, 0.0
	for k, code := range t.code {
		spread := own.stand(t, k, w, co.form != PearsonName)
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
		total += w.of(int(i)) * square(sum[j])
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
func (st *standing) stand(t columns, k int, w weighting, ranked bool) (squares float64) {
	values := t.value[k]
	if cap(st.score) < len(values) {
		st.score, st.count = make([]float64, len(values)), make([]float64, len(values))
	}
	st.score, st.count = st.score[:len(values)], st.count[:len(values)]
	clear(st.count)
	for j, c := range t.code[k] {
		st.count[c] += w.of(int(t.item[j]))
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
