package family

import "math"

// gaussianCells is the likelihood y ~ N(θ, σ_s²) of rows and items, up to the constant of 2π. Labels that
// have row and item in common are one cell: their mean with their number.
type gaussianCells struct {
	study  []int32 // of each row
	starts []int
	item   []int32
	mean   []float64
	weight []float64 // labels of a cell; nil: one each
	within []float64 // sum of squares about the cell means, by study
	count  []float64
	ss     []float64 // scratch: sum of squares by study
}

func newGaussianCells(l *Labels) *gaussianCells {
	k := l.Studies
	g := &gaussianCells{
		study: l.Study, count: l.Count,
		within: make([]float64, k), ss: make([]float64, k),
		starts: make([]int, 1, len(l.Start)),
	}
	for u, s := range l.Study {
		for i := l.Start[u]; i < l.Start[u+1]; {
			n, mean, m2 := 0.0, 0.0, 0.0
			item := l.Item[i]
			for ; i < l.Start[u+1] && l.Item[i] == item; i++ {
				n++
				delta := l.Value[i] - mean
				mean += delta / n
				m2 += delta * (l.Value[i] - mean)
			}
			g.item = append(g.item, item)
			g.mean = append(g.mean, mean)
			g.weight = append(g.weight, n)
			g.within[s] += m2
		}
		g.starts = append(g.starts, len(g.item))
	}
	if len(g.item) == len(l.Item) {
		g.weight = nil
	}
	return g
}

// Fork implements [Likelihood].
func (g *gaussianCells) Fork() Likelihood {
	c := *g
	c.ss = make([]float64, len(g.ss))
	return &c
}

// LogLik implements [Likelihood].
func (g *gaussianCells) LogLik(grad, at *Predictor) float64 {
	gItem, effect := grad.Item, at.Item
	clear(gItem)
	copy(g.ss, g.within)
	for u, s := range g.study {
		lo, hi := g.starts[u], g.starts[u+1]
		item, mean := g.item[lo:hi], g.mean[lo:hi]
		b, t := at.Row[u], 1/(at.Own[s]*at.Own[s])
		var sum, ss float64
		if g.weight == nil {
			for i, j := range item {
				r := mean[i] - b - effect[j]
				gItem[j] += t * r
				sum += r
				ss += r * r
			}
		} else {
			weight := g.weight[lo:hi]
			for i, j := range item {
				r := mean[i] - b - effect[j]
				w := weight[i] * r
				gItem[j] += t * w
				sum += w
				ss += w * r
			}
		}
		grad.Row[u] = t * sum
		g.ss[s] += ss
	}
	logp := 0.0
	for s, n := range g.count {
		sigma := at.Own[s]
		tau := 1 / (sigma * sigma)
		logp -= n*math.Log(sigma) + 0.5*tau*g.ss[s]
		grad.Own[s] = (tau*g.ss[s] - n) / sigma
	}
	return logp
}

// Working implements [Likelihood].
func (g *gaussianCells) Working(grad, info, at *Predictor) float64 {
	logp := g.LogLik(grad, at)
	clear(info.Item)
	for u, s := range g.study {
		tau, n := 1/(at.Own[s]*at.Own[s]), 0.0
		for i := g.starts[u]; i < g.starts[u+1]; i++ {
			w := 1.0
			if g.weight != nil {
				w = g.weight[i]
			}
			n += w
			info.Item[g.item[i]] += w * tau
		}
		info.Row[u] = n * tau
	}
	return logp
}
