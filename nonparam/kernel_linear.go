package nonparam

// linear is δ = |a−b|. Cells are ascending, so that one walk with running sums does for
// all pairs.
type linear struct{ x []float64 }

func (linear) dim(q int) int            { return q }
func (linear) summary(_, c cells) cells { return c }

func (l linear) within(c cells) float64 {
	if len(c.code) == 0 {
		return 0
	}
	// Steps between neighbours: each separates the weight below from that above.
	n, below, s := total(c.weight), 0.0, 0.0
	for j := 1; j < len(c.code); j++ {
		below += c.weight[j-1]
		s += below * (n - below) * (l.x[c.code[j]] - l.x[c.code[j-1]])
	}
	return 2 * s
}

func (l linear) between(a, b cells) float64 {
	na, nb := total(a.weight), total(b.weight)
	var belowA, belowB, s, last float64
	i, j := 0, 0
	for i < len(a.code) || j < len(b.code) {
		var x float64
		switch {
		case j == len(b.code) || i < len(a.code) && a.code[i] <= b.code[j]:
			x = l.x[a.code[i]]
		default:
			x = l.x[b.code[j]]
		}
		if i+j > 0 {
			s += (belowA*(nb-belowB) + belowB*(na-belowA)) * (x - last)
		}
		if j == len(b.code) || i < len(a.code) && a.code[i] <= b.code[j] {
			belowA += a.weight[i]
			i++
		} else {
			belowB += b.weight[j]
			j++
		}
		last = x
	}
	return s
}

func (l linear) potential(q int, c cells) (from, to []float64) {
	u := make([]float64, q)
	if q == 0 {
		return u, u
	}
	weight := make([]float64, q)
	for j, k := range c.code {
		weight[k] += c.weight[j]
	}
	n, below := total(weight), 0.0
	for k, w := range weight {
		u[0] += w * (l.x[k] - l.x[0])
	}
	for k := 1; k < q; k++ {
		below += weight[k-1]
		u[k] = u[k-1] + (2*below-n)*(l.x[k]-l.x[k-1])
	}
	return u, u
}

func (l linear) largest(q int) float64 {
	if q == 0 {
		return 0
	}
	return l.x[q-1] - l.x[0]
}
