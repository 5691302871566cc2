package study

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// Order says how the labels of a study depend on the order of their rows. Rows are often in the order of labelling.
// Changes in that time that all labelers share, such as fatigue or a new instruction, then count as differences between
// items. So does the effect of a page of items that all labelers see together.
type Order struct {
	// Neighbours is the serial correlation of items in the order of their first rows: of their mean labels, with the
	// labelers' levels taken off. NeighboursP is the probability of so high a value if the order were random.
	Neighbours, NeighboursP float64
	// Drift is how much higher a label in the last row is than in the first, for the same item and labeler, in standard
	// deviations of a label; DriftP is the probability of so large a value, of either sign, if labels did not drift.
	Drift, DriftP float64
}

// orderedRows is how many rows of a study are looked at. As many show whether their order matters: the standard error
// of Neighbours is 1/√items.
const orderedRows = 100_000

// Orders returns, for each study, how its labels depend on the order of their rows.
func Orders(t *Table) []Order {
	all := make([]Order, len(t.studies))
	for s := range all {
		all[s] = t.order(t.blocks(s))
	}
	return all
}

// order returns how labels of a study depend on the order of rows. A value that cannot be found is 0 with the p-value
// 1: for categories without order, fewer than three items, labels that do not vary, and too few labels.
func (t *Table) order(of iter.Seq[labelBlock]) Order {
	if t.kind == Nominal {
		return Order{NeighboursP: 1, DriftP: 1}
	}
	var item, labeler []int32
	var y []float64
	for b := range of {
		n := min(len(b.value), orderedRows-len(y))
		item = append(item, b.item[:n]...)
		if b.labeler != nil {
			labeler = append(labeler, b.labeler[:n]...)
		}
		for _, v := range b.value[:n] {
			if t.kind == Ordinal {
				v = t.scores[int(v)-1]
			}
			y = append(y, v)
		}
		if len(y) == orderedRows {
			break
		}
	}
	items := newGroups(item, len(t.items))
	both := []*groups{items}
	if labeler != nil {
		both = append(both, newGroups(labeler, len(t.labelers)))
	}
	var o Order
	o.Neighbours, o.NeighboursP = neighbours(y, items, both[1:])
	o.Drift, o.DriftP = drift(y, both)
	return o
}

// groups divides rows, into items or labelers.
type groups struct {
	of    []int32
	count []float64 // of rows, by group
	first []int32   // groups in the order of their first rows
	sum   []float64 // scratch
}

func newGroups(of []int32, n int) *groups {
	g := &groups{of: of, count: make([]float64, n), sum: make([]float64, n)}
	for _, i := range of {
		if g.count[i] == 0 {
			g.first = append(g.first, i)
		}
		g.count[i]++
	}
	return g
}

// centre takes the mean of each group off x, and returns the largest that there was.
func (gs *groups) centre(x []float64) (largest float64) {
	for _, i := range gs.first {
		gs.sum[i] = 0
	}
	for n, i := range gs.of {
		gs.sum[i] += x[n]
	}
	for _, i := range gs.first {
		gs.sum[i] /= gs.count[i]
		largest = math.Max(largest, math.Abs(gs.sum[i]))
	}
	for n, i := range gs.of {
		x[n] -= gs.sum[i]
	}
	return largest
}

// neighbours returns the serial correlation of items and its p-value. Means and variance over all orders follow Wald
// and Wolfowitz (1943, Annals of Mathematical Statistics 14), for the circular sum Σ x_i x_(i+1) of values with the
// mean 0, S_r = Σ x_i^r:
//
//	E = −S_2/(n − 1),   Var = (S_2² − S_4)/(n − 1) + (S_2² − 2 S_4)/((n − 1)(n − 2)) − E².
func neighbours(y []float64, items *groups, labelers []*groups) (r, p float64) {
	rest := slices.Clone(y)
	for _, g := range labelers {
		g.centre(rest)
	}
	items.centre(rest)
	x := make([]float64, len(items.first)) // items.sum now holds their means
	for n, i := range items.first {
		x[n] = items.sum[i]
	}
	n := float64(len(x))
	if n < 3 {
		return 0, 1
	}
	mean, _ := meanAndSD(x)
	for i := range x {
		x[i] -= mean
	}
	var s2, s4, sum float64
	for i, v := range x {
		s2 += v * v
		s4 += v * v * v * v
		sum += v * x[(i+1)%len(x)]
	}
	expected := -s2 / (n - 1)
	variance := (s2*s2-s4)/(n-1) + (s2*s2-2*s4)/((n-1)*(n-2)) - expected*expected
	if !(variance > 1e-12*s2*s2/n) {
		return 0, 1
	}
	return sum / s2, 0.5 * math.Erfc((sum-expected)/math.Sqrt(2*variance))
}

