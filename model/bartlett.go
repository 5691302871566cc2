package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/model/internal/dense"
	"concord/model/internal/matrix"
)

// bartlett are coordinates of a correlation matrix R whose prior is [MarginallyUniform], for studies of few items that
// nearly agree: they take R as that of a covariance matrix S.
//
// Let QᵀSQ = TTᵀ with T lower triangular and Q orthogonal. R has its prior where S is inverse Wishart with K + 1
// degrees of freedom and the unit matrix as scale (Barnard, McCulloch and Meng 2000), which no Q changes, and that is
// so where, counted from 0 (Bartlett's decomposition, from the inverse Wishart of the first rows to that of one more),
//
//	1/T_ii² ~ χ²(i + 2),   T_im = T_ii Σ_j g_ij T_jm for m < i,   g_ij ~ N(0, 1),
//
// all independent. The coordinates are log T_ii² and h_im = T_im/(T_ii T_mm). A row of T is thus what the items' scores
// in one direction of Q have in common with those in the directions before, and with H and G the h and g,
// H = G(I + RH), R = diag(T_ii), whose Jacobian is 1. The rows of QT, divided by their lengths, are the root of R.
//
// Why not the partial correlations of [correlation]: if one study all but follows from those before it, what the others
// have in common with the little that is left of it is small too a priori, a funnel for each study. And if the first
// study is unlike the others, all partial correlations change places. Here the first column of Q is the direction that
// the studies have in common, which stays what it is whatever one of them does. Where labels say much the partial
// correlations, of which they tell each, are the better ones; S has K numbers more than R.
//
// It belongs to one goroutine, but for Q.
type bartlett struct {
	k int
	q []float64 // Q, row by row
	// Of the last point: T, QT, T_ii, and the lengths of the rows of QT.
	t, rows, diagonal, norm []float64
	// Scratch, K×K: U = I + RH, V = U⁻¹, Vᵀ, G, and others. What is above the diagonal of T, U, V and G stays 0.
	u, inverse, transposed, g, a, b, c []float64
	scratch                            []float64
}

// newBartlett returns coordinates with the given Q, which may be set later.
func newBartlett(k int, q []float64) *bartlett {
	n := func() []float64 { return make([]float64, k*k) }
	return &bartlett{
		k: k, q: q, t: n(), rows: n(), diagonal: make([]float64, k), norm: make([]float64, k),
		u: n(), inverse: n(), transposed: n(), g: n(), a: n(), b: n(), c: n(), scratch: make([]float64, 2*8*k),
	}
}

// size implements [correlations]: the rows of H, each followed by its log T_ii².
func (ba *bartlett) size() int { return ba.k * (ba.k + 1) / 2 }

// width implements [correlations].
func (ba *bartlett) width(int) int { return ba.k }

// factor implements [correlations].
func (ba *bartlett) factor(root, x []float64) {
	k := ba.k
	for i := range k {
		h := x[:i]
		ba.diagonal[i] = math.Exp(x[i] / 2)
		for m, v := range h {
			ba.t[i*k+m] = ba.diagonal[i] * ba.diagonal[m] * v
		}
		ba.t[i*k+i] = ba.diagonal[i]
		x = x[i+1:]
	}
	dense.Mul(ba.rows, ba.q, ba.t, k, k, k)
	for i := range k {
		row := ba.rows[i*k : (i+1)*k]
		ba.norm[i] = floats.Norm(row, 2)
		floats.ScaleTo(root[i*k:(i+1)*k], 1/ba.norm[i], row)
	}
}

// backward implements [correlations].
func (ba *bartlett) backward(grad, bar, root, x []float64) (logp float64) {
	k := ba.k
	// Of a row divided by its length only what is at right angles to it moves.
	for i := range k {
		row, b := root[i*k:(i+1)*k], bar[i*k:(i+1)*k]
		floats.AddScaled(b, -floats.Dot(row, b), row)
		floats.Scale(1/ba.norm[i], b)
	}
	tBar, z, uBar := ba.a, ba.b, ba.c
	dense.MulTransHalf(tBar, ba.q, bar, k, k)

	// log p(G) = −½ Σ g²: with Z = GU⁻ᵀ its derivative with respect to H is −Z, and that to U is GᵀZ. Only what is
	// below the diagonals counts, and GᵀZ takes of Z no more than that.
	ba.invert(x)
	matrix.Transpose(ba.transposed, ba.inverse, k)
	dense.MulHalf(z, ba.g, ba.transposed, k, k)
	dense.MulTransLowerHalf(uBar, ba.g, z, k)

	first := 0 // coordinate of the row
	for i := range k {
		c := x[first+i]
		half := math.Exp(-c) / 2
		logp -= float64(i+2)/2*c + half
		own := half - float64(i+2)/2 + tBar[i*k+i]*ba.t[i*k+i]/2
		for m := range i {
			at := i*k + m
			logp -= ba.g[at] * ba.g[at] / 2
			t := tBar[at] * ba.t[at]
			own += (t + uBar[at]*ba.u[at]) / 2
			grad[m*(m+3)/2] += t / 2
			grad[first+m] += tBar[at]*ba.diagonal[i]*ba.diagonal[m] - z[at] + ba.diagonal[i]*uBar[at]
		}
		grad[first+i] += own
		first += i + 1
	}
	return logp
}

