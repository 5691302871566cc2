package score

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// fitted is a mean as a weighted sum of people's means, by the regression of these on strata and the judge's labels.
type fitted struct {
	value    float64
	lambda   float64
	df       float64
	signal   float64 // share of the residual variance that is no noise of people's labels
	items    int
	labelled int
	units    []unit
	levels   *levels     // of people; nil: unknown
	kish     float64     // effective number of labelled items, 1/Σ squared weights in the estimate
	same     bool        // people's means are all equal, and the value is theirs
	index    map[key]int // of units; items without names and clusters have no entry
}

// unit is a cluster of items, or an item outside clusters.
type unit struct {
	key       key
	named     bool    // it can be found in another system
	rectifier float64 // sum of influences of labelled items
	fitted    float64 // sum of (fitted value − mean)/N over all its items
	drawn     float64 // mean probability with which its labelled items were drawn
	labelled  int
}

// key is the name by which a unit is found in another system.
type key struct {
	item    string
	cluster int
}

// regression is the rows of labelled items.
type regression struct {
	rows    []int     // items
	weights []float64 // with mean 1
	strata  []int     // of all items, from 0; −1: not judged
	sizes   []int     // N of each stratum
	judge   []float64 // of all items, less the mean of all, over their standard deviation
	scale   float64   // that standard deviation
	centre  float64   // that mean
	slope   bool      // the judge is a column
	x       *mat.Dense
}

// fit computes the estimate with the judge's labels or without.
func fit(y *System, o Options, judge bool) *fitted {
	g := newRegression(y)
	f := &fitted{items: sum(g.sizes), labelled: len(g.rows)}
	if judge && o.Lambda != nil {
		f.lambda = *o.Lambda
	}
	f.same = f.lambda == 0 && g.same(y)
	g.slope = judge && o.Lambda == nil && !f.same && g.estimable(y)
	g.columns()
	n, p := g.x.Dims()

	target := make([]float64, n)
	for r, i := range g.rows {
		target[r] = y.People[i] - f.lambda*(y.Judge[i]-g.centre)
	}
	l := newLeast(g, target)
	xbar := make([]float64, p)
	for h, size := range g.sizes {
		xbar[h] = float64(size) / float64(f.items)
	}
	if f.value = floats.Dot(xbar, l.beta); f.same {
		f.value = y.People[g.rows[0]]
	}
	if g.slope {
		f.lambda = l.beta[p-1] / g.scale
	}
	shares := l.shares(xbar)
	f.collect(y, g, l, shares)
	f.kish = 1 / floats.Dot(shares, shares)
	if y.Votes != nil {
		f.levels = newLevels(y, g, shares, l.residuals)
	}
	f.signal = signal(y, o, g, shares, f.rectifier())
	return f
}

func newRegression(y *System) *regression {
	g := &regression{strata: make([]int, len(y.Judge)), judge: make([]float64, len(y.Judge))}
	var names []int
	for i := range y.Judge {
		if y.judged(i) {
			names = append(names, y.stratum(i))
		}
	}
	count := float64(len(names))
	slices.Sort(names)
	names = slices.Compact(names)
	g.sizes = make([]int, len(names))
	var total float64
	for i := range y.Judge {
		g.strata[i] = -1
		if !y.judged(i) {
			continue
		}
		g.strata[i], _ = slices.BinarySearch(names, y.stratum(i))
		g.sizes[g.strata[i]]++
		g.centre += y.Judge[i] / count
		if y.Labels[i] > 0 {
			g.rows = append(g.rows, i)
			g.weights = append(g.weights, y.weight(i))
			total += y.weight(i)
		}
	}
	for r := range g.weights {
		g.weights[r] *= float64(len(g.rows)) / total
	}
	for i := range y.Judge {
		if y.judged(i) {
			g.judge[i] = y.Judge[i] - g.centre
			g.scale += g.judge[i] * g.judge[i] / count
		}
	}
	if g.scale = math.Sqrt(g.scale); g.scale > 0 {
		for i := range g.judge {
			g.judge[i] /= g.scale
		}
	}
	return g
}

// same reports whether people's means are all equal.
func (g *regression) same(y *System) bool {
	for _, i := range g.rows {
		if y.People[i] != y.People[g.rows[0]] {
			return false
		}
	}
	return true
}

