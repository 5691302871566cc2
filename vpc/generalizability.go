package vpc

import (
	"fmt"
	"slices"
	"strings"

	"concord/posterior"
	"concord/study"
)

// LabelFactor is the name by which a [Design] gives the number of labels of each combination of the levels of all
// factors, for labelers who are asked again.
const LabelFactor = "label"

// Design is the design of a decision study (Brennan 2001, Generalizability Theory, chapter 4). An item is measured by
// the mean of its labels on all combinations of a number of levels of each factor, the same for all items. A factor
// that it does not name has one level.
type Design struct {
	Levels []Levels
	// Within lists, for a factor, the other factors that have one level for each of its levels. Examples are the
	// country of a labeler, or the item of a template that belongs to one item. A factor within others has its number
	// of levels in each combination of their levels.
	Within map[string][]string
}

// Levels is a number of levels of a factor.
type Levels struct {
	Factor string
	N      int
}

// String returns the design as "labeler=3,template=2".
func (d Design) String() string {
	var all []string
	for _, l := range d.Levels {
		all = append(all, fmt.Sprintf("%s=%d", l.Factor, l.N))
	}
	return strings.Join(all, ",")
}

// Labels returns the number of labels of an item.
func (d Design) Labels() int {
	n := 1
	for _, l := range d.Levels {
		n *= l.N
	}
	return n
}

// Generalizability returns the coefficients of generalizability theory for the mean of an item's labels on a design
// (Brennan 2001, chapter 4). The relative Eρ² is for differences between items, the absolute Φ for their levels,
//
//	Eρ² = V_∅/(V − C),  Φ = V_∅/V,
//
// where V is the variance of an item's mean over items and everything else, and C the covariance of the means of two
// items on the same levels. V_∅, the variance of the universe score, is the covariance of two labels of an item that
// share nothing else. V is the mean covariance over all pairs of the item's labels, and C over pairs of labels of the
// two items. The covariance of a pair follows from the levels that it shares, see [Partition.Common]. On the scale of
// the effects, this gives each term's variance divided by the number of levels of its factors, as in Brennan. It holds
// on the label scale of a family with a link too. Φ of k labelers is ICC(k).
//
// It panics if a number of levels is not positive, a factor is named twice, or it is the item.
func (p Partition) Generalizability(d Design) (relative, absolute posterior.Quantity) {
	return p.Decisions().Generalizability(d)
}

// Decisions computes coefficients of several designs of one study, which share covariances of labels. It is for one
// goroutine.
type Decisions struct {
	of    Partition
	known map[string]posterior.Quantity // covariances by the terms in common
}

// Decisions returns a computation of coefficients of several designs.
func (p Partition) Decisions() *Decisions { return &Decisions{p, map[string]posterior.Quantity{}} }

// Generalizability is [Partition.Generalizability].
func (de *Decisions) Generalizability(d Design) (relative, absolute posterior.Quantity) {
	m := de.Means(d)
	suffix := strings.ReplaceAll(d.String(), ",", "_")
	relative = posterior.Map(de.of.name("generalizability_"+suffix), func(v []float64) float64 {
		return v[0] / (v[1] - v[2])
	}, m.Universe, m.Within, m.Between)
	return relative, posterior.Map(de.of.name("dependability_"+suffix), share, m.Universe, m.Within)
}

// Means are variances of the items' mean labels on a design: V_∅, V and C of [Partition.Generalizability].
type Means struct{ Universe, Within, Between posterior.Quantity }

// Means returns the variances of the items' mean labels on a design.
func (de *Decisions) Means(d Design) Means {
	d.check()
	p := de.of
	m := Means{de.common(p.ofItems(d)), p.mean.Like(p.name("mean_variance")), p.mean.Like(p.name("mean_covariance"))}
	for in := range 1 << len(d.Levels) {
		weight := d.weight(in)
		if weight == 0 {
			continue
		}
		shared, across := make([]bool, len(p.terms)), make([]bool, len(p.terms))
		for t, term := range p.terms {
			item, ok := d.coincide(factorsOf(term), in)
			shared[t], across[t] = ok, ok && !item
		}
		if in == 1<<len(d.Levels)-1 { // a label and itself
			addWeighted(m.Within, p.total, weight)
		} else {
			addWeighted(m.Within, de.common(shared), weight)
		}
		addWeighted(m.Between, de.common(across), weight)
	}
	return m
}

// common is [Partition.Common], computed once for each set of terms.
func (de *Decisions) common(shared []bool) posterior.Quantity {
	key := fmt.Sprint(shared)
	if _, ok := de.known[key]; !ok {
		de.known[key] = de.of.common(shared)
	}
	return de.known[key]
}

// ofItems reports for each term whether it is by items alone, or by factors that items are within.
func (p Partition) ofItems(d Design) []bool {
	all := make([]bool, len(p.terms))
	for t, term := range p.terms {
		all[t] = !slices.ContainsFunc(d.closure(factorsOf(term)), func(f string) bool {
			return f != study.ItemFactor && !slices.Contains(d.Within[study.ItemFactor], f)
		})
	}
	return all
}

func (d Design) check() {
	for i, l := range d.Levels {
		before := func(o Levels) bool { return o.Factor == l.Factor }
		if l.N < 1 || l.Factor == study.ItemFactor || slices.ContainsFunc(d.Levels[:i], before) {
			panic("vpc: a design needs a positive number of levels for each factor except the item, once")
		}
	}
}

// weight returns the share of the pairs of an item's labels that share the levels of the factors whose bits are set,
// and of no others.
func (d Design) weight(in int) float64 {
	w := 1.0
	for i, l := range d.Levels {
		same := 1 / float64(l.N)
		if in>>i&1 == 0 {
			same = 1 - same
		}
		w *= same
	}
	return w
}

// coincide reports whether two labels share the level of a term, if they share the levels of the design's factors whose
// bits are set. It also reports whether that requires the same item.
func (d Design) coincide(by []string, in int) (item, ok bool) {
	all := d.closure(by)
	for _, f := range all {
		if f == study.ItemFactor || slices.Contains(d.Within[study.ItemFactor], f) {
			item = true // a level that belongs to the item is that of its labels
			continue
		}
		i := slices.IndexFunc(d.Levels, func(l Levels) bool { return l.Factor == f })
		if i >= 0 && in>>i&1 == 0 {
			return false, false
		}
	}
	return item, true
}

// closure returns factors with all that they are within.
func (d Design) closure(by []string) []string {
	all := slices.Clone(by)
	for i := 0; i < len(all); i++ {
		for _, outer := range d.Within[all[i]] {
			if !slices.Contains(all, outer) {
				all = append(all, outer)
			}
		}
	}
	return all
}

// Factors returns the factors of the terms besides the item, in their order: a design can have levels of these and of
// [LabelFactor].
func (p Partition) Factors() []string {
	var all []string
	for _, t := range p.terms {
		for _, f := range t.By {
			if f != study.ItemFactor && !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	return all
}

// addWeighted adds a quantity to another, with a weight, draw by draw.
func addWeighted(to, q posterior.Quantity, weight float64) {
	for c, x := range q.Chains {
		for i, v := range x {
			to.Chains[c][i] += weight * v
		}
	}
}
