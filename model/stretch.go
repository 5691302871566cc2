package model

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// stretch replaces η by η + (L̄ᵀ − I) mean(η) for the levels of a full factor, sets
// the effects and their means from it, and returns the log density of η plus log |L̄|.
func (f *factor) stretch(st *factorState, c, tau []float64) float64 {
	k := f.k
	mean, shift, l := st.etaMean, st.v, st.meanChol
	f.memberMean(mean, st.eta)
	f.information(l, f.meanInfo, c, tau)
	cholesky(l, k)
	logp := 0.0
	for a := range k {
		shift[a] = -mean[a]
		for i := a; i < k; i++ {
			shift[a] += l[i*k+a] * mean[i]
		}
		logp += math.Log(l[a*k+a])
	}
	square := f.shift(st, shift, c)
	f.memberMean(st.mean, st.effect)
	return logp - 0.5*square
}

// memberMean sets mean to the mean of v, one for each effect, over the members of each study.
func (f *factor) memberMean(mean, v []float64) {
	k := f.k
	if f.starts != nil {
		for s := range mean {
			mean[s] = stat.Mean(v[f.starts[s]:f.starts[s+1]], nil)
		}
		return
	}
	if k == 2 {
		s0, s1 := 0.0, 0.0
		v, member := v[:2*f.levels], f.member[:2*f.levels]
		for o := 0; o+1 < len(v); o += 2 {
			s0 += member[o] * v[o]
			s1 += member[o+1] * v[o+1]
		}
		mean[0], mean[1] = s0/f.members[0], s1/f.members[1]
		return
	}
	clear(mean)
	for o := 0; o < len(v); o += k {
		for a, x := range v[o : o+k] {
			mean[a] += f.member[o+a] * x / f.members[a]
		}
	}
}

// information stores the lower triangle of I + CᵀτDC in m for one D.
func (f *factor) information(m, d, c, tau []float64) {
	k := f.k
	for a := range k {
		for e := range a + 1 {
			x := 0.0
			for s := a; s < k; s++ {
				x += c[s*k+a] * tau[s] * d[s] * c[s*k+e]
			}
			m[a*k+e] = x
		}
		m[a*k+a]++
	}
}

// stretchBackward sets etabar to the derivative with respect to η before stretch and
// adds to cbar and taubar what comes of b = Cη and of L̄.
func (f *factor) stretchBackward(st *factorState, etabar, c, tau, cbar, taubar []float64) {
	k := f.k
	f.effectsBackward(st, etabar, c, cbar)
	pull := st.w
	clear(pull)
	for o := 0; o < len(etabar); o += k {
		for a, x := range etabar[o : o+k] {
			pull[a] += x
		}
	}
	l, mean, lbar := st.meanChol, st.etaMean, st.lbar
	clear(lbar)
	back := st.v
	for i := range k {
		back[i] = -pull[i]
		for a := range i + 1 {
			back[i] += l[i*k+a] * pull[a]
			lbar[i*k+a] = pull[a] * mean[i]
		}
		lbar[i*k+i] += 1 / l[i*k+i]
		back[i] /= f.members[i]
	}
	for o := 0; o < len(etabar); o += k {
		for a, x := range back {
			etabar[o+a] += f.member[o+a] * x
		}
	}
	choleskyBackward(st.m, lbar, l, st.t, k)
	f.informationBackward(st.m, f.meanInfo, c, tau, cbar, taubar)
}

// informationBackward adds to cbar and taubar the derivatives of a function of
// I + CᵀτDC whose derivative is the symmetric m.
func (f *factor) informationBackward(m, d, c, tau, cbar, taubar []float64) {
	k := f.k
	for s := range k {
		cmc := 0.0
		for a := range s + 1 {
			cm := 0.0
			for e := range s + 1 {
				cm += c[s*k+e] * m[e*k+a]
			}
			cbar[s*k+a] += 2 * tau[s] * d[s] * cm
			cmc += cm * c[s*k+a]
		}
		taubar[s] += d[s] * cmc
	}
}
