package nonparam

import (
	"math/rand/v2"
	"slices"

	"concord/study"
)

const (
	// mostDrawn is the number of ratings of an item beyond which none are drawn.
	mostDrawn = 1 << 20
	// draws is how many random halves of an item are compared.
	draws = 50
)

// kRater returns the reliability of the aggregate that a study has, of the median number of ratings per item (Wong and
// Paritosh 2022).
func (s scope) kRater(d Distance) (*coefficient, reason) {
	items, below, k, most := 0, 0, 0, 0
	count := map[int]int{}
	for _, m := range s.size {
		most = max(most, int(m))
		if m >= 2 {
			items++
			count[int(m)]++
		}
	}
	if items == 0 {
		return nil, noPairs
	}
	if most > mostDrawn {
		return nil, tooManyRatings
	}
	for k = 2; 2*(below+count[k]) < items; k++ {
		below += count[k]
	}
	return s.halves(k, s.aggregate(d))
}

// aggregate returns how the ratings of an item are usually combined, as the distance between two aggregates. For labels
// without order, or with the [Nominal] distance, this is the majority with that distance; otherwise the mean with the
// [Interval] distance.
func (r *Ratings) aggregate(d Distance) Standard {
	if d == Nominal || r.table != nil && r.table.Kind() == study.Nominal {
		return Nominal
	}
	return Interval
}

// halves returns Krippendorff's alpha between the aggregates of two disjoint sets of k ratings of an item, drawn
// without replacement. The disagreement and the aggregates are averaged over random draws: the draws add no noise to
// the differences between items, which a bootstrap resamples. If too few items have 2k ratings, it steps up from
// smaller sets by Spearman-Brown, which is exact for means and otherwise an approximation.
func (s scope) halves(k int, aggregate Standard) (*coefficient, reason) {
	size := min(k, s.largestHalf())
	if size == 0 {
		return nil, noPairs
	}
	ker, why := aggregate.kernel(s.values, nil)
	if why != "" {
		return nil, why
	}
	rows, drawn := make([]row, len(s.field.items)), 0
	d := drawer{kernel: ker, random: rand.NewPCG(0, 0), votes: make([]int32, len(s.values))}
	const items, disagreement, ofForm, first = 0, 1, 2, 3
	for i := range rows {
		if at := s.place(i); int(s.size[at]) >= 2*size {
			drawn++
			apart, both := d.halves(s.Ratings, at, size)
			rows[i].put(items, 1)
			rows[i].put(disagreement, apart)
			rows[i].putAll(first, both, 1)
		}
	}
	if drawn < 2 {
		return nil, tooFewRatings
	}
	dim, step, q := ker.dim(len(s.values)), float64(k)/float64(size), len(s.values)
	return &coefficient{width: first + dim, forms: []form{newForm(ker, first, first, dim)}, k: k,
		copies: ratersAsCopies, fixed: randomSets,
		rows: func(i int, _ *count, to *row) { to.putAll(0, rows[i].cells, 1) },
		finish: func(x, _ []float64) (float64, reason) {
			if x[items] < 2 {
				return 0, oneItem
			}
			n := 2 * x[items] // aggregates
			alpha, why := alphaFrom(2*x[disagreement], n, n-1, x[ofForm], ker, q)
			return steppedUp(alpha, step, why)
		}}, ""
}

// largestHalf returns the largest h such that at least half of the items with two
// ratings have 2h.
func (r *Ratings) largestHalf() int {
	var items int
	count := map[int]int{}
	most := 0
	for _, m := range r.size {
		if m >= 2 {
			h := int(m) / 2
			items++
			count[h]++
			most = max(most, h)
		}
	}
	have := 0
	for h := most; h >= 1; h-- {
		if have += count[h]; 2*have >= items {
			return h
		}
	}
	return 0
}

// drawer draws ratings of one item and aggregates them.
type drawer struct {
	kernel
	random *rand.PCG
	codes  []int32 // the ratings of the item
	votes  []int32 // by code
}

// halves returns the mean disagreement of the aggregates of two halves of an item, and the mean of their summaries. The
// random numbers of an item do not depend on other items.
func (dr *drawer) halves(r *Ratings, item, size int) (apart float64, both cells) {
	dr.codes = dr.codes[:0]
	for j := r.start[item]; j < r.start[item+1]; j++ {
		for range int(r.cell.weight[j]) {
			dr.codes = append(dr.codes, r.cell.code[j])
		}
	}
	dr.random.Seed(0, uint64(item)*0x9e3779b97f4a7c15+1)
	sum := map[int32]float64{}
	for range draws {
		for i := range 2 * size {
			j := i + int(below(uint32(len(dr.codes)-i), dr.random))
			dr.codes[i], dr.codes[j] = dr.codes[j], dr.codes[i]
		}
		a, b := dr.aggregate(dr.codes[:size]), dr.aggregate(dr.codes[size:2*size])
		apart += dr.between(a, b) / draws
		for _, c := range []cells{a, b} {
			for j, k := range c.code {
				sum[k] += c.weight[j] / draws
			}
		}
	}
	for k := range sum {
		both.code = append(both.code, k)
	}
	slices.Sort(both.code)
	for _, k := range both.code {
		both.weight = append(both.weight, sum[k])
	}
	return apart, both
}

// aggregate returns the summary of the mean of some ratings, or of the most frequent one.
func (dr *drawer) aggregate(codes []int32) cells {
	m, mean := dr.kernel.(moments)
	if !mean {
		return cells{[]int32{dr.vote(codes)}, []float64{1}}
	}
	x := 0.0
	for _, c := range codes {
		x += m.x[c] / float64(len(codes))
	}
	return cells{[]int32{0, 1, 2}, []float64{1, x, x * x}}
}

// vote returns the most frequent code, or one of several at random.
func (dr *drawer) vote(codes []int32) int32 {
	var best, most, tied int32
	for _, c := range codes {
		dr.votes[c]++
	}
	for _, c := range codes {
		n := dr.votes[c]
		dr.votes[c] = 0 // so that each code is looked at once
		switch {
		case n > most:
			best, most, tied = c, n, 1
		case n == most && n > 0:
			tied++
			if below(uint32(tied), dr.random) == 0 {
				best = c
			}
		}
	}
	return best
}
