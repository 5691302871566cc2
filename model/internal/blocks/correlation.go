package blocks

import (
	"math"

	"concord/internal/logproduct"
	"concord/model/spec"
)

// correlations maps unconstrained coordinates to a root A of a K×K correlation matrix R = AAᵀ, row-major, whose rows
// have length 1.
type correlations interface {
	// Size returns the number of coordinates.
	Size() int
	// width returns how many elements of a row, the first ones, may differ from 0.
	width(row int) int
	// Factor stores the root of the coordinates.
	Factor(root, y []float64)
	// backward adds to grad the derivative with respect to y, and returns the log prior of y. The derivative is for the
	// sum of the log prior and a function of the root, whose derivative is bar. Call Factor with the same coordinates
	// before. backward overwrites bar.
	backward(grad, bar, root, y []float64) (logp float64)
	// unconstrained stores the coordinates of a correlation matrix with the Cholesky factor l, kept finite by bound.
	unconstrained(y, l []float64, bound float64)
}

// correlation maps K(K−1)/2 unconstrained numbers to the Cholesky factor of a K×K correlation matrix. It goes through
// the canonical partial correlations tanh(y) (Lewandowski, Kurowicka and Joe 2009, section 2). With r_ij = Π_{m<j}
// sech(y_im),
//
//	L_ij = tanh(y_ij) r_ij for j < i, L_ii = r_ii.
//
// Under the LKJ(η) prior the partial correlation of column j (counted from 0) is Beta(α, α) on (−1, 1), independent of
// the others, with α = η + (K−2−j)/2. So log p(y_ij) = −2α log cosh y_ij up to a constant. Nothing cancels as ρ → ±1.
//
// A marginally uniform prior ([spec.MarginallyUniform]) is LKJ(1) times its density relative to LKJ(1).
type correlation struct {
	k        int
	shape    float64            // η
	marginal *marginallyUniform // nil: LKJ alone
}

func newCorrelation(k int, prior spec.CorrelationPrior) correlation {
	c := correlation{k: k}
	shape, marginal := prior.LKJ()
	c.shape = shape
	if marginal && k > 2 { // with two studies it is LKJ(1)
		c.marginal = newMarginallyUniform(k)
	}
	return c
}

// Size returns the number of unconstrained coordinates.
func (cor correlation) Size() int { return cor.k * (cor.k - 1) / 2 }

// width implements [correlations].
func (cor correlation) width(row int) int { return row + 1 }

// Factor stores L, row-major K×K with zeros above the diagonal.
func (cor correlation) Factor(l, y []float64) {
	n := 0
	for i := range cor.k {
		row := l[i*cor.k : (i+1)*cor.k]
		clear(row)
		r := 1.0
		for j := range i {
			t, s, _ := hyperbolic(y[n])
			row[j] = t * r
			r *= s
			n++
		}
		row[i] = r
	}
}

// backward adds to grad the derivative with respect to y, and returns the log prior of y. The derivative is for the sum
// of the log prior and a function of L, whose derivative is lbar (row-major, lower triangle). It overwrites lbar.
//
// No function of y has to be computed: r_ij² = Σ_{m≥j} L_im² loses no digits, tanh y_ij = L_ij/r_ij, sech y_ij =
// r_i,j+1/r_ij. With r_i0 = 1 and 2α_j falling by 1 from one column to the next, −Σ_j 2α_j log cosh y_ij is 2α_{i−1}
// log L_ii + Σ_{0<j<i} log r_ij.
func (cor correlation) backward(grad, lbar, l, _ []float64) (logp float64) {
	diagonal := 0.0 // factor of Σ log L_ii
	if cor.marginal != nil {
		logp, diagonal = cor.marginal.backward(lbar, l)
	}
	// 2α_{i−1} = 2η − 1 + K − i.
	diagonal += 2*cor.shape - 1
	n, determinant, radii := 0, logproduct.New(), logproduct.New()
	for i := range cor.k {
		row, bar, g := l[i*cor.k:i*cor.k+i+1], lbar[i*cor.k:i*cor.k+i+1], grad[n:n+i]
		n += i
		square := row[i] * row[i]
		r := row[i]
		after := bar[i] * row[i] // Σ L̄_im L_im of the columns after j
		if i > 0 {
			determinant.Times(r)
			radii.Power(r, cor.k-i)
		}
		for j := i - 1; j >= 0; j-- {
			next := r
			square += row[j] * row[j]
			r = math.Sqrt(square)
			inverse := 1 / r
			t, s := row[j]*inverse, next*inverse
			alpha2 := 2*cor.shape + float64(cor.k-2-j)
			g[j] += -alpha2*t + bar[j]*s*next - t*after
			after += bar[j] * row[j]
			if j > 0 {
				radii.Times(r)
			}
		}
	}
	return logp + diagonal*determinant.Log() + radii.Log()
}

// unconstrained stores the y of a Cholesky factor L of a correlation matrix, kept within ±bound so that a degenerate
// matrix has finite coordinates.
func (cor correlation) unconstrained(y, l []float64, bound float64) {
	n := 0
	for i := range cor.k {
		row := l[i*cor.k : (i+1)*cor.k]
		r2 := 1.0
		for j := range i {
			z := row[j] / math.Sqrt(r2)
			y[n] = math.Max(-bound, math.Min(bound, math.Atanh(math.Max(-1, math.Min(1, z)))))
			r2 = math.Max(r2-row[j]*row[j], 1e-300)
			n++
		}
	}
}
