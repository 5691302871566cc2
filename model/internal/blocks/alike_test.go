package blocks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/model/internal/spec"
)

// logCovariance is the log density of the covariance of contrasts: that of correlations, plus [Alike], less the log of
// the Jacobian Π σ^k of the map from correlations and standard deviations.
func logCovariance(a *Alike, prior spec.CorrelationPrior, sigma *mat.SymDense) float64 {
	k := a.k
	sd, r := make([]float64, k), mat.NewSymDense(k, nil)
	for i := range k {
		sd[i] = math.Sqrt(sigma.At(i, i))
	}
	for i := range k {
		for j := range i + 1 {
			r.SetSym(i, j, sigma.At(i, j)/sd[i]/sd[j])
		}
	}
	var chol mat.Cholesky
	chol.Factorize(r)
	var l mat.TriDense
	chol.LTo(&l)
	root := make([]float64, k*k)
	for i := range k {
		for j := range i + 1 {
			root[i*k+j] = l.At(i, j)
		}
	}
	logp := a.add(sd, root, make([]float64, k*k), make([]bool, k))
	shape, marginal := prior.LKJ()
	logp += (shape - 1) * chol.LogDet()
	if marginal {
		var inverse mat.SymDense
		if err := chol.InverseTo(&inverse); err != nil {
			panic(err)
		}
		logp -= float64(k+1) * chol.LogDet()
		for i := range k {
			logp -= 0.5 * float64(k+1) * math.Log(inverse.At(i, i))
		}
	}
	for _, x := range sd {
		logp -= float64(k) * math.Log(x)
	}
	return logp
}

// The density of the covariance is the same in any basis of the contrasts of a group, whose rotations have Jacobian 1.
func TestNoBasisOfContrastsIsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	normal := func(n int) *mat.Dense {
		x := mat.NewDense(n, n, nil)
		x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
		return x
	}
	for _, prior := range []spec.CorrelationPrior{spec.MarginallyUniform{}, spec.LKJ{Shape: 1}, spec.LKJ{Shape: 2.5}} {
		sds := []spec.Prior{spec.StudentT{DF: 3, Scale: 2.5}, spec.Exponential{Rate: 2}, spec.Normal{Scale: 1}}
		for _, sd := range sds {
			for _, of := range [][2]int{{2, 2}, {3, 3}, {3, 6}} {
				n, k := of[0], of[1]
				sp := spec.Spec{Family: family.Contrasts{Others: n}, Priors: spec.Priors{SD: sd, Correlation: prior}}
				a := newAlike(sp, spec.Term{Name: "item", Covariance: spec.Correlated}, k, true)
				x := normal(k)
				sigma, turned := mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
				sigma.SymOuterK(0.2, x)
				var qr mat.QR
				qr.Factorize(normal(n))
				var q mat.Dense
				qr.QTo(&q)
				whole := mat.NewDense(k, k, nil)
				for s := 0; s < k; s += n {
					whole.Slice(s, s+n, s, s+n).(*mat.Dense).Copy(&q)
				}
				x.Mul(whole, x)
				turned.SymOuterK(0.2, x)
				want, got := logCovariance(a, prior, sigma), logCovariance(a, prior, turned)
				require.InDelta(t, want, got, 1e-7, "%v %v", prior, of)
			}
		}
	}
}

// One contrast of a group has the prior of a standard deviation, whatever the correlations with other groups.
func TestOneContrastHasThePlainPrior(t *testing.T) {
	for _, prior := range []spec.CorrelationPrior{spec.MarginallyUniform{}, spec.LKJ{Shape: 2}} {
		sd := spec.StudentT{DF: 3, Scale: 2.5}
		a := &Alike{n: 1, k: 2, rows: 2, triangular: true, of: sd, sdBar: make([]float64, 2), q: make([]float64, 2),
			qBar: make([]float64, 2), inverse: make([]float64, 4), precision: make([]float64, 4),
			product: make([]float64, 4)}
		a.shape, a.marginal = prior.LKJ()
		density := func(x, y, r float64) float64 {
			return a.add([]float64{x, y}, []float64{1, 0, r, math.Sqrt(1 - r*r)}, make([]float64, 4), make([]bool, 2))
		}
		want := func(x, y float64) float64 {
			p, _ := sd.LogDensity(x)
			q, _ := sd.LogDensity(y)
			return p + q
		}
		require.InDelta(t, want(0.3, 2)-want(1, 1), density(0.3, 2, 0.7)-density(1, 1, -0.4), 1e-12)
	}
}
