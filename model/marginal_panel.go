package model

import (
	"math"
	"slices"
)

// marginalPanel is the likelihood of Gaussian labels with nested labelers, items and
// labelers integrated out: for panels of few people. Items that the same people label
// make a pattern. Given the labelers' effects a, the labels of one item of pattern p are
//
//	y ~ N(μ + a, V_p), V_p = Z Σ Zᵀ + diag(1/τ),
//
// so that a pattern needs only its Σ y and Σ yyᵀ, and with A = diag(σ_l),
// G = Σ_p n_p V_p⁻¹ and u = Σ_p V_p⁻¹ Σ(y − μ), both scattered to labelers,
//
//	log p = −½ Σ_p (n_p log |V_p| + tr V_p⁻¹ Σ(y−μ)(y−μ)ᵀ) − ½ log |H| + ½ uᵀA H⁻¹ A u, H = I + A G A.
//
// The gradient follows by Fisher's identity from A⁻¹a | y ~ N(H⁻¹Au, H⁻¹). A complete
// design is one pattern, whose cost does not depend on the number of items.
type marginalPanel struct {
	k, levels int
	study     []int32 // of each labeler
	patterns  []panelPattern
	cost      float64 // of a gradient, in ns

	g, h, inverse, u, alpha []float64 // scratch
	s, e, t, r              []float64 // scratch of the largest pattern
}

// panelPattern is the items that the same labelers label.
type panelPattern struct {
	labelers    []int32
	items       float64
	sum, square []float64
	v, inverse  []float64 // V and V⁻¹
}

// Measured in ns: arithmetic on small dense matrices, per multiplication.
const panelFlop = 1.5

// newMarginalPanel returns the marginal likelihood of d, or nil if it would cost more
// than budget (in ns, for one gradient).
func newMarginalPanel(d *data, budget float64) *marginalPanel {
	p := &marginalPanel{k: d.studies, levels: d.labelers, study: d.baseStudy}
	cube := func(n int) float64 { return panelFlop * float64(n) * float64(n) * float64(n) }
	if p.cost = 2 * cube(p.levels); p.cost > budget {
		return nil
	}
	rows := make([][]int32, d.items)
	labels := make([][]float64, d.items)
	for u := range d.bases() {
		for i := d.starts[u]; i < d.starts[u+1]; i++ {
			j := int(d.slot[i]) / d.studies
			rows[j], labels[j] = append(rows[j], int32(u)), append(labels[j], d.y[i])
		}
	}
	order := make([]int, 0, d.items)
	for j := range rows {
		if len(rows[j]) > 0 {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(rows[a], rows[b]) })
	longest := 0
	for i, j := range order {
		n := len(rows[j])
		if i == 0 || !slices.Equal(rows[order[i-1]], rows[j]) {
			if p.cost += 4 * cube(n); p.cost > budget {
				return nil
			}
			p.patterns = append(p.patterns, panelPattern{labelers: rows[j], sum: make([]float64, n), square: make([]float64, n*n)})
			longest = max(longest, n)
		}
		q := &p.patterns[len(p.patterns)-1]
		q.items++
		for a, y := range labels[j] {
			q.sum[a] += y
			for b, x := range labels[j] {
				q.square[a*n+b] += y * x
			}
		}
	}
	p.s = make([]float64, longest*longest)
	return p.fork().(*marginalPanel)
}

func (p *marginalPanel) fork() marginalLikelihood {
	c := *p
	n, m := p.levels, len(p.s)
	c.g, c.h, c.inverse = make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	c.u, c.alpha = make([]float64, n), make([]float64, n)
	c.s, c.e, c.t, c.r = make([]float64, m), make([]float64, m), make([]float64, m), make([]float64, m)
	c.patterns = slices.Clone(p.patterns)
	for i := range c.patterns {
		c.patterns[i].v = make([]float64, len(c.patterns[i].square))
		c.patterns[i].inverse = make([]float64, len(c.patterns[i].square))
	}
	return &c
}

