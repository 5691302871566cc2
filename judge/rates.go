package judge

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/wilson"
	"concord/study"
)

// Rates say how often labels of two categories go together. One label is a random person's. The other is a judge's, or
// another person's, of the same item. An item counts once.
type Rates struct {
	Items int
	// People is how many items' worth of people's labels are of each category.
	People []float64
	share  [][]float64 // by category of people and of the other
	spread [][]float64 // variance of that share; 0 if it does not vary
}

// NewRates returns the rates of a judge on the items that people labelled too. Both are studies of one table, whose
// labels are in categories.
func NewRates(people, judge study.View) *Rates {
	first, second := countsOf(people), countsOf(judge)
	return newRates(people.Table(), func(add func(both, of [][]float64)) {
		for i, p := range first {
			if q := second[i]; p != nil && q != nil {
				add(outer(p, q), rows(p, len(p)))
			}
		}
	})
}

// NewPersonRates returns the rates of another person, on the items that two people or more labelled.
func NewPersonRates(people study.View) *Rates {
	of := countsOf(people)
	return newRates(people.Table(), func(add func(both, of [][]float64)) {
		for _, n := range of {
			k := 0.0
			for _, x := range n {
				k += x
			}
			if k < 2 {
				continue
			}
			both := make([][]float64, len(n))
			for y := range n {
				both[y] = make([]float64, len(n))
				for z := range n {
					both[y][z] = n[y] * n[z] / (k * (k - 1))
				}
				both[y][y] = n[y] * (n[y] - 1) / (k * (k - 1))
			}
			add(both, rows(n, len(n)))
		}
	})
}

// countsOf returns how many labels of each category the items of a table have in a study; nil for none.
func countsOf(v study.View) [][]float64 {
	t := v.Table()
	of := make([][]float64, len(t.Items()))
	for n, i := range v.Item() {
		if of[i] == nil {
			of[i] = make([]float64, len(t.Categories()))
		}
		y := int(v.Value()[n])
		if t.Kind() == study.Ordinal {
			y--
		}
		of[i][y]++
	}
	return of
}

// outer returns the chance of each two categories of two labels.
func outer(p, q []float64) [][]float64 {
	both, other := rows(p, len(q)), rows(q, 1)
	for y := range both {
		for z := range both[y] {
			both[y][z] *= other[z][0]
		}
	}
	return both
}

// rows returns shares of counts, each repeated in a row.
func rows(counts []float64, columns int) [][]float64 {
	sum := 0.0
	for _, n := range counts {
		sum += n
	}
	all := make([][]float64, len(counts))
	for y, n := range counts {
		all[y] = make([]float64, columns)
		for z := range all[y] {
			all[y][z] = n / sum
		}
	}
	return all
}

// newRates makes ratios of sums over items, Σ both / Σ people, with the variances of their linear parts (Cochran 1977,
// Sampling Techniques, section 6.3).
func newRates(t *study.Table, each func(add func(both, people [][]float64))) *Rates {
	n := len(t.Categories())
	zero := func() [][]float64 {
		all := make([][]float64, n)
		for y := range all {
			all[y] = make([]float64, n)
		}
		return all
	}
	r := &Rates{People: make([]float64, n), share: zero(), spread: zero()}
	bb, bp, pp := zero(), zero(), make([]float64, n)
	each(func(both, people [][]float64) {
		r.Items++
		for y := range both {
			p := people[y][0]
			r.People[y] += p
			pp[y] += p * p
			for z, b := range both[y] {
				r.share[y][z] += b
				bb[y][z] += b * b
				bp[y][z] += b * p
			}
		}
	})
	items := float64(r.Items)
	for y := range r.share {
		for z := range r.share[y] {
			x := r.share[y][z] / r.People[y]
			r.share[y][z] = x
			r.spread[y][z] = (bb[y][z] - 2*x*bp[y][z] + x*x*pp[y]) / (r.People[y] * r.People[y]) * items / (items - 1)
		}
	}
	return r
}

// Share returns the share of a category of the other among a category of people; NaN if people have no such label.
func (r *Rates) Share(people, other int) float64 { return r.share[people][other] }

// Interval returns the interval of [Proportion.Interval] for other items, with the number of items that would have the
// same variance.
func (r *Rates) Interval(people, other int, level float64) (lower, upper float64) {
	x, v := r.share[people][other], r.spread[people][other]
	if math.IsNaN(x) || r.Items < 2 {
		return math.NaN(), math.NaN()
	}
	n := r.People[people]
	if v > 1e-12 {
		n = math.Min(x*(1-x)/v, mostEffective*float64(r.Items))
	}
	return wilson.Limits(x, n, distuv.UnitNormal.Quantile(0.5+level/2))
}
