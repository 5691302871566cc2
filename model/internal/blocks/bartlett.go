package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/model/internal/dense"
	"concord/model/internal/matrix"
)

// Bartlett are coordinates of a correlation matrix R with the prior [spec.MarginallyUniform], for studies of few items
// that nearly agree. R is the correlation matrix of a covariance matrix S, and S has the coordinates.
//
// Let QᵀSQ = TTᵀ, with T lower triangular and Q orthogonal. R has its prior if S is inverse Wishart with K + 1 degrees
// of freedom and the unit matrix as scale (Barnard, McCulloch and Meng 2000). No Q changes this distribution. In terms
// of T it is Bartlett's decomposition, derived by adding one row at a time. Counted from 0,
//
//	1/T_ii² ~ χ²(i + 2),   T_im = T_ii Σ_j g_ij T_jm for m < i,   g_ij ~ N(0, 1),
//
// all independent. With h_im = T_im/(T_ii T_mm), and H and G the h and g, H = G(I + DH), D = diag(T_ii), whose
// Jacobian is 1. The rows of QT, divided by their lengths, are the root of R.
//
// The first column of Q is the direction that the studies have in common. The first column of QT is the common part of
// the studies: e_i of study i; r_i is the rest of its row. A study has the coordinate v_i, sinh v_i = e_i/|r_i|: the
// Fisher transformation of its correlation with the common direction. The other coordinates are log T_ii² and h_im
// without the first column and row. A row of T thus holds the covariation of the items' scores in one direction of Q
// with the directions before it. The first column of T may have either sign: S is the same, and v is −v.
//
// Simpler coordinates would be h_i0 and T_00, but they give a narrow posterior. If studies nearly agree, T_00 is large.
// The labels then distinguish values of h_i0 only next to the value at which the study has nothing in common with the
// others. There the posterior is narrow, and it is wide where the study agrees with all others.
//
// The partial correlations of [correlation] have two faults here. If one study almost follows from those before it, its
// small remainder has a small covariation with the others too, a priori: a funnel for each study. If the first study is
// unlike the others, all partial correlations change places. Here the common direction stays the same whatever one of
// the studies does. The partial correlations are better if labels are informative, because the labels then determine
// each of them, and because S has K numbers more than R.
//
// It belongs to one goroutine, except for Q.
type Bartlett struct {
	k int
	q []float64 // Q, row by row
	// Values at the last point: T, QT, |T_ii|, |r_i|, and the v_i. With the sign of T_00 as factor, T has a positive
	// diagonal.
	t, rows, Diagonal, rest []float64
	common                  []Hyperbolics
	sign                    float64
	// Scratch, K×K: U = I + DH, V = U⁻¹, Vᵀ, G, and others. Elements above the diagonal of T, U, V and G stay 0.
	u, inverse, transposed, g, a, b, c []float64
	towards, own                       []float64 // K each
	scratch                            []float64
}

// newBartlett returns coordinates with the given Q, which may be set later.
func newBartlett(k int, q []float64) *Bartlett {
	n := func() []float64 { return make([]float64, k*k) }
	return &Bartlett{
		k: k, q: q, t: n(), rows: n(), Diagonal: make([]float64, k), rest: make([]float64, k),
		common: make([]Hyperbolics, k),
		u:      n(), inverse: n(), transposed: n(), g: n(), a: n(), b: n(), c: n(),
		towards: make([]float64, k), own: make([]float64, k), scratch: make([]float64, 2*8*k),
	}
}

// Size implements [correlations]: row by row v_i, the h_im from m = 1 on, and from the second row on log T_ii².
func (ba *Bartlett) Size() int { return ba.k * (ba.k + 1) / 2 }

// width implements [correlations].
func (ba *Bartlett) width(int) int { return ba.k }

