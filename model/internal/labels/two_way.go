package labels

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/model/spec"
	"concord/study"
)

// parts are the item and labeler parts of a covariate in a study: the factors of the reported coefficients, by item and
// by labeler. Nil: there is no such part.
type parts struct {
	item, labeler     [][]float64
	itemOf, labelerOf []int32 // of each label
	// The covariance of the factors of the reported coefficients in e, and the trace of that in x.
	within [][]float64
	total  float64
}

// setParts sets the parts of items and labelers in the covariate, in studies in which it varies within them.
func (of *designed) setParts(t *study.Table, sp spec.Spec) {
	of.parts = make([]parts, len(of.index))
	for s := range of.index {
		v := t.StudyAt(s)
		var labeler []int32
		labelers := 0
		if sp.HasLabelersIn(s) {
			labeler, labelers = v.Labeler(), len(t.Labelers())
		}
		of.parts[s] = of.partsIn(s, v.Item(), labeler, len(t.Items()), labelers)
	}
}

// partsIn returns the parts in a study. labeler is nil if the model has no labeler effects.
func (of *designed) partsIn(s int, item, labeler []int32, items, labelers int) parts {
	p := parts{item: newRows(items, of.Reported()), labeler: newRows(labelers, of.Reported()), itemOf: item,
		labelerOf: labeler, within: newRows(of.Reported(), of.Reported())}
	var left, ofItems, ofLabelers float64 // square sums
	var rest [][]float64
	for c := range of.Reported() {
		x := make([]float64, len(item))
		for n, l := range of.index[s] {
			x[n] = of.reported(s, c, l)
		}
		p.total += floats.Dot(x, x)
		a, b := twoWay(x, item, labeler, items, labelers)
		ofItems += setColumn(p.item, c, a, item)
		ofLabelers += setColumn(p.labeler, c, b, labeler)
		for n, j := range item {
			x[n] -= a[j]
			if labeler != nil {
				x[n] -= b[labeler[n]]
			}
		}
		rest = append(rest, x)
		for b, y := range rest {
			p.within[c][b] = floats.Dot(x, y)
			p.within[b][c] = p.within[c][b]
		}
		left += p.within[c][c]
	}
	if left <= leastLeft*p.total || ofItems <= leastLeft*p.total {
		p.item = nil
	}
	if left <= leastLeft*p.total || ofLabelers <= leastLeft*p.total {
		p.labeler = nil
	}
	return p
}

// Undetermined reports whether labels of one item by one labeler leave a contrast open. The contrast is one of the
// reported coefficients of the i-th covariate in a study. It is open if it is no combination of the columns that vary
// within items and labelers. The results items and labelers are the sums of squares of the open contrast in the parts
// of the two, and 0 if there are no parts.
func (d *Design) Undetermined(i, s int, contrast []float64) (items, labelers float64, undetermined bool) {
	p, n := d.of[i].parts[s], len(contrast)
	var eigen mat.EigenSym
	within := mat.NewSymDense(n, nil)
	for a, row := range p.within {
		for b := range a + 1 {
			within.SetSym(a, b, row[b])
		}
	}
	if !eigen.Factorize(within, true) {
		return 0, 0, true
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	open := make([]float64, n)
	for at, value := range eigen.Values(nil) {
		if value > leastLeft*p.total {
			continue
		}
		vector := mat.Col(nil, at, &vectors)
		floats.AddScaled(open, floats.Dot(vector, contrast), vector)
	}
	if floats.Dot(open, open) <= leastLeft*floats.Dot(contrast, contrast) {
		return 0, 0, false
	}
	squares := func(rows [][]float64, of []int32) (sum float64) {
		for _, l := range of {
			if rows != nil {
				x := floats.Dot(rows[l], open)
				sum += x * x
			}
		}
		return sum
	}
	return squares(p.item, p.itemOf), squares(p.labeler, p.labelerOf), true
}

func newRows(levels, columns int) [][]float64 {
	rows := make([][]float64, levels)
	for l := range rows {
		rows[l] = make([]float64, columns)
	}
	return rows
}

// setColumn sets a column of rows to values of levels less their mean over the labels, and returns the square sum over
// the labels.
func setColumn(rows [][]float64, column int, value []float64, level []int32) (square float64) {
	mean := 0.0
	for _, l := range level {
		mean += value[l] / float64(len(level))
	}
	for l, x := range value {
		rows[l][column] = x - mean
	}
	for _, l := range level {
		square += rows[l][column] * rows[l][column]
	}
	return square
}

// twoWay returns the parts of items and labelers in the least-squares fit of x, whose mean is 0, on sums of their
// dummies. If several parts fit equally well, as in tables whose items and labelers form separate blocks, it returns
// the smallest. If labeler is nil, the fit is on items alone.
//
// It is the method of conjugate gradients on the normal equations (CGLS: Hestenes and Stiefel 1952; Björck 1996,
// section 7.4), which from 0 leads to the smallest solution, in at most as many steps as there are levels, but for
// rounding. It stops where the derivatives are rounding.
func twoWay(x []float64, item, labeler []int32, items, labelers int) (a, b []float64) {
	beta := make([]float64, items+labelers)
	sums := func(to, of []float64) { // of levels
		clear(to)
		for n, j := range item {
			to[j] += of[n]
		}
		for n, k := range labeler {
			to[items+int(k)] += of[n]
		}
	}
	left, ahead := append([]float64(nil), x...), make([]float64, len(x))
	s := make([]float64, len(beta))
	sums(s, left)
	p := append([]float64(nil), s...)
	gamma := floats.Dot(s, s)
	least := 1e-24 * floats.Dot(x, x)
	for step := 0; gamma > least && step < len(beta); step++ {
		for n, j := range item {
			ahead[n] = p[j]
		}
		for n, k := range labeler {
			ahead[n] += p[items+int(k)]
		}
		alpha := gamma / floats.Dot(ahead, ahead)
		floats.AddScaled(beta, alpha, p)
		floats.AddScaled(left, -alpha, ahead)
		sums(s, left)
		before := gamma
		gamma = floats.Dot(s, s)
		floats.AddScaledTo(p, s, gamma/before, p)
	}
	return beta[:items], beta[items:]
}
