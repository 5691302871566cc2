package family

import (
	"math"
	"slices"

	"concord/model/internal/matrix"
)

// gaussianCrossed is the likelihood of Gaussian labels of items and nested rows, such as few labelers, with the
// effects of both integrated out. Items with labels in the same rows make a pattern. Given the rows' effects a, the
// labels of one item of pattern p are
//
//	y ~ N(μ + a, V_p), V_p = Z Σ Zᵀ + diag(1/τ),
//
// so that a pattern needs only its Σ y and Σ yyᵀ, and with A = diag(σ_l), G = Σ_p n_p V_p⁻¹ and u = Σ_p V_p⁻¹ Σ(y −
// μ), both scattered to rows,
//
//	log p = −½ Σ_p (n_p log |V_p| + tr V_p⁻¹ Σ(y−μ)(y−μ)ᵀ) − ½ log |H| + ½ uᵀA H⁻¹ A u, H = I + A G A.
//
// The gradient is by Fisher's identity, from A⁻¹a | y ~ N(H⁻¹Au, H⁻¹). A complete design is one pattern, whose
// cost does not depend on the number of items.
type gaussianCrossed struct {
	k, levels int
	study     []int32 // of each row
	patterns  []crossedPattern
	cost      float64 // of a gradient, in ns

	g, h, inverse, u, alpha []float64 // scratch
	s, e, t, r              []float64 // scratch of the largest pattern
}

// crossedPattern is the items that have labels in the same rows.
type crossedPattern struct {
	rows        []int32
	items       float64
	sum, square []float64
	v, inverse  []float64 // V and V⁻¹
}

// Measured in ns: arithmetic on small dense matrices, per multiplication.
const multiplication = 1.5

// newGaussianCrossed returns the marginal likelihood of labels, or nil if it would cost more
// than budget (in ns, for one gradient).
func newGaussianCrossed(l *Labels, budget float64) *gaussianCrossed {
	p := &gaussianCrossed{k: l.Studies, levels: len(l.Study), study: l.Study}
	cube := func(n int) float64 { return multiplication * float64(n) * float64(n) * float64(n) }
	if p.cost = 2 * cube(p.levels); p.cost > budget {
		return nil
	}
	rows := make([][]int32, l.Items)
	labels := make([][]float64, l.Items)
	for u := range len(l.Study) {
		for i := l.Start[u]; i < l.Start[u+1]; i++ {
			j := int(l.Item[i]) / l.Studies
			rows[j], labels[j] = append(rows[j], int32(u)), append(labels[j], l.Value[i])
		}
	}
	order := make([]int, 0, l.Items)
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
			p.patterns = append(p.patterns, crossedPattern{rows: rows[j], sum: make([]float64, n),
				square: make([]float64, n*n)})
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
	return p.Fork().(*gaussianCrossed)
}

// Fork implements [Marginal].
func (gc *gaussianCrossed) Fork() Marginal {
	c := *gc
	n, m := gc.levels, len(gc.s)
	c.g, c.h, c.inverse = make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	c.u, c.alpha = make([]float64, n), make([]float64, n)
	c.s, c.e, c.t, c.r = make([]float64, m), make([]float64, m), make([]float64, m), make([]float64, m)
	c.patterns = slices.Clone(gc.patterns)
	for i := range c.patterns {
		c.patterns[i].v = make([]float64, len(c.patterns[i].square))
		c.patterns[i].inverse = make([]float64, len(c.patterns[i].square))
	}
	return &c
}

