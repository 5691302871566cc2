package family

import "math"

// gaussianCells is the likelihood y ~ N(θ, σ_s² + v) of rows and items, up to the constant of 2π. v is the variance of
// the effects that are integrated out, or 0. Labels that have row and item in common are one cell: their mean with
// their number.
type gaussianCells struct {
	study  []int32 // of each row
	levels int     // rows from here on are integrated out
	starts []int
	item   []int32
	mean   []float64
	weight []float64 // labels of a cell; nil: one each
	// For each row the cell whose item is integrated out, of weight 0 if it has none; nil: no row has one.
	single  []gaussianCell
	noise   bool          // each row has a variance of its own
	moments []gaussianSum // study (noise: row) × variances: number of labels, and sum of squares about means of cells
	sums    []gaussianSum // scratch: the same about the linear predictors
}

// gaussianCell is labels of one row and one item.
type gaussianCell struct{ mean, weight float64 }

// gaussianSum is a number of labels and a sum of squares.
type gaussianSum struct{ n, square float64 }

func newGaussianCells(l *Labels) *gaussianCells {
	g := &gaussianCells{
		study: l.Study, levels: l.Levels, starts: make([]int, 1, len(l.Start)), noise: l.RowResiduals,
	}
	variances := 4 * l.Studies
	if l.RowResiduals {
		variances = 4 * len(l.Study)
	}
	g.moments, g.sums = make([]gaussianSum, variances), make([]gaussianSum, variances)
	kept := 0
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
			which := g.of(u, s)
			if int(item) >= l.ItemCells() {
				which += itemVariance
				if g.single == nil {
					g.single = make([]gaussianCell, len(l.Study))
				}
				g.single[u] = gaussianCell{mean, n}
			} else {
				g.item, g.mean, g.weight = append(g.item, item), append(g.mean, mean), append(g.weight, n)
				kept += int(n)
			}
			g.moments[which].n += n
			g.moments[which].square += m2
		}
		g.starts = append(g.starts, len(g.item))
	}
	if len(g.item) == kept {
		g.weight = nil
	}
	return g
}

// Fork implements [Likelihood].
func (g *gaussianCells) Fork() Likelihood {
	c := *g
	c.sums = make([]gaussianSum, len(g.sums))
	return &c
}

// variance returns the variance of labels around their linear predictors. The argument which is study·4, plus the
// number of effects that are integrated out. If each row has a separate variance, it uses row·4 instead.
func (g *gaussianCells) variance(p *Predictor, which int32) float64 {
	s := which / 4
	if g.noise {
		sigma := p.Own[g.study[s]] * math.Exp(p.LogResidual[s])
		return sigma * sigma
	}
	v := p.Own[s] * p.Own[s]
	if which&itemVariance > 0 {
		v += p.ItemVariance[s]
	}
	if which&rowVariance > 0 {
		v += p.RowVariance[s]
	}
	return v
}

// of returns which variance labels of a row have, if their items are not integrated out.
func (g *gaussianCells) of(row int, study int32) int32 {
	switch {
	case g.noise:
		return 4 * int32(row)
	case row >= g.levels:
		return 4*study + rowVariance
	}
	return 4 * study
}

// LogLik implements [Likelihood].
func (g *gaussianCells) LogLik(grad, at *Predictor) float64 {
	gItem, effect := grad.Item, at.Item
	clear(gItem)
	copy(g.sums, g.moments)
	for u, s := range g.study {
		lo, hi := g.starts[u], g.starts[u+1]
		item, mean := g.item[lo:hi], g.mean[lo:hi]
		which := g.of(u, s)
		b, t := at.Row[u], 1/g.variance(at, which)
		var sum, ss float64
		if at.Slope != nil {
			sum, ss = g.sloped(grad, at, u, t)
		} else if g.weight == nil {
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
		g.sums[which].square += ss
		if g.single != nil {
			c := g.single[u]
			r := c.mean - b
			grad.Row[u] += c.weight * r / g.variance(at, which+itemVariance)
			g.sums[which+itemVariance].square += c.weight * r * r
		}
	}
	return g.variances(grad, at)
}

// sloped is LogLik for a row that has a slope. It adds to the derivatives with respect to items, sets the derivative
// with respect to the slope, and returns the sums of the residuals and of their squares.
func (g *gaussianCells) sloped(grad, at *Predictor, row int, tau float64) (sum, square float64) {
	lo, hi := g.starts[row], g.starts[row+1]
	b, slope, w, sumSlope := at.Row[row], at.Slope[row], 1.0, 0.0
	pull := tau * slope
	gItem, effect, mean := grad.Item, at.Item, g.mean[lo:hi]
	for i, j := range g.item[lo:hi] {
		if g.weight != nil {
			w = g.weight[lo+i]
		}
		e := effect[j]
		r := mean[i] - b - slope*e
		wr := w * r
		gItem[j] += pull * wr
		sum += wr
		sumSlope += wr * e
		square += wr * r
	}
	grad.Slope[row] = tau * sumSlope
	return sum, square
}

// variances sets the derivatives with respect to σ and to variances that are integrated out from the sums of squares,
// and returns the log-likelihood.
func (g *gaussianCells) variances(grad, at *Predictor) (logp float64) {
	clear(grad.Own)
	clear(grad.LogResidual)
	clear(grad.ItemVariance)
	clear(grad.RowVariance)
	for i, sum := range g.sums {
		if sum.n == 0 {
			continue
		}
		s, v := i/4, g.variance(at, int32(i))
		logp -= 0.5 * (sum.n*math.Log(v) + sum.square/v)
		if g.noise {
			grad.LogResidual[s] = sum.square/v - sum.n
			grad.Own[g.study[s]] += grad.LogResidual[s] / at.Own[g.study[s]]
			continue
		}
		d := 0.5 * (sum.square/v - sum.n) / v
		grad.Own[s] += 2 * at.Own[s] * d
		if i&itemVariance > 0 {
			grad.ItemVariance[s] += d
		}
		if i&rowVariance > 0 {
			grad.RowVariance[s] += d
		}
	}
	return logp
}

// Working implements [Likelihood].
func (g *gaussianCells) Working(grad, info, at *Predictor) float64 {
	logp := g.LogLik(grad, at)
	clear(info.Item)
	for u, s := range g.study {
		which := g.of(u, s)
		tau, slope, n, square := 1/g.variance(at, which), at.slope(u), 0.0, 0.0
		for i := g.starts[u]; i < g.starts[u+1]; i++ {
			w := 1.0
			if g.weight != nil {
				w = g.weight[i]
			}
			n += w
			square += w * at.Item[g.item[i]] * at.Item[g.item[i]]
			info.Item[g.item[i]] += w * tau * slope * slope
		}
		info.Row[u] = n * tau
		if info.Slope != nil {
			info.Slope[u] = square * tau
		}
		if info.LogResidual != nil {
			info.LogResidual[u] = 2 * g.moments[which].n
		}
		if g.single != nil {
			info.Row[u] += g.single[u].weight / g.variance(at, which+itemVariance)
		}
	}
	return logp
}
