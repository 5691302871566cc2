package sampler

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// gramRoot is G^−½ as I + Q(E − I)Qᵀ with orthonormal Q, where G = I + U(Λ² − I)Uᵀ for the first p rows of a
// metric's U, Λ = diag(Values).
type gramRoot struct {
	q      [][]float64
	excess *mat.Dense // E − I
}

func newGramRoot(m *Metric, p int) gramRoot {
	rows := make([][]float64, len(m.Vectors))
	for i, u := range m.Vectors {
		rows[i] = u[:p]
	}
	g := gramRoot{q: orthonormal(rows)}
	n := len(g.q)
	if n == 0 {
		return g
	}
	inner := identity(n)
	for i, row := range rows {
		a := coordinatesIn(g.q, row)
		inner.RankOne(inner, m.Values[i]*m.Values[i]-1, a, a)
	}
	root := inverseRoot(symmetric(inner))
	if root == nil {
		return gramRoot{}
	}
	g.excess = identity(n)
	g.excess.Sub(root, g.excess)
	return g
}

// inverseRoot returns a^−½ of a positive definite matrix, or nil if its eigenvalues cannot be computed.
// Eigenvalues that rounding has made 0 or negative count as 1e-12.
func inverseRoot(a *mat.SymDense) *mat.SymDense {
	values, vectors, ok := eigen(a)
	if !ok {
		return nil
	}
	out := mat.NewSymDense(len(values), nil)
	for i, l := range values {
		out.SymRankOne(out, 1/math.Sqrt(math.Max(l, 1e-12)), vectors.ColView(i))
	}
	return out
}

// apply stores G^−½v in dst.
func (g gramRoot) apply(dst, v []float64) {
	copy(dst, v)
	if len(g.q) == 0 {
		return
	}
	var x mat.VecDense
	x.MulVec(g.excess, coordinatesIn(g.q, v))
	for k, q := range g.q {
		floats.AddScaled(dst, x.AtVec(k), q)
	}
}

// whiten returns G^−½D⁻¹(q − mean) of every draw.
func (g gramRoot) whiten(draws *mat.Dense, scale []float64) *mat.Dense {
	n, p := draws.Dims()
	mean, v := make([]float64, p), make([]float64, p)
	for i := range n {
		floats.AddScaled(mean, 1/float64(n), draws.RawRowView(i))
	}
	out := mat.NewDense(n, p, nil)
	for i := range n {
		floats.SubTo(v, draws.RawRowView(i), mean)
		for h := range v {
			v[h] /= scale[h]
		}
		g.apply(out.RawRowView(i), v)
	}
	return out
}