// invert sets U = I + RH, its inverse V, and G = HV. As RG = (U − I)V = I − V, G is −R⁻¹V below the diagonal.
func (ba *bartlett) invert(x []float64) {
	k := ba.k
	for i := range k {
		floats.ScaleTo(ba.u[i*k:i*k+i], ba.diagonal[i], x[:i])
		ba.u[i*k+i] = 1
		x = x[i+1:]
	}
	dense.InvertLower(ba.inverse, ba.u, ba.scratch, k)
	for i, d := range ba.diagonal {
		floats.ScaleTo(ba.g[i*k:i*k+i], -1/d, ba.inverse[i*k:i*k+i])
	}
}

// unconstrained implements [correlations]. Of the covariance matrices that have these correlations it takes the one
// whose variances are about what they are a priori given the correlations: (R⁻¹)_ii/(K + 1).
func (ba *bartlett) unconstrained(x, l []float64, bound float64) {
	ba.coordinates(x, bartlettCovariance(l, ba.k, bound, meanPrecision(ba.k)))
}

// coordinates stores those of S.
func (ba *bartlett) coordinates(x []float64, s *mat.SymDense) {
	q := mat.NewDense(ba.k, ba.k, ba.q)
	var rotated mat.Dense
	rotated.Mul(q.T(), s)
	rotated.Mul(&rotated, q)
	t := append([]float64(nil), rotated.RawMatrix().Data...)
	matrix.Cholesky(t, ba.k)
	for i := range ba.k {
		for m := range i {
			x[m] = t[i*ba.k+m] / (t[i*ba.k+i] * t[m*ba.k+m])
		}
		x[i] = 2 * math.Log(t[i*ba.k+i])
		x = x[i+1:]
	}
}

// meanPrecision returns the mean of what the (R⁻¹)_ii are divided by to have the variances S_ii.
func meanPrecision(k int) func() float64 { return func() float64 { return float64(k + 1) } }

// bartlettCovariance returns S for a Cholesky factor of R, whose partial correlations are kept within ±tanh bound.
// Given R, the S_ii are independent a priori, (R⁻¹)_ii divided by what is χ² with K + 1 degrees of freedom: by
// precision, called for each.
func bartlettCovariance(l []float64, k int, bound float64, precision func() float64) *mat.SymDense {
	partial := correlation{k: k}
	y := make([]float64, partial.size())
	partial.unconstrained(y, l, bound)
	bounded, inverse := make([]float64, k*k), make([]float64, k*k)
	partial.factor(bounded, y)
	matrix.InvertLower(inverse, bounded, k)
	sd := make([]float64, k)
	for m, v := range inverse {
		if m/k >= m%k {
			sd[m%k] += v * v
		}
	}
	for i, v := range sd {
		sd[i] = math.Sqrt(v / precision())
	}
	s := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			s.SetSym(i, j, sd[i]*sd[j]*floats.Dot(bounded[i*k:i*k+j+1], bounded[j*k:j*k+j+1]))
		}
	}
	return s
}

// bartlettBasis returns a Q for correlations of about those of the Cholesky factor l: its first column is the direction
// in which S varies most; the others are the studies but for the last, each less what it has of the columns before.
func bartlettBasis(l []float64, k int, bound float64) []float64 {
	common := make([]float64, k)
	var eigen mat.EigenSym
	if eigen.Factorize(bartlettCovariance(l, k, bound, meanPrecision(k)), true) { // but for what is no number
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		mat.Col(common, k-1, &vectors)
	}
	q := make([]float64, k*k)
	columns := make([][]float64, k)
	for n := range columns {
		v := common
		if n > 0 {
			v = make([]float64, k)
			v[n-1] = 1
		}
		for _, w := range columns[:n] {
			floats.AddScaled(v, -floats.Dot(v, w), w)
		}
		floats.Scale(1/floats.Norm(v, 2), v)
		columns[n] = v
		for i, e := range v {
			q[i*k+n] = e
		}
	}
	return q
}
