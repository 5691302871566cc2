package nonparam

// squares is Σ_s Σ_t a_s b_t (x_s−x_t)² from Σw, Σwx and Σwx² of two groups.
func squares(na, sa, ssa, nb, sb, ssb float64) float64 {
	return max(0, nb*ssa+na*ssb-2*sa*sb) // rounding can leave −ε where all x are equal
}

// moments is δ = (a−b)². A summary is Σw, Σwx, Σwx² with x measured from the centre of
// the values, so that O(items) memory and time suffice for any number of values.
type moments struct{ x []float64 }

func newMoments(values []float64) moments {
	centre := 0.0
	for k, v := range values {
		centre += (v - centre) / float64(k+1)
	}
	x := make([]float64, len(values))
	for k, v := range values {
		x[k] = v - centre
	}
	return moments{x}
}

func (m moments) dim(int) int { return 3 }

func (m moments) summary(to, c cells) cells {
	n, s, ss := m.sums(c)
	to.code = append(to.code[:0], 0, 1, 2)
	to.weight = append(to.weight[:0], n, s, ss)
	return to
}

func (m moments) sums(c cells) (n, s, ss float64) {
	for j, k := range c.code {
		w, x := c.weight[j], m.x[k]
		n += w
		s += w * x
		ss += w * x * x
	}
	return n, s, ss
}

func (m moments) within(c cells) float64 { return m.between(c, c) }

func (m moments) between(a, b cells) float64 {
	u, v := a.weight, b.weight
	return squares(u[0], u[1], u[2], v[0], v[1], v[2])
}

func (m moments) potential(q int, c cells) (from, to []float64) {
	n, s, ss := m.sums(c)
	u := make([]float64, q)
	for k := range u {
		u[k] = squares(1, m.x[k], m.x[k]*m.x[k], n, s, ss)
	}
	return u, u
}

func (m moments) largest(q int) float64 {
	if q == 0 {
		return 0
	}
	r := m.x[q-1] - m.x[0]
	return r * r
}

// ranks is δ = (M_a−M_b)² between mid-ranks M_c = Σ_{g<c} n_g + n_c/2, which is
// Krippendorff's ordinal distance. The ranks change with the counts, so that summaries
// must stay counts.
type ranks struct {
	histogram
	moments
}

func newRanks(count []float64) ranks {
	x := make([]float64, len(count))
	below, n := 0.0, total(count)
	for k, c := range count {
		x[k] = below + c/2 - n/2
		below += c
	}
	return ranks{moments: moments{x}}
}

func (rk ranks) dim(q int) int             { return rk.histogram.dim(q) }
func (rk ranks) summary(to, c cells) cells { return rk.histogram.summary(to, c) }
func (rk ranks) within(c cells) float64    { return rk.between(c, c) }

func (rk ranks) between(a, b cells) float64 {
	na, sa, ssa := rk.sums(a)
	nb, sb, ssb := rk.sums(b)
	return squares(na, sa, ssa, nb, sb, ssb)
}