func (p *marginalPanel) logLik(at *parameters) float64 {
	n := p.levels
	clear(p.g)
	clear(p.u)
	logp := 0.0
	for i := range p.patterns {
		logp += p.gather(&p.patterns[i], at)
	}
	sd := func(l int) float64 { return at.lc.sd[p.study[l]] }
	for a := range n {
		for b := range a + 1 {
			p.h[a*n+b] = sd(a) * p.g[a*n+b] * sd(b)
		}
		p.h[a*n+a]++
		p.alpha[a] = sd(a) * p.u[a]
	}
	cholesky(p.h, n)
	solveLower(p.h, p.alpha, n)
	for a := range n {
		logp += 0.5*p.alpha[a]*p.alpha[a] - math.Log(p.h[a*n+a])
	}
	solveLowerT(p.h, p.alpha, n)
	invert(p.inverse, p.h, n)

	// E aaᵀ replaces the inverse, a replaces α; σ by the α that it multiplies.
	for a := range n {
		pull := p.u[a] * p.alpha[a]
		for b := range n {
			pull -= p.g[a*n+b] * sd(b) * (p.alpha[a]*p.alpha[b] + p.inverse[a*n+b])
		}
		s := int(p.study[a])
		at.lc.cbar[s*p.k+s] += pull
	}
	for a := range n {
		for b := range n {
			p.inverse[a*n+b] = sd(a) * sd(b) * (p.inverse[a*n+b] + p.alpha[a]*p.alpha[b])
		}
	}
	for a := range n {
		p.alpha[a] *= sd(a)
	}
	for i := range p.patterns {
		p.spread(&p.patterns[i], at)
	}
	return logp
}

// gather sets V and its inverse, adds the pattern to G and u, and returns its part of the
// log-likelihood at a = 0.
func (p *marginalPanel) gather(q *panelPattern, at *parameters) float64 {
	n, k, c := len(q.labelers), p.k, at.ic.c
	for a, l := range q.labelers {
		s := int(p.study[l])
		for b := range a + 1 {
			t := int(p.study[q.labelers[b]])
			x := 0.0
			for e := range min(s, t) + 1 {
				x += c[s*k+e] * c[t*k+e]
			}
			q.v[a*n+b] = x
		}
		q.v[a*n+a] += 1 / at.tau[s]
	}
	cholesky(q.v, n)
	logp := 0.0
	for a := range n {
		logp -= q.items * math.Log(q.v[a*n+a])
	}
	invert(q.inverse, q.v, n)
	p.centre(q, at)
	for a, l := range q.labelers {
		u := 0.0
		for b, m := range q.labelers {
			w := q.inverse[a*n+b]
			u += w * p.r[b]
			logp -= 0.5 * w * p.s[a*n+b]
			p.g[int(l)*p.levels+int(m)] += q.items * w
		}
		p.u[l] += u
	}
	return logp
}

// centre sets r to Σ(y − μ) and s to Σ(y − μ)(y − μ)ᵀ of a pattern.
func (p *marginalPanel) centre(q *panelPattern, at *parameters) {
	n := len(q.labelers)
	for a, l := range q.labelers {
		mu := at.mu[p.study[l]]
		p.r[a] = q.sum[a] - q.items*mu
		for b, m := range q.labelers {
			nu := at.mu[p.study[m]]
			p.s[a*n+b] = q.square[a*n+b] - q.sum[a]*nu - mu*q.sum[b] + q.items*mu*nu
		}
	}
}

// spread adds the derivatives with respect to μ, C and τ that come of a pattern.
func (p *marginalPanel) spread(q *panelPattern, at *parameters) {
	n, k, c := len(q.labelers), p.k, at.ic.c
	p.centre(q, at)
	// e: Σ E(y − μ − a)(y − μ − a)ᵀ; then V̄ = ½(V⁻¹ e V⁻¹ − n V⁻¹).
	for a, l := range q.labelers {
		for b, m := range q.labelers {
			p.e[a*n+b] = p.s[a*n+b] - p.r[a]*p.alpha[m] - p.alpha[l]*p.r[b] +
				q.items*p.inverse[int(l)*p.levels+int(m)]
		}
	}
	multiply(p.t, q.inverse, p.e, n)
	multiply(p.e, p.t, q.inverse, n)
	for a, l := range q.labelers {
		s := int(p.study[l])
		mean := 0.0
		for b, m := range q.labelers {
			t := int(p.study[m])
			w := q.inverse[a*n+b]
			mean += w * (p.r[b] - q.items*p.alpha[m])
			bar := p.e[a*n+b] - q.items*w // twice V̄
			for e := range min(s, t) + 1 {
				at.ic.cbar[s*k+e] += bar * c[t*k+e]
			}
			if a == b {
				at.taubar[s] -= 0.5 * bar / (at.tau[s] * at.tau[s])
			}
		}
		at.muBar[s] += mean
	}
}
