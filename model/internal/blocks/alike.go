package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/model/family"
	"concord/model/internal/dense"
	"concord/model/internal/matrix"
	"concord/model/internal/spec"
)

// Alike is the prior of the standard deviations of contrasts of categories ([family.Contrasts]), given their
// correlations R. It makes the prior of the covariance Σ of a group's n contrasts the same in any orthonormal basis of
// the contrasts, so that it treats all categories alike. R itself has the prior of correlations of the model.
//
// Let τ_s² be the mean variance of the contrasts of group s, which is the mean over all pairs of its categories of the
// variance of their log odds. τ_s has the prior f of a standard deviation, whatever the number of categories, so that
// labelers may all agree. The rest of Σ, with K rows, is
//
//   - a Wishart matrix with K − 1 + 2η degrees of freedom and the unit matrix as scale if R is LKJ(η),
//   - an inverse Wishart matrix with K + 1 degrees of freedom if R is marginally uniform,
//
// whose rows are multiplied group by group. Correlations do not depend on such factors, and have their prior (Barnard,
// McCulloch and Meng 2000). The integral over the factors is closed. In terms of R and the standard deviations σ,
//
//	log p(σ | R) = Σ_s log f(τ_s) + log τ_s − n(K − 1 + 2η) log τ_s + (K + 2η − 2) Σ_i log σ_i          (LKJ)
//	log p(σ | R) = Σ_s log f(τ_s) + log τ_s − ½n(K + 1) log t_s + Σ_i ½(K + 1) log q_i − (K + 2) log σ_i
//
// up to a constant, with q_i = (R⁻¹)_ii and t_s = Σ_i q_i/σ_i². With n = 1 both are Σ log f(σ_s).
type Alike struct {
	n, k, rows                        int // contrasts of a group, all, and the K of the formulas
	shape                             float64
	marginal                          bool
	triangular                        bool
	of                                spec.Prior
	sdBar                             []float64 // the derivative with respect to each σ, after add
	q, qBar                           []float64
	root, inverse, precision, product []float64 // scratch, k × k
}

// newAlike returns the prior of a term; nil: standard deviations are independent.
func newAlike(sp spec.Spec, of spec.Term, k int, triangular bool) *Alike {
	n := Parts(sp)
	if n == 1 || of.Covariance != spec.Correlated {
		return nil
	}
	a := &Alike{n: n, k: k, rows: k, triangular: triangular, of: sp.Priors.Of(of), sdBar: make([]float64, k),
		q: make([]float64, k), qBar: make([]float64, k), root: make([]float64, k*k), inverse: make([]float64, k*k),
		precision: make([]float64, k*k), product: make([]float64, k*k)}
	if of.Within > 0 {
		a.rows = of.Within
	}
	a.shape, a.marginal = sp.Priors.Correlation.LKJ()
	return a
}

// Parts returns how many neighbouring studies of a model are contrasts of the same labels: 1 for all but one family.
func Parts(sp spec.Spec) int {
	if f, ok := sp.Family.(family.Coupled); ok {
		return f.Parts()
	}
	return 1
}

// add returns the log prior of standard deviations, which may be signed, given a root of R. It sets sdBar, and adds to
// rootBar the derivative with respect to the root. Absent studies are left out.
func (al *Alike) add(sd, root, rootBar []float64, absent []bool) (logp float64) {
	if al.marginal {
		al.invert(root)
	}
	clear(al.qBar)
	k := float64(al.rows)
	for s := 0; s < al.k; s += al.n {
		if absent[s] {
			clear(al.sdBar[s : s+al.n])
			continue
		}
		sd, q, bar := sd[s:s+al.n], al.q[s:s+al.n], al.sdBar[s:s+al.n]
		n := float64(al.n)
		mean := floats.Dot(sd, sd) / n
		tau := math.Sqrt(mean)
		lp, d := al.of.LogDensity(tau)
		logp += lp + math.Log(tau)
		radial := d/(n*tau) + 1/(n*mean) // of σ_i, by σ_i
		power := k + 2*al.shape - 2
		total, times := 0.0, 0.0
		if al.marginal {
			for i, x := range sd {
				total += q[i] / (x * x)
			}
			power, times = -(k + 2), n*(k+1)
			logp -= 0.5 * times * math.Log(total)
		} else {
			logp -= n * (k - 1 + 2*al.shape) * math.Log(tau)
			radial -= (k - 1 + 2*al.shape) / mean
		}
		for i, x := range sd {
			size := math.Abs(x)
			logp += power * math.Log(size)
			bar[i] = size*radial + power/size
			if al.marginal {
				logp += 0.5 * (k + 1) * math.Log(q[i])
				bar[i] += times * q[i] / (size * size * size * total)
				al.qBar[s+i] = 0.5 * ((k+1)/q[i] - times/(size*size*total))
			}
		}
	}
	if al.marginal {
		al.rootBackward(rootBar)
	}
	return logp
}

// invert sets the precision R⁻¹, its diagonal q, and R⁻¹A for the root A.
func (al *Alike) invert(root []float64) {
	k := al.k
	lower := root
	if !al.triangular {
		lower = al.root
		for i := range k {
			for j := range k {
				lower[i*k+j] = floats.Dot(root[i*k:(i+1)*k], root[j*k:(j+1)*k])
			}
		}
		matrix.Cholesky(lower, k)
	}
	clear(al.inverse)
	matrix.InvertLower(al.inverse, lower, k)
	clear(al.precision)
	dense.MulTransAdd(al.precision, al.inverse, al.inverse, k, k, k)
	for i := range k {
		al.q[i] = al.precision[i*k+i]
	}
	if al.triangular {
		matrix.Transpose(al.product, al.inverse, k)
		return
	}
	clear(al.product)
	dense.MulAdd(al.product, al.precision, root, k, k, k)
}

// rootBackward adds the derivative with respect to the root A of R: as dR⁻¹ = −R⁻¹ dR R⁻¹, it is −2 R⁻¹ diag(q̄) R⁻¹ A.
func (al *Alike) rootBackward(rootBar []float64) {
	k := al.k
	for i, bar := range al.qBar {
		floats.Scale(-2*bar, al.product[i*k:(i+1)*k])
	}
	dense.MulAdd(rootBar, al.precision, al.product, k, k, k)
}
