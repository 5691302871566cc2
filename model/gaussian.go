package model

import "math"

// likelihood is the log-likelihood of the labels given the linear predictor
// θ = base + effect. It is not shared between goroutines.
type likelihood interface {
	// logLik sets gBase and gEffect to the derivatives with respect to base (one for
	// each base) and effect (one for each slot) and adds to taubar those with
	// respect to the residual precisions tau, one for each study.
	logLik(gBase, gEffect, base, effect, tau, taubar []float64) float64
	// working sets g to the derivatives of the log-likelihood and i to minus its second
	// derivatives with respect to bases and effects, and returns by study what is left
	// of the sum of squares, or nil.
	working(gBase, iBase, gEffect, iEffect, base, effect, tau []float64) (ss []float64)
	// fork returns a likelihood of the same labels for another goroutine.
	fork() likelihood
}

// gaussian is the likelihood y ~ N(θ, 1/τ_s), up to the constant of 2π. Labels that
// have base and slot in common are one cell: their mean with their number.
type gaussian struct {
	baseStudy []int32
	starts    []int
	slot      []int32
	mean      []float64
	weight    []float64 // labels of a cell; nil: one each
	within    []float64 // sum of squares about the cell means, by study
	count     []float64
	ss        []float64 // scratch: sum of squares by study
}

func newGaussian(d *data) *gaussian {
	k := d.studies
	g := &gaussian{
		baseStudy: d.baseStudy, count: d.count,
		within: make([]float64, k), ss: make([]float64, k),
		starts: make([]int, 1, len(d.starts)),
	}
	for u, s := range d.baseStudy {
		for i := d.starts[u]; i < d.starts[u+1]; {
			n, mean, m2 := 0.0, 0.0, 0.0
			slot := d.slot[i]
			for ; i < d.starts[u+1] && d.slot[i] == slot; i++ {
				n++
				delta := d.y[i] - mean
				mean += delta / n
				m2 += delta * (d.y[i] - mean)
			}
			g.slot = append(g.slot, slot)
			g.mean = append(g.mean, mean)
			g.weight = append(g.weight, n)
			g.within[s] += m2
		}
		g.starts = append(g.starts, len(g.slot))
	}
	if len(g.slot) == len(d.slot) {
		g.weight = nil
	}
	return g
}

func (g *gaussian) fork() likelihood {
	c := *g
	c.ss = make([]float64, len(g.ss))
	return &c
}

func (g *gaussian) logLik(gBase, gEffect, base, effect, tau, taubar []float64) float64 {
	clear(gEffect)
	copy(g.ss, g.within)
	for u, s := range g.baseStudy {
		lo, hi := g.starts[u], g.starts[u+1]
		slot, mean := g.slot[lo:hi], g.mean[lo:hi]
		b, t := base[u], tau[s]
		var sum, ss float64
		if g.weight == nil {
			for i, j := range slot {
				r := mean[i] - b - effect[j]
				gEffect[j] += t * r
				sum += r
				ss += r * r
			}
		} else {
			weight := g.weight[lo:hi]
			for i, j := range slot {
				r := mean[i] - b - effect[j]
				w := weight[i] * r
				gEffect[j] += t * w
				sum += w
				ss += w * r
			}
		}
		gBase[u] = t * sum
		g.ss[s] += ss
	}
	logp := 0.0
	for s, n := range g.count {
		logp += 0.5 * (n*math.Log(tau[s]) - tau[s]*g.ss[s])
		taubar[s] += 0.5 * (n/tau[s] - g.ss[s])
	}
	return logp
}

func (g *gaussian) working(gBase, iBase, gEffect, iEffect, base, effect, tau []float64) []float64 {
	g.logLik(gBase, gEffect, base, effect, tau, make([]float64, len(tau)))
	clear(iEffect)
	for u, s := range g.baseStudy {
		n := 0.0
		for i := g.starts[u]; i < g.starts[u+1]; i++ {
			w := 1.0
			if g.weight != nil {
				w = g.weight[i]
			}
			n += w
			iEffect[g.slot[i]] += w * tau[s]
		}
		iBase[u] = n * tau[s]
	}
	return g.ss
}
