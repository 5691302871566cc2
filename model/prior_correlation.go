package model

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"concord/model/spec"
	"concord/posterior"
)

// LogCorrelationPrior returns the logarithm of the prior density of ρ of two studies given the correlations of all
// other pairs, at each draw. It panics if the two are one study.
func (s StudyPosterior) LogCorrelationPrior(other StudyPosterior) posterior.Quantity {
	s.requireSameFit(other)
	if s == other {
		panic("model: a study has no correlation with itself")
	}
	k, first := len(s.fit.studies), s.fit.layout.Terms[0].Cor
	if _, uniform := s.fit.spec.Priors.Correlation.LKJ(); uniform && k == 2 {
		return s.fit.constant("log_prior_cor_item", -math.Ln2)
	}
	of := make([]posterior.Quantity, k*(k-1)/2)
	for p := range of {
		of[p] = s.fit.draws.Quantity(first + p)
	}
	return posterior.Map("log_prior_cor_item", func(rho []float64) float64 {
		r := mat.NewSymDense(k, nil)
		for b := range k {
			r.SetSym(b, b, 1)
			for a := range b {
				r.SetSym(a, b, rho[spec.PairIndex(a, b)])
			}
		}
		return newConditionalCorrelation(r, s.at, other.at, s.fit.spec.Priors.Correlation).logDensity()
	}, of...)
}

// conditionalCorrelation is the prior density of one correlation of a matrix R given the others. With P = R⁻¹ and δ
// added to the correlation of a and b,
//
//	|R(δ)| / |R| = (1 + δ P_ab)² − δ² P_aa P_bb,
//
// and the diagonal of R(δ)⁻¹ follows from P by Woodbury's identity.
type conditionalCorrelation struct {
	p             mat.SymDense // P
	a, b          int
	shape         float64 // of LKJ
	marginal      bool
	from, to      float64 // of δ: where R(δ) is positive definite
	paa, pab, pbb float64
}

// correlationNodes is the number of nodes of the quadrature over a correlation.
const correlationNodes = 40

func newConditionalCorrelation(r *mat.SymDense, a, b int, prior spec.CorrelationPrior) *conditionalCorrelation {
	cc := &conditionalCorrelation{a: a, b: b}
	cc.shape, cc.marginal = prior.LKJ()
	var chol mat.Cholesky
	if !chol.Factorize(r) || chol.InverseTo(&cc.p) != nil {
		cc.from, cc.to = math.NaN(), math.NaN()
		return cc
	}
	cc.paa, cc.pab, cc.pbb = cc.p.At(a, a), cc.p.At(a, b), cc.p.At(b, b)
	root := math.Sqrt(cc.paa * cc.pbb)
	cc.from, cc.to = -1/(root+cc.pab), 1/(root-cc.pab)
	return cc
}

// logDensity returns the logarithm of the density at R; NaN if R is singular.
func (cc *conditionalCorrelation) logDensity() float64 {
	if math.IsNaN(cc.from) {
		return math.NaN()
	}
	// With δ the mean of the ends less half of the width times cos φ the density is smooth at both ends.
	middle, half := (cc.from+cc.to)/2, (cc.to-cc.from)/2
	sum := quad.Fixed(func(phi float64) float64 {
		return math.Exp(cc.at(middle-half*math.Cos(phi))) * half * math.Sin(phi)
	}, 0, math.Pi, correlationNodes, nil, 0)
	return -math.Log(sum)
}

// at returns the logarithm of the density of R(δ) less that of R.
func (cc *conditionalCorrelation) at(delta float64) float64 {
	q := 1 + delta*cc.pab
	determinant := q*q - delta*delta*cc.paa*cc.pbb
	if !(determinant > 0) {
		return math.Inf(-1)
	}
	logp := (cc.shape - 1) * math.Log(determinant)
	if !cc.marginal {
		return logp
	}
	n := float64(cc.p.SymmetricDim())
	logp -= (n + 1) * math.Log(determinant)
	for i := range cc.p.SymmetricDim() {
		ia, ib := cc.p.At(i, cc.a), cc.p.At(i, cc.b)
		less := delta * (2*q*ia*ib - delta*(cc.pbb*ia*ia+cc.paa*ib*ib)) / determinant
		logp -= (n + 1) / 2 * math.Log1p(-less/cc.p.At(i, i))
	}
	return logp
}
