package effects

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/model/internal/matrix"
)

// meanForward replaces η by η + (Ū − I) mean(η) for the levels of a full factor. It sets the effects and their means
// from η, and returns the log density of η plus log |Ū|.
func (f *Factor) meanForward(st *State, c, tau []float64) float64 {
	k := f.K
	mean, shift, u := st.etaMean, st.v, st.meanRoot
	f.MemberMean(mean, st.eta)
	f.information(u, f.meanInfo, c, tau)
	matrix.RootLower(u, k)
	logp := 0.0
	for i := range k {
		shift[i] = -mean[i]
		for a := range i + 1 {
			shift[i] += u[i*k+a] * mean[a]
		}
		logp += math.Log(u[i*k+i])
	}
	square := f.shift(st, shift, c)
	f.MemberMean(st.Mean, st.Effect)
	return logp - 0.5*square
}

// MemberMean sets mean to the mean of v, one for each effect, over the members of each study.
func (f *Factor) MemberMean(mean, v []float64) {
	k := f.K
	if f.Starts != nil {
		for s := range mean {
			if lo, hi := f.Starts[s], f.Starts[s+1]; lo == hi {
				mean[s] = 0
			} else if f.weight != nil {
				mean[s] = f.share[s] * floats.Dot(f.weight[lo:hi], v[lo:hi])
			} else {
				mean[s] = stat.Mean(v[lo:hi], nil)
			}
		}
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
func (f *Factor) information(m, d, c, tau []float64) {
	k := f.K
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

// meanBackward sets etabar to the derivative with respect to η before its mean is reparameterised and
// adds to cbar and taubar the derivatives through b = Cη and Ū.
func (f *Factor) meanBackward(st *State, etabar, c, tau, cbar, taubar []float64) {
	k := f.K
	f.effectsBackward(st, etabar, c, cbar)
	pull := st.w
	clear(pull)
	for o := 0; o < len(etabar); o += k {
		for a, x := range etabar[o : o+k] {
			pull[a] += x
		}
	}
	u, mean, back, root := st.meanRoot, st.etaMean, st.v, st.root
	for a := range k {
		back[a] = -pull[a]
		for i := a; i < k; i++ {
			back[a] += u[i*k+a] * pull[i]
		}
		back[a] /= f.members[a]
	}
	// ŪUᵀ, where the log determinant adds 1 to the diagonal.
	for i := range k {
		for j := range i + 1 {
			x := 0.0
			for a := range j + 1 {
				x += pull[i] * mean[a] * u[j*k+a]
			}
			root[i*k+j] = x
		}
		root[i*k+i]++
	}
	for o := 0; o < len(etabar); o += k {
		for a, x := range back {
			etabar[o+a] += f.member[o+a] * x
		}
	}
	matrix.InvertLower(st.b, u, k)
	matrix.RootBackward(st.m, root, st.b, st.t, k)
	f.informationBackward(st.m, f.meanInfo, c, tau, cbar, taubar)
}

// informationBackward adds to cbar and taubar the derivatives of a function of
// I + CᵀτDC whose derivative is the symmetric m.
func (f *Factor) informationBackward(m, d, c, tau, cbar, taubar []float64) {
	k := f.K
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
