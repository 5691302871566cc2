package model

import "math"

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
	square := 0.0
	if k == 2 {
		square = f.shift2(st, shift, c)
	} else {
		square = f.shiftK(st, shift, c)
	}
	f.memberMean(st.mean, st.effect)
	return logp - 0.5*square
}

// shiftK adds shift to every η, sets the effects b = Cη and returns Σ η².
func (f *factor) shiftK(st *factorState, shift, c []float64) float64 {
	k := f.k
	square := 0.0
	for j := range f.levels {
		eta, b := st.eta[j*k:(j+1)*k], st.effect[j*k:(j+1)*k]
		for a, x := range shift {
			eta[a] += x
			square += eta[a] * eta[a]
		}
		for s := range k {
			x := 0.0
			for a := range s + 1 {
				x += c[s*k+a] * eta[a]
			}
			b[s] = x
		}
	}
	return square
}

// shift2 is shiftK written out for two studies.
func (f *factor) shift2(st *factorState, shift, c []float64) float64 {
	c00, c10, c11, s0, s1 := c[0], c[2], c[3], shift[0], shift[1]
	eta, b := st.eta[:2*f.levels], st.effect[:2*f.levels]
	square := 0.0
	for o := 0; o+1 < len(eta); o += 2 {
		e0, e1 := eta[o]+s0, eta[o+1]+s1
		square += e0*e0 + e1*e1
		eta[o], eta[o+1] = e0, e1
		b[o], b[o+1] = c00*e0, c10*e0+c11*e1
	}
	return square
}

// memberMean sets mean to the mean of v, levels × k, over the members of each study.
func (f *factor) memberMean(mean, v []float64) {
	k := f.k
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
	if k == 2 {
		effectBackward2(st, etabar, c, cbar)
	}
	for o := 0; o < len(etabar) && k > 2; o += k {
		g, eta := st.grad[o:o+k], st.eta[o:o+k]
		for a := range k {
			x := -eta[a]
			for s := a; s < k; s++ {
				x += c[s*k+a] * g[s]
				cbar[s*k+a] += g[s] * eta[a]
			}
			etabar[o+a] = x
		}
	}
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

// effectBackward2 sets etabar to Cᵀg − η and adds g ηᵀ to cbar, for two studies.
func effectBackward2(st *factorState, etabar, c, cbar []float64) {
	c00, c10, c11 := c[0], c[2], c[3]
	var b00, b10, b11 float64
	grad, eta := st.grad[:len(etabar)], st.eta[:len(etabar)]
	for o := 0; o+1 < len(etabar); o += 2 {
		g0, g1, e0, e1 := grad[o], grad[o+1], eta[o], eta[o+1]
		etabar[o] = c00*g0 + c10*g1 - e0
		etabar[o+1] = c11*g1 - e1
		b00 += g0 * e0
		b10 += g1 * e0
		b11 += g1 * e1
	}
	cbar[0] += b00
	cbar[2] += b10
	cbar[3] += b11
}
