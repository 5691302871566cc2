package study

import (
	"cmp"
	"math"
	"slices"
)

// DependenceLevel is the probability with which a table is found to have a [Dependence] although none of its studies
// has one.
const DependenceLevel = 0.01

// Dependence says that items with many labels have other labels than items with few: that they are more in dispute, or
// higher. For example, people are asked again if two disagree, or until one label leads by two, or if the first says
// yes. Dependences that are not found are nil.
//
// Coefficients of agreement, and means of all labels, then describe the collected labels and no other study. A
// likelihood is right nevertheless if labels of the table decided whether an item got another label (Rubin 1976,
// Biometrika 63, theorem 7.1).
type Dependence struct {
	Disagreement *Association
	Level        *Association
	// First says that the first two labels of an item disagree more, by the order of rows, than two of its labels do in
	// general. This is so if labels decided how many there are, and not if items in dispute have more labels for
	// another reason. It is nil if it is not found, for example because rows are not in the order of labelling.
	First *Association
	// ItemMean is the mean over items of the mean label of an item; [StudyDesign] has the mean of all labels; NaN if
	// there is none, and 0 if nothing is found.
	ItemMean float64
}

// Found reports whether there is one.
func (dep Dependence) Found() bool { return dep.Disagreement != nil || dep.Level != nil }

// Association is the association between the number of labels of an item and its labels.
type Association struct {
	// Z is positive if items with more labels have more, in standard errors.
	Z float64
	// P is an upper bound of the probability that any study of a table without dependence has one as far from 0.
	P float64
	// Category is the one that items with more labels have more often, of binary labels and of those without order;
	// "" of other labels.
	Category string
}

// Dependences returns the dependence of each study of a table. If a labeler gave an item several labels, it looks at
// the first.
//
// If labels do not decide how many labels an item gets, then items with many and with few labels are alike: two labels
// of an item are no further apart, and no higher. The number of labels of an item is taken by its rank x. The distance
// d of two labels is 0 or 1 of categories, and the difference of midranks of numbers and of ordered categories. The
// score of disagreement is
//
//	T = Σ_i mean over pairs of item i of r (d − d̄),
//
// where r is the residual of a regression of x on the two labelers, so that labelers who differ in care, or in how much
// they label, do not move it. Its expectation is 0. However the pairs of an item depend on each other, its variance is
// at most V, the sum over items of the mean of r², times the variance of d (by Cauchy and Schwarz). If an item adds at
// most M, twice exp(−V/M² h(M|T|/V)), h(u) = (1 + u) ln(1 + u) − u, bounds the probability of a score as far from 0
// (Bennett 1962, JASA 57). P is that times the number of scores of the table. The score of the level is the same with
// single labels instead of pairs. If there are more than [Telling] labels, only those of items drawn at random count.
func Dependences(t *Table) []Dependence {
	t, _ = t.Sample(ItemFactor, Telling, 0)
	t, _ = t.FirstLabels()
	items, labelers := newTally(len(t.items)), newTally(len(t.labelers))
	scores := make([][]score, len(t.studies))
	tests := 0
	for s := range t.studies {
		scores[s] = t.dependenceScores(newGrouped(t, s, items, labelers))
		tests += len(scores[s])
	}
	found := make([]Dependence, len(t.studies))
	for s, of := range scores {
		if len(of) == 0 {
			continue
		}
		for _, one := range of {
			a := one.association(tests)
			if a.P > DependenceLevel {
				continue
			}
			place := &found[s].Level
			if one.pairs {
				place = &found[s].Disagreement
			}
			if *place == nil || a.P < (*place).P {
				*place = &a
			}
		}
		if found[s].Found() {
			found[s].First = t.firstDisagree(s, items, labelers)
			found[s].ItemMean = t.itemMean(s, items)
		}
	}
	return found
}

// differ and far are the distances of two labels: of categories, and of midranks.
func differ(a, b float64) float64 { return indicator(a != b) }
func far(a, b float64) float64    { return math.Abs(a - b) }

// firstDisagree tests whether the first two labels of items with three or more are exchangeable with their other pairs.
// It uses the score of disagreement, with x the indicator of the first two minus its mean in the item. How much an item
// is in dispute does not move it then, and neither do labelers.
func (t *Table) firstDisagree(s int, items, labelers *tally) *Association {
	g, distance := newGrouped(t, s, items, labelers), differ
	if t.kind != Nominal {
		g.rank()
		distance = far
	}
	score := g.disagreement(g.first, distance)
	if !(score.variance > 0 && score.largest > 0) || score.value <= 0 {
		return nil
	}
	if a := score.association(1); a.P <= DependenceLevel {
		return &a
	}
	return nil
}

