package model

import (
	"math"

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
	conformIdle = 0.2
)

// conform returns the metric changed so that the covariance it implies for the first
// p coordinates is cov (p×p), as far as the bounds allow. Directions that do not touch
// those coordinates stay as they are.
//
// With W = D T, T = I + U(Λ − I)Uᵀ, the rows of T for those coordinates span a space with
// basis B in which cov is V; the new W is D T (I + B(V^½ − I)Bᵀ), made symmetric by the rotation
// of x that leaves W Wᵀ as it is.
func conform(m *sampler.Metric, cov *mat.SymDense) *sampler.Metric {
	p, d := cov.SymmetricDim(), len(m.Center)
	rows := make([][]float64, p)
	for h := range rows {
		rows[h] = make([]float64, d)
		rows[h][h] = 1
		stretchRow(m, rows[h])
	}
	basis := orthonormal(rows)
	if len(basis) < p {
		return m
	}
	// rows = R·Bᵀ, and V = R⁻¹ D⁻¹ cov D⁻¹ R⁻ᵀ.
	r := mat.NewDense(p, p, nil)
	for h := range p {
		for b := range p {
			r.Set(h, b, m.Scale[h]*floats.Dot(rows[h], basis[b]))
		}
	}
	var inner, v mat.Dense
	if inner.Solve(r, cov) != nil {
		return m
	}
	if v.Solve(r, inner.T()) != nil {
		return m
	}
	root := matrixFunction(symmetric(&v), func(x float64) float64 {
		return math.Sqrt(math.Max(conformLow, math.Min(conformHigh, x)))
	})
	if root == nil {
		return m
	}
	// In the space of U and B: T·(I + B(V^½ − I)Bᵀ) as a small matrix.
	space := orthonormal(append(append([][]float64(nil), m.Vectors...), basis...))
	n := len(space)
	t, s := identity(n), identity(n)
	for i, u := range m.Vectors {
		a := coordinatesIn(space, u)
		t.RankOne(t, m.Values[i]-1, a, a)
	}
	for i := range p {
		for j := range p {
			w := root.At(i, j)
			if i == j {
				w--
			}
			s.RankOne(s, w, coordinatesIn(space, basis[i]), coordinatesIn(space, basis[j]))
		}
	}
	var ts, square mat.Dense
	ts.Mul(t, s)
	square.Mul(&ts, ts.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetric(&square), true) {
		return m
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	out := &sampler.Metric{Center: m.Center, Scale: m.Scale}
	for i, l := range eigen.Values(nil) {
		if math.Abs(math.Log(l)) < conformIdle {
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