// LogLik implements [Marginal].
func (gc *gaussianCrossed) LogLik(at *MarginalPoint) float64 {
	n := gc.levels
	clear(gc.g)
	clear(gc.u)
	logp := 0.0
	for i := range gc.patterns {
		logp += gc.gather(&gc.patterns[i], at)
	}
	sd := func(l int) float64 { return at.RowSD[gc.study[l]] }
	for a := range n {
		for b := range a + 1 {
			gc.h[a*n+b] = sd(a) * gc.g[a*n+b] * sd(b)
		}
		gc.h[a*n+a]++
		gc.alpha[a] = sd(a) * gc.u[a]
	}
	matrix.Cholesky(gc.h, n)
	matrix.SolveLower(gc.h, gc.alpha, n)
	for a := range n {
		logp += 0.5*gc.alpha[a]*gc.alpha[a] - math.Log(gc.h[a*n+a])
	}
	matrix.SolveLowerT(gc.h, gc.alpha, n)
	matrix.Invert(gc.inverse, gc.h, n)

	// E aaᵀ replaces the inverse, a replaces α; σ by the α that it multiplies.
	for a := range n {
		pull := gc.u[a] * gc.alpha[a]
		for b := range n {
			pull -= gc.g[a*n+b] * sd(b) * (gc.alpha[a]*gc.alpha[b] + gc.inverse[a*n+b])
		}
		s := int(gc.study[a])
		at.RowSDBar[s] += pull
	}
	for a := range n {
		for b := range n {
			gc.inverse[a*n+b] = sd(a) * sd(b) * (gc.inverse[a*n+b] + gc.alpha[a]*gc.alpha[b])
		}
	}
	for a := range n {
		gc.alpha[a] *= sd(a)
	}
	for i := range gc.patterns {
		gc.spread(&gc.patterns[i], at)
	}
	return logp
}

// gather sets V and its inverse, adds the pattern to G and u, and returns its part of the
// log-likelihood at a = 0.
func (gc *gaussianCrossed) gather(q *crossedPattern, at *MarginalPoint) float64 {
	n, k, c := len(q.rows), gc.k, at.ItemRoot
	for a, l := range q.rows {
		s := int(gc.study[l])
		for b := range a + 1 {
			t := int(gc.study[q.rows[b]])
			x := 0.0
			for e := range min(s, t) + 1 {
				x += c[s*k+e] * c[t*k+e]
			}
			q.v[a*n+b] = x
		}
		q.v[a*n+a] += at.Own[s] * at.Own[s]
	}
	matrix.Cholesky(q.v, n)
	logp := 0.0
	for a := range n {
		logp -= q.items * math.Log(q.v[a*n+a])
	}
	matrix.Invert(q.inverse, q.v, n)
	gc.centre(q, at)
	for a, l := range q.rows {
		u := 0.0
		for b, m := range q.rows {
			w := q.inverse[a*n+b]
			u += w * gc.r[b]
			logp -= 0.5 * w * gc.s[a*n+b]
			gc.g[int(l)*gc.levels+int(m)] += q.items * w
		}
		gc.u[l] += u
	}
	return logp
}

// centre sets r to Σ(y − μ) and s to Σ(y − μ)(y − μ)ᵀ of a pattern.
func (gc *gaussianCrossed) centre(q *crossedPattern, at *MarginalPoint) {
	n := len(q.rows)
	for a, l := range q.rows {
		mu := at.Mean[gc.study[l]]
		gc.r[a] = q.sum[a] - q.items*mu
		for b, m := range q.rows {
			nu := at.Mean[gc.study[m]]
			gc.s[a*n+b] = q.square[a*n+b] - q.sum[a]*nu - mu*q.sum[b] + q.items*mu*nu
		}
	}
}

// spread adds the derivatives with respect to μ, C and τ that come of a pattern.
func (gc *gaussianCrossed) spread(q *crossedPattern, at *MarginalPoint) {
	n, k, c := len(q.rows), gc.k, at.ItemRoot
	gc.centre(q, at)
	// e: Σ E(y − μ − a)(y − μ − a)ᵀ; then V̄ = ½(V⁻¹ e V⁻¹ − n V⁻¹).
	for a, l := range q.rows {
		for b, m := range q.rows {
			gc.e[a*n+b] = gc.s[a*n+b] - gc.r[a]*gc.alpha[m] - gc.alpha[l]*gc.r[b] +
				q.items*gc.inverse[int(l)*gc.levels+int(m)]
		}
	}
	matrix.Multiply(gc.t, q.inverse, gc.e, n)
	matrix.Multiply(gc.e, gc.t, q.inverse, n)
	for a, l := range q.rows {
		s := int(gc.study[l])
		mean := 0.0
		for b, m := range q.rows {
			t := int(gc.study[m])
			w := q.inverse[a*n+b]
			mean += w * (gc.r[b] - q.items*gc.alpha[m])
			bar := gc.e[a*n+b] - q.items*w // twice V̄
			for e := range min(s, t) + 1 {
				at.ItemRootBar[s*k+e] += bar * c[t*k+e]
			}
			if a == b {
				at.OwnBar[s] += bar * at.Own[s]
			}
		}
		at.MeanBar[s] += mean
	}
}
