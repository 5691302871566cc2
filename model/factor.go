package model

import "math"

// A factor is one of the two things that a label depends on, the items or the
// labelers: levels with K-variate normal effects b ~ N(0, CCᵀ), C lower triangular,
// or, where each level belongs to one study only, with scalar effects b ~ N(0, σ_s²).
//
// Its effects are sampled in the constant-information parameterisation, which lies
// for each level between the centred and the non-centred one as much as its own
// labels determine it. With constants D (information on b, diagonal) and d = D t
// (t: where the labels put b), and τ a factor that is 1 or the precision 1/σ² of
// the residual,
//
//	M = I + CᵀτDC = LLᵀ,  η = L⁻ᵀ(z + L⁻¹Cᵀτd),  b = Cη,
//
// so that z is standard normal if the labels' likelihood is N(t, (τD)⁻¹). The
// log density of z is that of η plus the Jacobian: −½ηᵀη − Σ log L_ii. No
// covariance is inverted, so that σ → 0 and ρ → ±1 are as good as any value.
type factor struct {
	levels int
	k      int       // effects of a level
	starts []int     // k = 1 and nested: levels of study s are starts[s]:starts[s+1]; nil: full
	info   []float64 // D, levels × k
	work   []float64 // d, levels × k
}

// size returns the number of effects, levels × k.
func (f *factor) size() int { return f.levels * f.k }

// factorState is what one evaluation of a factor keeps between its forward and
// backward pass.
type factorState struct {
	effect []float64 // b, levels × k
	grad   []float64 // derivative of the log-likelihood with respect to b, to be set between the passes
	eta    []float64
	h      []float64 // L⁻¹Cᵀτd
	chol   []float64 // L, levels × k × k (k = 1: 1/L)

	v, w, m, lbar, t []float64 // scratch of one level
}

func newFactorState(f *factor) *factorState {
	n, k := f.size(), f.k
	return &factorState{
		effect: make([]float64, n), grad: make([]float64, n),
		eta: make([]float64, n), h: make([]float64, n), chol: make([]float64, n*k),
		v: make([]float64, k), w: make([]float64, k), m: make([]float64, k*k),
		lbar: make([]float64, k*k), t: make([]float64, k*k),
	}
}

// forward sets the effects from z and returns the log density of z without the
// likelihood. c is C, K×K row-major; for a nested factor only its diagonal is used.
// tau has one value for each study.
func (f *factor) forward(st *factorState, z, c, tau []float64) float64 {
	switch {
	case f.levels == 0:
		return 0
	case f.starts != nil:
		studies := len(f.starts) - 1
		logp := 0.0
		for s := range studies {
			logp += f.forward1(st, z, f.starts[s], f.starts[s+1], c[s*studies+s], tau[s])
		}
		return logp
	case f.k == 1:
		return f.forward1(st, z, 0, f.levels, c[0], tau[0])
	case f.k == 2:
		return f.forward2(st, z, c, tau)
	}
	return f.forwardK(st, z, c, tau)
}

// backward adds to cbar and taubar the derivatives of the log density with respect
// to C and τ and sets zbar to that with respect to z, given st.grad.
func (f *factor) backward(st *factorState, zbar, c, tau, cbar, taubar []float64) {
	switch {
	case f.levels == 0:
	case f.starts != nil:
		studies := len(f.starts) - 1
		for s := range studies {
			f.backward1(st, zbar, f.starts[s], f.starts[s+1], c[s*studies+s], tau[s], &cbar[s*studies+s], &taubar[s])
		}
	case f.k == 1:
		f.backward1(st, zbar, 0, f.levels, c[0], tau[0], &cbar[0], &taubar[0])
	case f.k == 2:
		f.backward2(st, zbar, c, tau, cbar, taubar)
	default:
		f.backwardK(st, zbar, c, tau, cbar, taubar)
	}
}

// logProduct sums logarithms of positive numbers by multiplying them first.
type logProduct struct{ sum, product float64 }

func newLogProduct() logProduct { return logProduct{product: 1} }

func (l *logProduct) add(x float64) {
	l.product *= x
	if l.product > 1e150 || l.product < 1e-150 {
		l.sum += math.Log(l.product)
		l.product = 1
	}
}

func (l *logProduct) total() float64 { return l.sum + math.Log(l.product) }
