package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/sampler"
)

// Bounds of what conform believes: a variance in whitened coordinates that few draws
// put further from 1 is taken to be at the bound.
const (
	conformLow  = 0.25
	conformHigh = 36
	// A direction whose variance is within so much of 1, on the logarithmic scale, costs
	// more in every step than it is worth.
	conformIdle     = 0.2
	conformIdleMany = 1 // of many parameters, where so many directions are a little off that each gain is small
	manyParameters  = 50
	mostDirections  = 24 // and no more than so many, which cost as much as all else
	// With more coordinates for a draw than this, eigenvalues near 1 are taken for sampling error.
	fewDraws = 0.2
)

// conform returns the metric changed so that the covariance it implies for the first p coordinates
// is that of the draws (iteration × p), as far as the draws tell and the bounds allow. Directions that
// do not touch those coordinates stay as they are.
//
// With W = D T, T = I + U(Λ − I)Uᵀ, the rows of T for those coordinates are G^½Bᵀ, where G is their Gram
// matrix, I but for a low rank, and B orthonormal. In the coordinates G^−½D⁻¹q the draws have the covariance
// V; the new W is D T (I + B(V^½ − I)Bᵀ), made symmetric by the rotation of x that leaves W Wᵀ as it is.
func conform(m *sampler.Metric, draws *mat.Dense) *sampler.Metric {
	_, p := draws.Dims()
	d := len(m.Center)
	root := newGramRoot(m, p)
	white := root.whiten(draws, m.Scale)
	directions, sds := spread(white)
	// The directions of V in all coordinates: B v = T (G^−½v, 0).
	space := append([][]float64(nil), m.Vectors...)
	stretched := make([][]float64, len(directions))
	for k, v := range directions {
		b := make([]float64, d)
		root.apply(b[:p], v)
		stretchRow(m, b)
		stretched[k] = b
	}
	space = orthonormal(append(space, stretched...))
	n := len(space)
	// T·(I + B(V^½ − I)Bᵀ) as a small matrix in that space.
	t, s := identity(n), identity(n)
	for i, u := range m.Vectors {
		a := coordinatesIn(space, u)
		t.RankOne(t, m.Values[i]-1, a, a)
	}
	for k, b := range stretched {
		a := coordinatesIn(space, b)
		s.RankOne(s, sds[k]-1, a, a)
	}
	var ts, square mat.Dense
	ts.Mul(t, s)
	square.Mul(&ts, ts.T())
	var eigen mat.EigenSym
	if n == 0 || !eigen.Factorize(symmetric(&square), true) {
		return m
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	out := &sampler.Metric{Center: m.Center, Scale: m.Scale}
	values, idle := eigen.Values(nil), conformIdle
	if p > manyParameters {
		idle = math.Max(conformIdleMany, nthLargest(values, mostDirections))
	}
	for i, l := range values {
		if math.Abs(math.Log(l)) < idle {
			continue
		}
		u := make([]float64, d)
		for j, e := range space {
			floats.AddScaled(u, vectors.At(j, i), e)
		}
		out.Vectors = append(out.Vectors, u)
		out.Values = append(out.Values, math.Sqrt(l))
	}
	return out
}

// nthLargest returns the n-th largest |log l| of values, 0 if there are fewer.
func nthLargest(values []float64, n int) float64 {
	if len(values) < n {
		return 0
	}
	size := make([]float64, len(values))
	for i, l := range values {
		size[i] = math.Abs(math.Log(l))
	}
	slices.Sort(size)
	return size[len(size)-n]
}

// gramRoot is G^−½, where G = I + U(Λ² − I)Uᵀ for the first p coordinates of the vectors U of a metric, as
// I + Q(E − I)Qᵀ with orthonormal Q.
type gramRoot struct {
	q      [][]float64
	excess *mat.Dense // E − I
}

func newGramRoot(m *sampler.Metric, p int) gramRoot {
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
	root := matrixFunction(symmetric(inner), func(x float64) float64 { return 1 / math.Sqrt(math.Max(x, 1e-12)) })
	if root == nil {
		return gramRoot{}
	}
	g.excess = identity(n)
	g.excess.Sub(root, g.excess)
	return g
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

// spread returns directions, orthonormal, in which centred draws spread otherwise than a standard
// normal, and their standard deviations there.
//
// Of many draws these are all eigenvectors of the covariance. Where draws are few for so many
// coordinates, γ = p/n, most of its eigenvalues are sampling error: those of a standard normal
// lie within (1 ± √γ)² (Marchenko and Pastur 1967), and an eigenvalue λ above stands for a
// variance ℓ with λ = ℓ(1 + γ/(ℓ − 1)) (Donoho, Gavish and Johnstone 2018, equation 1.10). Others are left at 1.
func spread(draws *mat.Dense) (directions [][]float64, sds []float64) {
	n, p := draws.Dims()
	gamma := float64(p) / float64(n-1)
	var values []float64
	var vector func(int) []float64
	var eigen mat.EigenSym
	var vectors mat.Dense
	if p <= n {
		var cov mat.SymDense
		cov.SymOuterK(1/float64(n-1), draws.T())
		if !eigen.Factorize(&cov, true) {
			return nil, nil
		}
		eigen.VectorsTo(&vectors)
		vector = func(k int) []float64 { return mat.Col(nil, k, &vectors) }
	} else {
		// The draws' own products have the same eigenvalues but for zeros.
		var gram mat.SymDense
		gram.SymOuterK(1/float64(n-1), draws)
		if !eigen.Factorize(&gram, true) {
			return nil, nil
		}
		eigen.VectorsTo(&vectors)
		vector = func(k int) []float64 {
			var v mat.VecDense
			v.MulVec(draws.T(), vectors.ColView(k))
			v.ScaleVec(1/v.Norm(2), &v)
			return v.RawVector().Data
		}
	}
	values = eigen.Values(nil)
	for k, l := range values {
		if gamma > fewDraws {
			if l <= (1+math.Sqrt(gamma))*(1+math.Sqrt(gamma)) {
				continue
			}
			b := l + 1 - gamma
			l = 0.5 * (b + math.Sqrt(b*b-4*l))
		}
		directions = append(directions, vector(k))
		sds = append(sds, math.Sqrt(math.Max(conformLow, math.Min(conformHigh, l))))
	}
	return directions, sds
}

// stretchRow applies T of the metric to v in place.
func stretchRow(m *sampler.Metric, v []float64) {
	for i, u := range m.Vectors {
		// The vectors are orthonormal, so that one after the other is all at once.
		floats.AddScaled(v, (m.Values[i]-1)*floats.Dot(u, v), u)
	}
}

// orthonormal returns an orthonormal basis of the span of vectors (Gram and Schmidt,
// twice), leaving out those that add nothing.
func orthonormal(vectors [][]float64) [][]float64 {
	var basis [][]float64
	for _, v := range vectors {
		v = append([]float64(nil), v...)
		before := floats.Norm(v, 2)
		for range 2 {
			for _, b := range basis {
				floats.AddScaled(v, -floats.Dot(b, v), b)
			}
		}
		if after := floats.Norm(v, 2); after > 1e-8*before {
			floats.Scale(1/after, v)
			basis = append(basis, v)
		}
	}
	return basis
}

func coordinatesIn(basis [][]float64, v []float64) *mat.VecDense {
	a := mat.NewVecDense(len(basis), nil)
	for i, b := range basis {
		a.SetVec(i, floats.Dot(b, v))
	}
	return a
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// symmetric returns the symmetric part of a square matrix.
func symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, 0.5*(a.At(i, j)+a.At(j, i)))
		}
	}
	return s
}

// matrixFunction applies f to the eigenvalues, or returns nil if they cannot be had.
func matrixFunction(a *mat.SymDense, f func(float64) float64) *mat.SymDense {
	var eigen mat.EigenSym
	if !eigen.Factorize(a, true) {
		return nil
	}
	var q mat.Dense
	eigen.VectorsTo(&q)
	n := a.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i, l := range eigen.Values(nil) {
		out.SymRankOne(out, f(l), q.ColView(i))
	}
	return out
}