// drift returns the slope of labels on the place of their row, from 0 to 1, in standard deviations of labels, and the
// p-value of its t-test. The regression has a constant for each item and each labeler. The constants are taken out of
// both variables by turns (Guimarães and Portugal 2010, Stata Journal 10), which gives the regression's slope (Frisch
// and Waugh 1933). A drift of δ standard deviations gives labels a standard deviation of δ/√12 by itself, so that a
// slope beyond √12 is no drift. Such rows of an item are adjacent, and sorted by the difference between its labels.
func drift(y []float64, of []*groups) (slope, p float64) {
	n := float64(len(y))
	place := make([]float64, len(y))
	for i := range place {
		place[i] = float64(i) / n
	}
	_, sd := meanAndSD(y)
	rest := slices.Clone(y)
	absorb(place, of, 1)
	absorb(rest, of, sd)
	freedom := n - 2
	for _, g := range of {
		freedom -= float64(len(g.first)) - 1
	}
	xx := dot(place, place)
	if freedom < 1 || !(xx > 1e-9) || !(sd > 0) {
		return 0, 1
	}
	slope = dot(place, rest) / xx
	for i, x := range place {
		rest[i] -= slope * x
	}
	se := math.Sqrt(dot(rest, rest) / freedom / xx)
	if !(se > 0) {
		return 0, 1
	}
	if math.Abs(slope) > math.Sqrt(12)*sd {
		return 0, 1
	}
	return slope / sd, twoSided(slope/se, freedom)
}

// absorb subtracts the means of all groups from x, by turns, until all are small compared with 1.
func absorb(x []float64, of []*groups, unit float64) {
	const rounds, tolerance = 100, 1e-6
	for range rounds {
		largest := 0.0
		for _, g := range of {
			largest = math.Max(largest, g.centre(x))
		}
		if largest <= tolerance*unit || len(of) == 1 {
			return
		}
	}
}

func meanAndSD(y []float64) (mean, sd float64) {
	for _, v := range y {
		mean += v / float64(len(y))
	}
	for _, v := range y {
		sd += (v - mean) * (v - mean) / float64(len(y))
	}
	return mean, math.Sqrt(sd)
}

func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// twoSided is the p-value of a t-test by the normal quantile of Wallace (1959, Annals of Mathematical Statistics 30),
// (8ν + 1)/(8ν + 3) √(ν ln(1 + t²/ν)). For ν from 8 on, p-values down to 10⁻⁴ are right within 8 %.
func twoSided(t, freedom float64) float64 {
	z := (8*freedom + 1) / (8*freedom + 3) * math.Sqrt(freedom*math.Log1p(t*t/freedom))
	return math.Erfc(z / math.Sqrt2)
}

// falseAlarms is the probability that any study of a file is warned of, if the order of rows means nothing in all.
const falseAlarms = 0.01

// orderWarnings are about studies whose labels depend on the order of their rows. If the number of labels depends on
// the labels, later ones are of other items and differ from earlier ones without any drift.
func (d *Design) orderWarnings() []Warning {
	var w []Warning
	level := falseAlarms / float64(2*len(d.Studies))
	for i, o := range d.Orders {
		if len(d.Dependence) > i && d.Dependence[i].Found() {
			continue
		}
		s := d.Studies[i]
		if o.NeighboursP < level {
			w = append(w, Warning{Code: ItemOrder, Studies: []string{s.Name},
				Text: d.within(s.Name) + neighboursText(o)})
		}
		if o.DriftP < level {
			w = append(w, Warning{Code: LabelDrift, Studies: []string{s.Name},
				Text: d.within(s.Name) + driftText(o)})
		}
	}
	return w
}

func neighboursText(o Order) string {
	return fmt.Sprintf("neighbouring items in the file have similar labels (correlation %.2f). If "+
		"the rows are in the order of labelling, the ICC counts what all labelers shared, such as a drift, as "+
		"differences between items. If the file is sorted, ignore this", o.Neighbours)
}

func driftText(o Order) string {
	verb := "rise"
	if o.Drift < 0 {
		verb = "fall"
	}
	return fmt.Sprintf("labels of the same item by the same labeler %s by %.2g standard deviations "+
		"from the first row to the last. ICC and ρ ignore such a drift. If the file is sorted by the labels, "+
		"ignore this", verb, math.Abs(o.Drift))
}
