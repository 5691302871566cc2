package nonparam

// kernel sums a distance δ over pairs of coded values. Groups of ratings reach it as
// summaries: cells over at most dim codes that add up over groups.
type kernel interface {
	// dim returns the length of a dense summary for q values.
	dim(q int) int
	// summary returns the sufficient statistics of a group, in to if they are not the
	// cells themselves.
	summary(to cells, c cells) cells
	// within returns Σ_s Σ_t w_s w_t δ(s,t) over all ordered pairs of one group.
	within(c cells) float64
	// between returns Σ_s Σ_t a_s b_t δ(s,t).
	between(a, b cells) float64
	// potential returns the slopes of between(s, c) and between(c, s) by each of the numbers of a dense summary s.
	potential(dim int, c cells) (from, to []float64)
	// largest returns the largest δ between any two of the values.
	largest(q int) float64
}

// histogram is embedded by kernels whose summaries are the cells themselves.
type histogram struct{}

func (histogram) dim(q int) int            { return q }
func (histogram) summary(_, c cells) cells { return c }

// dense is a summary over all codes, to which groups are added.
type dense struct{ cells }

func newDense(dim int) dense {
	d := dense{cells{make([]int32, dim), make([]float64, dim)}}
	for k := range d.code {
		d.code[k] = int32(k)
	}
	return d
}

func (de dense) add(c cells, by float64) {
	for j, k := range c.code {
		de.weight[k] += by * c.weight[j]
	}
}

func total(weight []float64) float64 {
	s := 0.0
	for _, w := range weight {
		s += w
	}
	return s
}

// nominal is δ = [a ≠ b].
type nominal struct{ histogram }

// within sums w_c·(n − w_c), which keeps its digits where n² − Σw² would lose them.
func (nominal) within(c cells) float64 {
	n, s := total(c.weight), 0.0
	for _, w := range c.weight {
		s += w * (n - w)
	}
	return s
}

func (nominal) between(a, b cells) float64 {
	n, s, t := total(b.weight), 0.0, 0
	for j, k := range a.code {
		for t < len(b.code) && b.code[t] < k {
			t++
		}
		same := 0.0
		if t < len(b.code) && b.code[t] == k {
			same = b.weight[t]
		}
		s += a.weight[j] * (n - same)
	}
	return s
}

func (nominal) potential(q int, c cells) (from, to []float64) {
	n := total(c.weight)
	u := make([]float64, q)
	for k := range u {
		u[k] = n
	}
	for j, k := range c.code {
		u[k] = n - c.weight[j]
	}
	return u, u
}

func (nominal) largest(int) float64 { return 1 }

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

func (m moments) potential(_ int, c cells) (from, to []float64) {
	u := []float64{c.weight[2], -2 * c.weight[1], c.weight[0]}
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

func (rk ranks) potential(q int, c cells) (from, to []float64) {
	n, s, ss := rk.sums(c)
	u := make([]float64, q)
	for k := range u {
		u[k] = squares(1, rk.x[k], rk.x[k]*rk.x[k], n, s, ss)
	}
	return u, u
}

func (rk ranks) between(a, b cells) float64 {
	na, sa, ssa := rk.sums(a)
	nb, sb, ssb := rk.sums(b)
	return squares(na, sa, ssa, nb, sb, ssb)
}

// linear is δ = |a−b|. Cells are ascending, so that one walk with running sums does for
// all pairs.
type linear struct {
	histogram
	x []float64
}

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

// places is δ = C(|k−l|+1, 2) between the places k and l of two categories, Gwet's (2014)
// ordinal weights. It is the mean of the square and of the absolute difference, so that
// both linear forms serve.
type places struct {
	histogram
	squared  ranks
	absolute linear
}

func newPlaces(q int) places {
	x := make([]float64, q)
	for k := range x {
		x[k] = float64(k) - float64(q-1)/2
	}
	return places{squared: ranks{moments: moments{x}}, absolute: linear{x: x}}
}

func (pl places) within(c cells) float64 { return (pl.squared.within(c) + pl.absolute.within(c)) / 2 }

func (pl places) between(a, b cells) float64 {
	return (pl.squared.between(a, b) + pl.absolute.between(a, b)) / 2
}

func (pl places) potential(q int, c cells) (from, to []float64) {
	u, _ := pl.squared.potential(q, c)
	v, _ := pl.absolute.potential(q, c)
	for k := range u {
		u[k] = (u[k] + v[k]) / 2
	}
	return u, u
}

func (pl places) largest(q int) float64 { return float64(q) * float64(q-1) / 2 }

// table is any δ between q distinct values; sums over two groups cost the product of
// their numbers of distinct values.
type table struct {
	histogram
	q     int
	delta []float64 // q×q; nil where that would be too large
	of    func(a, b int) float64
	max   float64
}

// Sums of distances within these bounds, over any number of pairs, neither overflow nor vanish.
const leastDistance, mostDistance = 1e-100, 1e100

// mostTabled is the number of values up to which a table is kept: 32 MB.
const mostTabled = 2048

func newTable(q int, of func(a, b int) float64) (*table, reason) {
	t := &table{q: q, of: of}
	if q <= mostTabled {
		t.delta = make([]float64, q*q)
	}
	for a := range q {
		for b := range q {
			d := of(a, b)
			if !(d == 0 || d >= leastDistance && d <= mostDistance) || a == b && d != 0 {
				return nil, badCustom
			}
			if t.delta != nil {
				t.delta[a*q+b] = d
			}
			t.max = max(t.max, d)
		}
	}
	return t, ""
}

func (t *table) at(a, b int32) float64 {
	if t.delta != nil {
		return t.delta[int(a)*t.q+int(b)]
	}
	return t.of(int(a), int(b))
}

func (t *table) within(c cells) float64 { return t.between(c, c) }

func (t *table) between(a, b cells) float64 {
	s := 0.0
	for i, k := range a.code {
		if a.weight[i] == 0 {
			continue
		}
		row := 0.0
		for j, l := range b.code {
			if b.weight[j] != 0 {
				row += b.weight[j] * t.at(k, l)
			}
		}
		s += a.weight[i] * row
	}
	return s
}

func (t *table) potential(q int, c cells) (from, to []float64) {
	from, to = make([]float64, q), make([]float64, q)
	for k := range from {
		for j, l := range c.code {
			from[k] += c.weight[j] * t.at(int32(k), l)
			to[k] += c.weight[j] * t.at(l, int32(k))
		}
	}
	return from, to
}

func (t *table) largest(int) float64 { return t.max }

// one returns the summary of one rating.
func one(k kernel, code int32) cells { return k.summary(cells{}, cells{[]int32{code}, []float64{1}}) }

// positive reports whether an expected disagreement between q values is more than what rounding leaves if all ratings
// are equal.
func positive(expected, pairs float64, k kernel, q int) bool {
	return expected > 1e-14*pairs*k.largest(q)
}

func square(x float64) float64 { return x * x }

// effort is about how many operations a kernel takes for the sum over one margin.
func effort(k kernel, q int) float64 {
	switch k.(type) {
	case moments:
		return 3
	case *table:
		return float64(q) * float64(q)
	}
	return float64(q)
}
