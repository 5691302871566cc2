package nonparam

import "math"

// CohenKappaNullSE returns the standard error of Cohen's kappa where κ = 0 (Fleiss,
// Cohen and Everitt 1969), for tests of that hypothesis; it is wrong for intervals.
func CohenKappaNullSE(r *Ratings, d Distance) (float64, error) {
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

func (ck cohen) means() means {
	m := means{first: newDense(ck.q), second: newDense(ck.q)}
	n := float64(len(ck.item))
	for j := range ck.item {
		m.first.weight[ck.first[j]] += 1 / n
		m.second.weight[ck.second[j]] += 1 / n
	}
	m.row, _ = ck.kernel.potential(ck.q, m.second.cells)
	_, m.col = ck.kernel.potential(ck.q, m.first.cells)
	for k, p := range m.first.weight {
		m.expected += p * m.row[k]
	}
	return m
}

// standardError is the formula of Fleiss, Cohen and Everitt with w = 1−δ: its term
// w_ij − (w̄_i+w̄_j)(1−κ) is a constant less δ_ij − (δ̄_i+δ̄_j)(1−κ), of which it takes
// the variance.
func (ck cohen) standardError() (float64, bool) {
	value, why := once(ck, 1)
	if why != "" || len(ck.item) < 2 {
		return 0, false
	}
	m, n := ck.means(), float64(len(ck.item))
	var mean, variance float64
	term := func(j int) float64 {
		return ck.delta[j] - (m.row[ck.first[j]]+m.col[ck.second[j]])*(1-value)
	}
	for j := range ck.item {
		mean += term(j) / n
	}
	for j := range ck.item {
		variance += square(term(j)-mean) / n
	}
	return math.Sqrt(variance/n) / m.expected, true
}

// nullVariance returns the variance of d_o if κ = 0, and d_e. Under independence it is the variance of δ_ij − δ̄_i −
// δ̄_j, the residual of an analysis of variance.
func (ck cohen) nullVariance() (variance, expected float64) {
	m := ck.means()
	for a, p := range m.first.weight {
		for b, s := range m.second.weight {
			if p*s != 0 {
				variance += p * s * square(ck.distance(a, b)-m.row[a]-m.col[b]+m.expected)
			}
		}
	}
	return variance / float64(len(ck.item)), m.expected
}

func (ck cohen) distance(a, b int) float64 {
	one := []float64{1}
	x := ck.kernel.summary(cells{}, cells{[]int32{int32(a)}, one})
	y := ck.kernel.summary(cells{}, cells{[]int32{int32(b)}, one})
	return ck.kernel.between(x, y)
}
