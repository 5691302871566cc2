package model

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
//	M = I + CᵀτDC = UᵀU,  η = U⁻¹z + M⁻¹Cᵀτd,  b = Cη,
//
// so that z is standard normal if the labels' likelihood is N(t, (τD)⁻¹). The
// log density of z is that of η plus the Jacobian: −½ηᵀη − Σ log U_ii. No
// covariance is inverted, so that σ → 0 and ρ → ±1 are as good as any value. U is lower
// triangular like C: where labels say much, U → (τD)^½C, and z is what b lacks to t in units of the
// labels' own error, study by study, whatever C. (The usual Cholesky factor would turn z with C,
// and abruptly where a study does not label the level and C has an element near 0.) Levels
// of one class share D, see [classes].
//
// The labels say nothing of the mean effect: it can be moved into the mean of the
// study. There are two ways to take that into account.
//
// The mean is stretched: [density] takes μ plus the mean effect as its coordinate, and the
// mean of η, which then has its prior however much the labels say of each level, is
// multiplied by the U of the mean information D̄,
//
//	η ← η + (Ū − I) mean(η),
//
// where the mean of η_s, and D̄_s, are those of the members of study s, the levels that it
// labels, and all levels move, since what moves μ moves every effect under it. Whatever
// the members, mean(η) is multiplied by Ū, and the Jacobian is |Ū| (by Sylvester's theorem).
//
// Or the levels follow: the labels put the sum of b and the study's x (its μ and the mean of
// the other factor) somewhere, so that d is replaced by d − D(x − x₀), which is a shift of η
// and has no Jacobian. It is exact for any pattern of who is labelled in which study, but
// needs what the other factor is first: the items of several studies follow.
type factor struct {
	levels int
	k      int       // effects of a level
	starts []int     // nested: levels of study s are starts[s]:starts[s+1]; nil: full
	work   []float64 // d, levels × k
	classes

	// The members of a study are the levels that it labels; nested: all that are its own.
	member   []float64 // 1 for a member and 0 for others, levels × k; nil: nested
	members  []float64 // how many, by study
	meanInfo []float64 // D̄ of the members by study

	center []float64 // x₀ by study of a factor that follows; nil: the mean is stretched
}

// size returns the number of effects, levels × k.
func (f *factor) size() int { return f.levels * f.k }

// factorState is what one evaluation of a factor keeps between its forward and
// backward pass.
type factorState struct {
	effect []float64 // b, levels × k
	mean   []float64 // mean b of the members by study; of a factor that follows 0
	grad   []float64 // derivative of the log-likelihood with respect to b, to be set between the passes
	eta    []float64
	class  classState

	etaMean  []float64 // mean η of the members before it is stretched
	meanRoot []float64 // Ū

	v, w, m, root, t, b []float64 // scratch of one level or class
	wide                wideState // of many studies
}

func newFactorState(f *factor) *factorState {
	n, k, studies := f.size(), f.k, len(f.meanInfo)
	st := &factorState{
		effect: make([]float64, n), grad: make([]float64, n), mean: make([]float64, studies),
		eta: make([]float64, n), class: newClassState(len(f.count), k),
		etaMean: make([]float64, studies), meanRoot: make([]float64, studies*studies),
		v: make([]float64, k), w: make([]float64, k), m: make([]float64, k*k),
		root: make([]float64, k*k), t: make([]float64, k*k), b: make([]float64, k*k),
	}
	if k >= wideFrom {
		st.wide = newWideState(k)
	}
	return st
}

// forward sets the effects from z and returns the log density of z without the
// likelihood. c is C, K×K row-major; for a nested factor only its diagonal is used.
// tau has one value for each study, and so has x, for a factor that follows.
func (f *factor) forward(st *factorState, z, c, tau, x []float64) float64 {
	studies := len(f.meanInfo)
	if len(st.class.u) != len(f.count)*f.k*f.k {
		st.class = newClassState(len(f.count), f.k) // anchored since
	}
	if f.starts != nil {
		logp := 0.0
		for s := range studies {
			logp += f.forward1(st, z, s, c[s*studies+s], tau[s])
		}
		return logp
	}
	logp := f.classForward(st, c, tau)
	f.follow(&st.class, x)
	switch {
	case f.k == 2:
		f.forward2(st, z)
	case f.k >= wideFrom:
		f.forwardWide(st, z)
	default:
		f.forwardK(st, z)
	}
	if f.center != nil {
		return logp + f.effects(st, c)
	}
	return logp + f.stretch(st, c, tau)
}

// backward adds to cbar and taubar the derivatives of the log density with respect
// to C and τ, and to x of a factor that follows, and sets zbar to that with respect to z,
// given st.grad.
func (f *factor) backward(st *factorState, zbar, z, c, tau, cbar, taubar, xbar []float64) {
	studies := len(f.meanInfo)
	if f.starts != nil {
		for s := range studies {
			f.backward1(st, zbar, z, s, c[s*studies+s], tau[s], &cbar[s*studies+s], &taubar[s])
		}
		return
	}
	if f.center != nil {
		f.effectsBackward(st, zbar, c, cbar)
	} else {
		f.stretchBackward(st, zbar, c, tau, cbar, taubar)
	}
	clear(st.class.rbar)
	clear(st.class.abar)
	clear(st.class.pull)
	switch {
	case f.k == 2:
		f.backward2(st, zbar, z)
	case f.k >= wideFrom:
		f.backwardWide(st, zbar, z)
	default:
		f.backwardK(st, zbar, z)
	}
	f.followBackward(&st.class, xbar)
	f.classBackward(st, c, tau, cbar, taubar)
}

// meanGrad adds to st.grad the derivatives gbar, one for each study, with respect to the mean
// effects of the members, if the mean is a coordinate.
func (f *factor) meanGrad(st *factorState, gbar []float64) {
	if f.center != nil {
		return
	}
	if f.starts != nil {
		for s, g := range gbar {
			lo, hi := f.starts[s], f.starts[s+1]
			g /= float64(hi - lo)
			for i := lo; i < hi; i++ {
				st.grad[i] += g
			}
		}
		return
	}
	for j, w := range f.member {
		st.grad[j] += w * gbar[j%f.k] / f.members[j%f.k]
	}
}
