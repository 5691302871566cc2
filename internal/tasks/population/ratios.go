package population

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Ratios compare differences between items with differences within items, in tasks of numbers. They are logarithms of
// F, the mean square between items over the mean square within items, after labelers' levels are removed. A ratio is
// known even if the ICC is near 0, where the logit of the ICC has no lower end.
type Ratios struct {
	Of   []Site // ln F less what is expected if all tasks have the same ratio of variances
	Task []int  // whose they are: tasks with items and labels to tell

	size, ratio float64 // labels of an item, and the ratio of the variances of all tasks
}

// ICC is the reliability of a label without labelers' levels, for a value on the scale of the ratios. It is at least 0.
func (r *Ratios) ICC(x float64) float64 {
	above := math.Exp(x)*(1+r.size*r.ratio) - 1
	return math.Max(above/(above+r.size), 0)
}

// meanSquares are the mean squares of a task, between and within items.
type meanSquares struct {
	between, betweenDF, within, withinDF, size float64
	// jackknife is the variance of ln F by the infinitesimal jackknife over items, and normal its expectation if
	// numbers are normal.
	jackknife, normal float64
}

// NewRatios returns the ratios of tasks whose means are known. If numbers are normal, a mean square is its expectation
// times χ²/d. The logarithm of χ²/d has the mean ψ(d/2) − ln(d/2) and the variance ψ′(d/2) (Bartlett and Kendall 1946,
// Supplement to the Journal of the Royal Statistical Society 8). For other numbers, the variances are multiplied by one
// factor for all tasks: the jackknife's variance over its value for normal numbers (Arvesen and Schmitz 1970,
// Biometrics 26). The expectation of F is 1 + k σ²_b/σ²_e for k labels an item (Searle, Casella and McCulloch 1992,
// section 3.6), with the variances of all tasks.
func NewRatios(l Labels, of *Means) *Ratios {
	r := &Ratios{}
	var all meanSquares
	squares := squaresOf(newMixed(l), of)
	for _, q := range squares {
		if !(q.betweenDF > 0 && q.withinDF > 0) {
			continue
		}
		all.between += q.between
		all.betweenDF += q.betweenDF
		all.within += q.within
		all.withinDF += q.withinDF
		all.size += q.size * q.betweenDF
		if q.told() {
			all.jackknife += q.jackknife
			all.normal += q.normal
		}
	}
	if !(all.jackknife > 0) {
		return r
	}
	r.size = all.size / all.betweenDF
	r.ratio = math.Max((all.between/all.betweenDF/(all.within/all.withinDF)-1)/r.size, 0)
	for t, q := range squares {
		if !q.told() {
			continue
		}
		b, w := q.betweenDF/2, q.withinDF/2
		log := math.Log(q.between/b) - mathext.Digamma(b) + math.Log(b)
		log -= math.Log(q.within/w) - mathext.Digamma(w) + math.Log(w)
		variance := (mathext.Zeta(2, b) + mathext.Zeta(2, w)) * all.jackknife / all.normal
		r.Of = append(r.Of, Site{log - math.Log1p(q.size*r.ratio), math.Sqrt(variance)})
		r.Task = append(r.Task, t)
	}
	return r
}

// told reports whether the ratio of a task has a logarithm.
func (q meanSquares) told() bool { return q.between > 0 && q.within > 0 && q.withinDF > 0 }

// squaresOf returns the sums of squares of each task. Each task loses an equal part of the degrees of freedom of
// labelers.
func squaresOf(m *mixed, of *Means) []meanSquares {
	all := make([]meanSquares, m.tasks)
	total, count, sum := make([]float64, m.cells), make([]float64, m.tasks), make([]float64, m.tasks)
	value := make([]float64, len(m.Value))
	for n, y := range m.Value {
		if of.labeler != nil {
			y -= of.labeler[m.Labeler[n]]
		}
		value[n] = y
		total[m.cell[n]] += y
		sum[m.Task[n]] += y
		count[m.Task[n]]++
	}
	task, within, between := make([]int32, m.cells), make([]float64, m.cells), make([]float64, m.cells)
	for n, y := range value {
		c := m.cell[n]
		task[c] = m.Task[n]
		d := y - total[c]/m.size[c]
		within[c] += d * d
	}
	df := 0.0
	for c, n := range m.size {
		q, t := &all[task[c]], task[c]
		d := total[c]/n - sum[t]/count[t]
		between[c] = n * d * d
		q.within += within[c]
		q.between += between[c]
		q.betweenDF++
		q.withinDF += n - 1
		q.size -= n * n / count[t]
		df += n - 1
	}
	for c, n := range m.size {
		q := &all[task[c]]
		items, rest := q.betweenDF, q.withinDF // not yet less the mean and the labelers
		if !q.told() || items < 2 {
			continue
		}
		share := between[c]/q.between - within[c]/q.within
		q.jackknife += items / (items - 1) * share * share
		// Shares of sums of squares of normal numbers have Dirichlet distributions.
		variance := func(a, all float64) float64 { return a * (all - a) / (all * all * (all + 1)) }
		q.normal += items / (items - 1) * (variance(0.5, items/2) + variance((n-1)/2, rest/2))
	}
	for t := range all {
		q := &all[t]
		q.betweenDF--
		q.size = (q.size + count[t]) / q.betweenDF
		if of.labeler != nil {
			q.withinDF *= 1 - float64(m.labelers-1)/df
		}
	}
	return all
}
