package nonparam

import "math"

// CohenKappaNullSE returns the standard error of Cohen's kappa where κ = 0 (Fleiss,
// Cohen and Everitt 1969), for tests of that hypothesis; it is wrong for intervals.
func CohenKappaNullSE[S Source](s S, d Distance) (float64, error) {
	r := ratingsOf(s)
	c, why := newCohen(r, d)
	if why != "" {
		return 0, undefined(Estimate{Coefficient: CohenKappaName, Studies: []string{r.name}}, why)
	}
	variance, expected := c.nullVariance()
	se, why := checked(math.Sqrt(max(0, variance))/expected, "") // rounding can leave −ε
	if why != "" {
		return 0, undefined(Estimate{Coefficient: CohenKappaName, Studies: []string{r.name}}, why)
	}
	return se, nil
}

// means are the mean disagreements of each value with the other rater's ratings, the
// margins they are weighted by, and their common mean d_e.
type means struct {
	first, second dense
	row, col      []float64
	expected      float64
}

func (c cohen) means() means {
	m := means{first: newDense(c.q), second: newDense(c.q)}
	n := float64(len(c.item))
	for j := range c.item {
		m.first.weight[c.first[j]] += 1 / n
		m.second.weight[c.second[j]] += 1 / n
	}
	m.row, _ = c.kernel.potential(c.q, m.second.cells)
	_, m.col = c.kernel.potential(c.q, m.first.cells)
	for k, p := range m.first.weight {
		m.expected += p * m.row[k]
	}
	return m
}

// standardError is the formula of Fleiss, Cohen and Everitt with w = 1−δ: its term
// w_ij − (w̄_i+w̄_j)(1−κ) is a constant less δ_ij − (δ̄_i+δ̄_j)(1−κ), of which it takes
// the variance.
func (c cohen) standardError() (float64, bool) {
	value, why := once(c, 1)
	if why != "" {
		return 0, false
	}
	m, n := c.means(), float64(len(c.item))
	var mean, variance float64
	term := func(j int) float64 {
		return c.delta[j] - (m.row[c.first[j]]+m.col[c.second[j]])*(1-value)
	}
	for j := range c.item {
		mean += term(j) / n
	}
	for j := range c.item {
		variance += square(term(j)-mean) / n
	}
	return math.Sqrt(variance/n) / m.expected, true
}

// nullVariance returns the variance of d_o where κ = 0, and d_e: under independence
// that of δ_ij − δ̄_i − δ̄_j, the residual of an analysis of variance.
func (c cohen) nullVariance() (variance, expected float64) {
	m := c.means()
	for a, p := range m.first.weight {
		for b, s := range m.second.weight {
			if p*s != 0 {
				variance += p * s * square(c.distance(a, b)-m.row[a]-m.col[b]+m.expected)
			}
		}
	}
	return variance / float64(len(c.item)), m.expected
}

func (c cohen) distance(a, b int) float64 {
	one := []float64{1}
	x := c.kernel.summary(cells{}, cells{[]int32{int32(a)}, one})
	y := c.kernel.summary(cells{}, cells{[]int32{int32(b)}, one})
	return c.kernel.between(x, y)
}