// estimable reports whether the slope is: the judge's labels differ within a stratum of labelled items, and
// there are more clusters than coefficients.
func (g *regression) estimable(y *System) bool {
	lowest := slices.Repeat([]float64{math.Inf(1)}, len(g.sizes))
	highest := slices.Repeat([]float64{math.Inf(-1)}, len(g.sizes))
	clusters := map[int]bool{}
	for _, i := range g.rows {
		h := g.strata[i]
		lowest[h], highest[h] = min(lowest[h], g.judge[i]), max(highest[h], g.judge[i])
		clusters[y.cluster(i)] = true
	}
	varies := false
	for h := range lowest {
		varies = varies || highest[h]-lowest[h] > roundings
	}
	return varies && len(clusters) > len(g.sizes)+1
}

// roundings is the spread, in standard deviations, of labels that differ by no more than roundings of their sums.
const roundings = 1e-9

// columns makes a column for each stratum, and one of the judge's labels if they have a slope.
func (g *regression) columns() {
	p := len(g.sizes)
	if g.slope {
		p++
	}
	g.x = mat.NewDense(len(g.rows), p, nil)
	for r, i := range g.rows {
		g.x.Set(r, g.strata[i], 1)
		if g.slope {
			g.x.Set(r, p-1, g.judge[i])
		}
	}
}

// collect sums influences by unit, scaled to be right on average if residuals have equal variances.
func (f *fitted) collect(y *System, g *regression, l *least, shares []float64) {
	place := make([]int, len(y.Judge))
	byCluster := map[int]int{}
	f.index = map[key]int{}
	for i := range y.Judge {
		if g.strata[i] < 0 {
			continue
		}
		u, ok := byCluster[y.cluster(i)]
		if !ok {
			u = len(f.units)
			byCluster[y.cluster(i)] = u
			n := unit{named: y.Clusters != nil || y.Items != nil}
			if y.Clusters != nil {
				n.key.cluster = y.Clusters[i]
			} else if y.Items != nil {
				n.key.item = y.Items[i]
			}
			f.units = append(f.units, n)
			if n.named {
				f.index[n.key] = u
			}
		}
		place[i] = u
		v := f.lambda * g.judge[i] * g.scale
		v += l.beta[g.strata[i]] - f.value
		f.units[u].fitted += v / float64(f.items)
	}
	units := make([]int, len(g.rows))
	for r, i := range g.rows {
		units[r] = place[i]
	}
	factor, df := l.working(shares, units)
	f.df = df
	drawn := g.drawn()
	for r, u := range units {
		if !f.same { // residuals are roundings
			f.units[u].rectifier += factor * shares[r] * l.adjust[r] * l.residuals[r]
		}
		f.units[u].drawn += drawn[r]
		f.units[u].labelled++
	}
	for u := range f.units {
		if n := f.units[u].labelled; n > 0 {
			f.units[u].drawn /= float64(n)
		}
	}
}

// drawn returns the probability with which each labelled item was drawn: one over its weight, scaled
// so that weights of a stratum sum to its number of items.
func (g *regression) drawn() []float64 {
	sums := make([]float64, len(g.sizes))
	for r, i := range g.rows {
		sums[g.strata[i]] += g.weights[r]
	}
	p := make([]float64, len(g.rows))
	for r, i := range g.rows {
		h := g.strata[i]
		p[r] = min(1, sums[h]/(float64(g.sizes[h])*g.weights[r]))
	}
	return p
}

// signal returns the share of the variance that is no noise of people's labels.
func signal(y *System, o Options, g *regression, shares []float64, variance float64) float64 {
	if o.Exact {
		return 1
	}
	if y.Spread == nil || variance == 0 {
		return 0
	}
	var pooled, df float64
	for _, i := range g.rows {
		if m := float64(y.Labels[i]); m > 1 {
			pooled += (m - 1) * y.Spread[i]
			df += m - 1
		}
	}
	if df == 0 {
		return 0
	}
	var noise float64
	for r, i := range g.rows {
		v := pooled / df
		if y.Labels[i] > 1 {
			v = y.Spread[i]
		}
		noise += shares[r] * shares[r] * v / float64(y.Labels[i])
	}
	return max(0, 1-noise/variance)
}

func sum(x []int) int {
	s := 0
	for _, v := range x {
		s += v
	}
	return s
}