// score is one of the statistics of [Dependences].
type score struct {
	pairs           bool // of disagreement
	category        string
	value, variance float64
	largest         float64 // that a single item adds
}

func (sc score) association(tests int) Association {
	u := sc.largest * math.Abs(sc.value) / sc.variance
	p := 2 * math.Exp(-sc.variance/sc.largest/sc.largest*((1+u)*math.Log1p(u)-u))
	return Association{Z: sc.value / math.Sqrt(sc.variance), P: math.Min(1, float64(tests)*p), Category: sc.category}
}

// dependenceScores returns the statistics of a study; nil if all items have the same number of labels.
func (t *Table) dependenceScores(g *grouped) []score {
	if g == nil {
		return nil
	}
	var all []score
	keep := func(s score, category string) {
		if s.category = category; s.variance > 0 && s.largest > 0 {
			all = append(all, s)
		}
	}
	if t.kind == Nominal {
		keep(g.disagreement(g.pairs, differ), "")
		for c, name := range t.categories {
			keep(g.level(func(y float64) float64 { return indicator(y == float64(c)) }), name)
		}
		return all
	}
	g.rank()
	keep(g.disagreement(g.pairs, far), "")
	category := "" // of binary labels the positive one
	if t.kind == Binary {
		category = t.categories[1]
	}
	keep(g.level(func(y float64) float64 { return y }), category)
	return all
}

// itemMean returns the mean over items of the mean label of an item.
func (t *Table) itemMean(s int, items *tally) float64 {
	if t.kind == Nominal {
		return math.NaN()
	}
	v := t.StudyAt(s)
	means := make([]float64, len(items.count(t.blocks(s), labelBlock.items)))
	for n, i := range v.item {
		y := v.value[n]
		if t.kind == Ordinal {
			y = t.scores[int(y)-1]
		}
		means[items.place[i]] += y / float64(items.n[i])
	}
	mean := 0.0
	for k, m := range means {
		mean += (m - mean) / float64(k+1)
	}
	return mean
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// grouped is the labels of a study, item by item.
type grouped struct {
	from     []int // labels of item i are from[i]:from[i+1]
	labeler  []int32
	labelers int
	value    []float64
}

// newGrouped returns nil if all items have the same number of labels. items and labelers are of the table.
func newGrouped(t *Table, s int, items, labelers *tally) *grouped {
	v := t.StudyAt(s)
	present := items.count(t.blocks(s), labelBlock.items)
	g := &grouped{from: []int{0}, labelers: 1, labeler: make([]int32, len(v.item)), value: make([]float64, len(v.item))}
	varies := false
	for _, i := range present {
		g.from = append(g.from, g.from[len(g.from)-1]+items.n[i])
		varies = varies || items.n[i] != g.from[1]
	}
	if !varies {
		return nil
	}
	if v.labeler != nil {
		g.labelers = len(labelers.count(t.blocks(s), labelBlock.labelers))
	}
	next := append([]int(nil), g.from...)
	for n, i := range v.item {
		at := &next[items.place[i]]
		g.value[*at] = v.value[n]
		if v.labeler != nil {
			g.labeler[*at] = labelers.place[v.labeler[n]]
		}
		*at++
	}
	return g
}

// items calls f for each item with at least the given number of labels, with the range of its labels and the rank of
// their number.
func (g *grouped) items(least int, f func(from, to int, x float64)) {
	most := 0
	for i := range len(g.from) - 1 {
		most = max(most, g.from[i+1]-g.from[i])
	}
	rank := make([]float64, most+1) // of each number of labels
	all := 0.0
	for i := range len(g.from) - 1 {
		if n := g.from[i+1] - g.from[i]; n >= least {
			rank[n]++
			all++
		}
	}
	midranks(rank)
	for i := range len(g.from) - 1 {
		if n := g.from[i+1] - g.from[i]; n >= least {
			f(g.from[i], g.from[i+1], rank[n])
		}
	}
}

// midranks replaces the numbers of the values, in their order, by midranks from 0 to 1.
func midranks(count []float64) {
	all, below := 0.0, 0.0
	for _, n := range count {
		all += n
	}
	for k, n := range count {
		count[k] = (below + n/2) / math.Max(all, 1)
		below += n
	}
}

// rank replaces labels by midranks.
func (g *grouped) rank() {
	order := make([]int32, len(g.value))
	for n := range order {
		order[n] = int32(n)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(g.value[a], g.value[b]) })
	ranks := make([]float64, len(g.value))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && g.value[order[to]] == g.value[order[from]] {
			to++
		}
		for _, n := range order[from:to] {
			ranks[n] = float64(from+to) / 2 / float64(len(order))
		}
		from = to
	}
	g.value = ranks
}
