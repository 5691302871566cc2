package family

import (
	"math"

	"concord/model/internal/matrix"
)

// gaussianMarginal is the likelihood of Gaussian labels whose rows are studies. With
// the item's means ȳ, D = diag(n_s τ_s), M = I + CᵀDC and r = ȳ − μ,
//
//	log p = ½ Σ_s (N_s log τ_s − τ_s SSW_s) − ½ Σ_items (log |M| + rᵀ(D − D C M⁻¹ CᵀD) r),
//
// and items with equal n need only their sums of ȳ and ȳȳᵀ. The gradient is by
// Fisher's identity, from η | y ~ N(M⁻¹CᵀDr, M⁻¹).
type gaussianMarginal struct {
	*patterns
	count, within []float64 // N_s and SSW_s
	sum           []float64 // pattern × K: Σ ȳ
	square        []float64 // pattern × K × K: Σ ȳȳᵀ

	// scratch
	l, gain, r, eta, cross, second, inverse []float64
	r1, x, tau                              []float64
}

func newGaussianMarginal(l *Labels) *gaussianMarginal {
	k := l.Studies
	g := &gaussianMarginal{patterns: newPatterns(l, false), count: l.Count}
	n, mean, m2 := make([]float64, l.ItemCells()), make([]float64, l.ItemCells()), make([]float64, l.ItemCells())
	for i, j := range l.Item {
		n[j]++
		delta := l.Value[i] - mean[j]
		mean[j] += delta / n[j]
		m2[j] += delta * (l.Value[i] - mean[j])
	}
	g.within = make([]float64, k)
	for cell, square := range m2 {
		g.within[cell%k] += square
	}
	g.sum, g.square = make([]float64, g.size()*k), make([]float64, g.size()*k*k)
	g.add(mean)
	return g.Fork().(*gaussianMarginal)
}

// add adds to the sums of the patterns the means of the items' labels, item × study.
func (gm *gaussianMarginal) add(mean []float64) {
	k := gm.k
	for item, p := range gm.of {
		y := mean[item*k : (item+1)*k]
		for s := range k {
			gm.sum[int(p)*k+s] += y[s]
			for t := range k {
				gm.square[(int(p)*k+s)*k+t] += y[s] * y[t]
			}
		}
	}
}

// Fork implements [Marginal].
func (gm *gaussianMarginal) Fork() Marginal {
	c := *gm
	k := gm.k
	for _, m := range []*[]float64{&c.l, &c.gain, &c.r, &c.eta, &c.cross, &c.second, &c.inverse} {
		*m = make([]float64, k*k)
	}
	c.r1, c.x, c.tau = make([]float64, k), make([]float64, k), make([]float64, k)
	return &c
}

// LogLik implements [Marginal].
func (gm *gaussianMarginal) LogLik(p *MarginalPoint) float64 {
	logp := 0.0
	for s, n := range gm.count {
		sigma := p.Own[s]
		gm.tau[s] = 1 / (sigma * sigma)
		logp -= n*math.Log(sigma) + 0.5*gm.tau[s]*gm.within[s]
		p.OwnBar[s] += (gm.tau[s]*gm.within[s] - n) / sigma
	}
	for i, items := range gm.items {
		logp += gm.pattern(i, items, p)
	}
	return logp
}

// pattern is LogLik of the items of one pattern.
func (gm *gaussianMarginal) pattern(i int, items float64, p *MarginalPoint) float64 {
	k, c, tau := gm.k, p.ItemRoot, gm.tau
	n, sum, square := gm.counts[i*k:(i+1)*k], gm.sum[i*k:(i+1)*k], gm.square[i*k*k:(i+1)*k*k]

	// l: the Cholesky factor of M; inverse: M⁻¹; gain: M⁻¹CᵀD, column by column.
	logp := 0.0
	gm.precision(n, c)
	for a := range k {
		logp -= items * math.Log(gm.l[a*k+a])
		for e := range k {
			gm.x[e] = 0
		}
		gm.x[a] = 1
		gm.solve(gm.inverse, a)
		for e := range k {
			gm.x[e] = 0
			if e <= a {
				gm.x[e] = c[a*k+e] * n[a] * tau[a]
			}
		}
		gm.solve(gm.gain, a)
	}
	// r: Σ rrᵀ and r1: Σ r over the items, of the studies that label them.
	for s := range k {
		gm.r1[s] = sum[s] - items*p.Mean[s]
		for t := range k {
			gm.r[s*k+t] = square[s*k+t] - sum[s]*p.Mean[t] - p.Mean[s]*sum[t] + items*p.Mean[s]*p.Mean[t]
		}
	}
	// cross: Σ r η̂ᵀ; second: Σ E ηηᵀ.
	for s := range k {
		for a := range k {
			x := 0.0
			for t := range k {
				x += gm.r[s*k+t] * gm.gain[a*k+t]
			}
			gm.cross[s*k+a] = x
		}
	}
	for a := range k {
		for e := range k {
			x := items * gm.inverse[a*k+e]
			for s := range k {
				x += gm.gain[a*k+s] * gm.cross[s*k+e]
			}
			gm.second[a*k+e] = x
		}
	}
	for s := range k {
		d := n[s] * tau[s]
		// Σ of r_s E(r − Cη)_s and of E(r − Cη)²_s, and Σ E(r − Cη)_s.
		loss, residual, mean := gm.r[s*k+s], gm.r[s*k+s], gm.r1[s]
		for a := range s + 1 {
			loss -= c[s*k+a] * gm.cross[s*k+a]
			residual -= 2 * c[s*k+a] * gm.cross[s*k+a]
			bar := gm.cross[s*k+a]
			for e := range k {
				if e <= s {
					residual += c[s*k+a] * gm.second[a*k+e] * c[s*k+e]
					bar -= c[s*k+e] * gm.second[e*k+a]
				}
				mean -= c[s*k+a] * gm.gain[a*k+e] * gm.r1[e]
			}
			p.ItemRootBar[s*k+a] += d * bar
		}
		logp -= 0.5 * d * loss
		p.MeanBar[s] += d * mean
		p.OwnBar[s] += d * residual / p.Own[s] // τ̄ = −½ n·residual, and dτ/dσ = −2τ/σ
	}
	return logp
}

// precision sets l to the Cholesky factor of M = I + CᵀDC, where D = diag(n τ).
func (gm *gaussianMarginal) precision(n, c []float64) {
	k := gm.k
	for a := range k {
		for e := range a + 1 {
			m := 0.0
			for s := a; s < k; s++ {
				m += c[s*k+a] * n[s] * gm.tau[s] * c[s*k+e]
			}
			gm.l[a*k+e] = m
		}
		gm.l[a*k+a]++
	}
	matrix.Cholesky(gm.l, k)
}

// solve stores M⁻¹x in column a of m.
func (gm *gaussianMarginal) solve(m []float64, a int) {
	matrix.SolveLower(gm.l, gm.x, gm.k)
	matrix.SolveLowerT(gm.l, gm.x, gm.k)
	for e, x := range gm.x {
		m[e*gm.k+a] = x
	}
}
