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
	// potential returns for each of q values the disagreement with a group,
	// Σ_t w_t δ(c,t) and Σ_t w_t δ(t,c), from cells (not their summary).
	potential(q int, c cells) (from, to []float64)
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

func (de dense) reset() { clear(de.weight) }

func (de dense) sum() float64 { return total(de.weight) }

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
