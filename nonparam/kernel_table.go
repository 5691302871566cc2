package nonparam

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