// Factor implements [correlations].
func (ba *Bartlett) Factor(root, x []float64) {
	k := ba.k
	for i := range k {
		ba.common[i] = NewHyperbolics(x[0])
		ba.t[i*k] = 0
		if i > 0 {
			ba.Diagonal[i] = math.Exp(x[i] / 2)
			for m := 1; m < i; m++ {
				ba.t[i*k+m] = ba.Diagonal[i] * ba.Diagonal[m] * x[m]
			}
			ba.t[i*k+i] = ba.Diagonal[i]
		}
		x = x[i+1:]
	}
	dense.Mul(ba.rows, ba.q, ba.t, k, k, k)
	column := ba.own // the first of T
	clear(column)
	for i, v := range ba.common {
		row := ba.rows[i*k : (i+1)*k]
		ba.rest[i] = floats.Norm(row, 2)
		to := root[i*k : (i+1)*k]
		floats.ScaleTo(to, 1/(v.Cosh*ba.rest[i]), row)
		to[0] = v.Tanh()
		row[0] = ba.rest[i] * v.Sinh
		floats.AddScaled(column, row[0], ba.q[i*k:(i+1)*k])
	}
	ba.sign = math.Copysign(1, column[0])
	for i, e := range column {
		ba.t[i*k] = ba.sign * e
	}
	ba.Diagonal[0] = ba.t[0]
}

// backward implements [correlations].
func (ba *Bartlett) backward(grad, bar, root, x []float64) (logp float64) {
	k := ba.k
	// log p(G) = −½ Σ g². With Z = GU⁻ᵀ, its derivative with respect to H is −Z, and with respect to U GᵀZ. Only
	// elements below the diagonals count, and GᵀZ needs no other elements of Z.
	z, uBar := ba.b, ba.c
	ba.invert(x)
	matrix.Transpose(ba.transposed, ba.inverse, k)
	dense.MulHalf(z, ba.g, ba.transposed, k, k)
	dense.MulTransLowerHalf(uBar, ba.g, z, k)

	logp = ba.columnBackward(z, uBar)
	logp += ba.rowsBackward(grad, bar, root)
	tBar := ba.a
	dense.MulTransHalf(tBar, ba.q, bar, k, k)

	first := 1 // coordinate of the row
	for i := 1; i < k; i++ {
		c := x[first+i]
		half := math.Exp(-c) / 2
		logp -= float64(i+2)/2*c + half
		own := ba.own[i] + half - float64(i+2)/2 + tBar[i*k+i]*ba.t[i*k+i]/2
		for m := 1; m < i; m++ {
			at := i*k + m
			logp -= ba.g[at] * ba.g[at] / 2
			t := tBar[at] * ba.t[at]
			own += (t + uBar[at]*ba.u[at]) / 2
			grad[m*(m+3)/2] += t / 2
			grad[first+m] += tBar[at]*ba.Diagonal[i]*ba.Diagonal[m] - z[at] + ba.Diagonal[i]*uBar[at]
		}
		grad[first+i] += own
		first += i + 1
	}
	return logp
}

// columnBackward returns the log prior of the first column of T given the others, with the Jacobian of its map from the
// e_i. It sets ba.towards to the derivative with respect to the e_i, and ba.own to the derivative with respect to the
// other log T_ii².
func (ba *Bartlett) columnBackward(z, uBar []float64) (logp float64) {
	k, t := ba.k, ba.Diagonal[0]
	precision := 1 / (t * t)
	// The h_i0 and log T_00² are functions of T = Qᵀe: each element of T but the first is divided by T_ii T_00.
	logp = -float64(2+k)*math.Log(t) - precision/2
	first := precision - float64(2+k) // derivative with respect to log T_00
	clear(ba.towards)
	for i := 1; i < k; i++ {
		at := i * k
		g, d := ba.g[at], ba.Diagonal[i]
		h := ba.t[at] / (d * t)
		hBar := d*uBar[at] - z[at]
		logp -= g*g/2 + math.Log(d)
		first -= h * hBar
		ba.own[i] = (uBar[at]*ba.u[at] - h*hBar - 1) / 2
		ba.column(i, hBar/(d*t))
	}
	ba.column(0, first/t)
	return logp
}

// column adds a derivative with respect to T_i0 to the derivatives with respect to the e_i.
func (ba *Bartlett) column(i int, bar float64) {
	bar *= ba.sign
	for j := range ba.towards {
		ba.towards[j] += bar * ba.q[j*ba.k+i]
	}
}

