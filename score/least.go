package score

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// least is weighted least squares with the influence of each row.
type least struct {
	beta      []float64
	residuals []float64
	adjust    []float64  // 1/√(variance of a residual over the variance of a label); 0 where the residual is always 0
	x         *mat.Dense // n×p
	b         *mat.Dense // p×n: beta = b·target
}

func newLeast(g *regression, target []float64) *least {
	n, p := g.x.Dims()
	l := &least{x: g.x, b: mat.NewDense(p, n, nil), residuals: make([]float64, n), adjust: make([]float64, n)}
	weighted := mat.DenseCopyOf(g.x)
	for r := range n {
		for c := range p {
			weighted.Set(r, c, g.weights[r]*g.x.At(r, c))
		}
	}
	var normal mat.Dense
	normal.Mul(g.x.T(), weighted)
	var q mat.QR
	q.Factorize(&normal)
	if err := q.SolveTo(l.b, false, weighted.T()); err != nil {
		// This can only be a warning about the condition: columns are scaled, and slopes are requested only if they can
		// be estimated.
		if _, bad := err.(mat.Condition); !bad {
			panic("score: " + err.Error())
		}
	}
	var beta mat.VecDense
	beta.MulVec(l.b, mat.NewVecDense(n, target))
	l.beta = beta.RawVector().Data
	var gram mat.Dense
	gram.Mul(l.b, l.b.T())
	for r := range n {
		row := l.x.RawRowView(r)
		l.residuals[r] = target[r] - floats.Dot(row, l.beta)
		variance := 1.0
		for c := range p {
			variance -= 2 * row[c] * l.b.At(c, r)
			for d := range p {
				variance += row[c] * gram.At(c, d) * row[d]
			}
		}
		if variance > roundings {
			l.adjust[r] = 1 / math.Sqrt(variance)
		}
	}
	return l
}

// shares returns the weight of each row's label in the estimate at the point xbar.
func (l *least) shares(xbar []float64) []float64 {
	_, n := l.b.Dims()
	a := make([]float64, n)
	for r := range n {
		for c, v := range xbar {
			a[r] += v * l.b.At(c, r)
		}
	}
	return a
}

// working returns the factor of influences that makes the sum of their squares by unit unbiased, and the degrees of
// freedom of that sum, 2 mean²/variance. Both are for independent labels of equal variance.
//
// With p = Mᵀ(adjusted shares of a unit), where M turns labels into residuals, the sum is Σ (pᵀ labels)². Its mean is
// the trace of the matrix of products of p, and its variance twice the trace of that matrix squared. A product is δ d
// + zᵀKz', with d the sum of squared shares of a unit and z of 2p elements, so no n×n matrix is needed.
func (l *least) working(shares []float64, units []int) (factor, df float64) {
	n, p := l.x.Dims()
	last := 0
	for _, u := range units {
		last = max(last, u)
	}
	d, z := make([]float64, last+1), mat.NewDense(last+1, 2*p, nil)
	var whole float64
	for r := range n {
		a, u := shares[r]*l.adjust[r], units[r]
		whole += shares[r] * shares[r]
		d[u] += a * a
		row := z.RawRowView(u)
		for c := range p {
			row[c] += a * l.x.At(r, c)
			row[p+c] += a * l.b.At(c, r)
		}
	}
	k := mat.NewDense(2*p, 2*p, nil)
	var gram mat.Dense
	gram.Mul(l.b, l.b.T())
	k.Slice(0, p, 0, p).(*mat.Dense).Copy(&gram)
	for c := range p {
		k.Set(c, p+c, -1)
		k.Set(p+c, c, -1)
	}
	var zk, s, ks mat.Dense
	zk.Mul(z, k)
	s.Mul(z.T(), z)
	ks.Mul(k, &s)
	var mean, squares float64
	for u := range d {
		own := floats.Dot(zk.RawRowView(u), z.RawRowView(u))
		mean += d[u] + own
		squares += d[u]*d[u] + 2*d[u]*own
	}
	for i := range 2 * p {
		for j := range 2 * p {
			squares += ks.At(i, j) * ks.At(j, i)
		}
	}
	return math.Sqrt(whole / mean), mean * mean / squares
}