// rowsBackward adds to grad the derivatives with respect to v, given the derivative with respect to the root in bar. It
// replaces bar by the derivative with respect to the r_i, and returns the logarithm of the Jacobian of the map to the
// e_i.
func (ba *Bartlett) rowsBackward(grad, bar, root []float64) (logp float64) {
	k, first := ba.k, 0
	for i, v := range ba.common {
		row, b := ba.rows[i*k+1:(i+1)*k], bar[i*k+1:(i+1)*k]
		tanh, sech, rest := root[i*k], 1/v.Cosh, ba.rest[i]
		along := floats.Dot(row, b) / rest
		grad[first] += bar[i*k]*sech*sech - along*sech*tanh + ba.towards[i]*rest*v.Cosh + tanh
		logp += math.Log(rest) + v.LogCosh()
		// A row divided by its length moves only at right angles to itself.
		floats.Scale(sech/rest, b)
		floats.AddScaled(b, (ba.towards[i]*v.Sinh+1/rest-along*sech/rest)/rest, row)
		bar[i*k] = 0
		first += i + 1
	}
	return logp
}

// invert sets U = I + DH, its inverse V, and G = HV. As DG = (U − I)V = I − V, G is −D⁻¹V below the diagonal.
func (ba *Bartlett) invert(x []float64) {
	k := ba.k
	ba.u[0] = 1
	x = x[1:]
	for i := 1; i < k; i++ {
		ba.u[i*k] = ba.t[i*k] / ba.Diagonal[0]
		floats.ScaleTo(ba.u[i*k+1:i*k+i], ba.Diagonal[i], x[1:i])
		ba.u[i*k+i] = 1
		x = x[i+1:]
	}
	dense.InvertLower(ba.inverse, ba.u, ba.scratch, k)
	for i, d := range ba.Diagonal {
		floats.ScaleTo(ba.g[i*k:i*k+i], -1/d, ba.inverse[i*k:i*k+i])
	}
}

// unconstrained implements [correlations]. Many covariance matrices have these correlations; it takes the one with
// variances near their expectation given the correlations: (R⁻¹)_ii/(K + 1).
func (ba *Bartlett) unconstrained(x, l []float64, bound float64) {
	ba.coordinates(x, bartlettCovariance(l, ba.k, bound, meanPrecision(ba.k)))
}

// coordinates stores the coordinates of S.
func (ba *Bartlett) coordinates(x []float64, s *mat.SymDense) {
	k := ba.k
	q := mat.NewDense(k, k, ba.q)
	var rotated mat.Dense
	rotated.Mul(q.T(), s)
	rotated.Mul(&rotated, q)
	t := append([]float64(nil), rotated.RawMatrix().Data...)
	matrix.Cholesky(t, k)
	for i := range k {
		clear(t[i*k+i+1 : (i+1)*k])
	}
	var rows mat.Dense
	rows.Mul(q, mat.NewDense(k, k, t))
	for i := range k {
		row := rows.RawRowView(i)
		x[0] = math.Asinh(row[0] / floats.Norm(row[1:], 2))
		if i > 0 {
			for m := 1; m < i; m++ {
				x[m] = t[i*k+m] / (t[i*k+i] * t[m*k+m])
			}
			x[i] = 2 * math.Log(t[i*k+i])
		}
		x = x[i+1:]
	}
}

// meanPrecision returns the mean of the χ² divisor that turns (R⁻¹)_ii into the variance S_ii.
func meanPrecision(k int) func() float64 { return func() float64 { return float64(k + 1) } }

// bartlettCovariance returns S for a Cholesky factor of R, whose partial correlations are kept within ±tanh bound.
// Given R, the S_ii are independent a priori: (R⁻¹)_ii divided by a χ² variable with K + 1 degrees of freedom. The
// function calls precision for each divisor.
func bartlettCovariance(l []float64, k int, bound float64, precision func() float64) *mat.SymDense {
	partial := correlation{k: k}
	y := make([]float64, partial.Size())
	partial.unconstrained(y, l, bound)
	bounded, inverse := make([]float64, k*k), make([]float64, k*k)
	partial.Factor(bounded, y)
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

// BartlettBasis returns a Q for correlations near those with the Cholesky factor l. Its first column is the direction
// in which S varies most. The others are the axes of all studies but the last, each made orthogonal to the columns
// before.
func BartlettBasis(l []float64, k int, bound float64) []float64 {
	common := make([]float64, k)
	var eigen mat.EigenSym
	if eigen.Factorize(bartlettCovariance(l, k, bound, meanPrecision(k)), true) { // false if an element is not a number
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
