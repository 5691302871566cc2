package model

import "math"

// stretch replaces η by η + (L̄ᵀ − I) mean(η) for the members of a full factor, sets
// the effects from it, and returns the log density of η plus log |L̄|.
func (f *factor) stretch(st *factorState, c, tau []float64) float64 {
	k := f.k
	shift := st.shift
	clear(shift)
	logp := 0.0
	if f.members > 0 {
		mean, l := st.etaMean, st.meanChol
		f.memberMean(mean, st.eta)
		f.information(l, f.meanInfo, c, tau)
		cholesky(l, k)
		for a := range k {
			shift[a] = -mean[a]
			for i := a; i < k; i++ {
				shift[a] += l[i*k+a] * mean[i]
			}
			logp += math.Log(l[a*k+a])
		}
		clear(st.mean)
		for s := range k {
			for a := range s + 1 {
				st.mean[s] += c[s*k+a] * (mean[a] + shift[a])
			}
		}
	}
	f.followShift(st, c)
	if k == 2 {
		return logp - 0.5*f.shift2(st, c)
	}
	square := 0.0
	for j, w := range f.member {
		u := int(f.of[j]) * k
		eta, b, follow := st.eta[j*k:(j+1)*k], st.effect[j*k:(j+1)*k], st.class.follow[u:u+k]
		for a, x := range shift {
			eta[a] += w*x + (1-w)*follow[a]
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
	return logp - 0.5*square
}

// shift2 moves the η, sets the effects b = Cη and returns Σ η², for two studies.
func (f *factor) shift2(st *factorState, c []float64) float64 {
	c00, c10, c11, s0, s1 := c[0], c[2], c[3], st.shift[0], st.shift[1]
	eta, b, follow := st.eta[:2*len(f.member)], st.effect[:2*len(f.member)], st.class.follow
	square := 0.0
	for j, w := range f.member {
		u := f.of[j]
		e0, e1 := eta[2*j]+w*s0+(1-w)*follow[2*u], eta[2*j+1]+w*s1+(1-w)*follow[2*u+1]
		square += e0*e0 + e1*e1
		eta[2*j], eta[2*j+1] = e0, e1
		b[2*j], b[2*j+1] = c00*e0, c10*e0+c11*e1
	}
	return square
}

// followShift sets what is added to η of the levels of each class that are no members.
func (f *factor) followShift(st *factorState, c []float64) {
	k := f.k
	for s := range k {
		st.moved[s] = 0
		for a := range s + 1 {
			st.moved[s] += c[s*k+a] * st.shift[a]
		}
	}
	for u := range f.count {
		a, follow := st.class.a[u*k*k:(u+1)*k*k], st.class.follow[u*k:(u+1)*k]
		for i := range k {
			follow[i] = 0
			for s, x := range st.moved {
				follow[i] += a[i*k+s] * f.info[u*k+s] * x
			}
		}
	}
}

// followBackward adds to abar and cbar what comes of followShift, given the derivatives with
// respect to η, and to pull the derivative with respect to s, divided by the members.
func (f *factor) followBackward(st *factorState, etabar, c, cbar, pull []float64) {
	k := f.k
	bar := st.class.followBar
	clear(bar)
	for j, w := range f.member {
		if w == 0 {
			u := int(f.of[j])
			for i, x := range etabar[j*k : (j+1)*k] {
				bar[u*k+i] += x
			}
		}
	}
	movedBar := st.v
	clear(movedBar)
	for u := range f.count {
		a, abar, bar := st.class.a[u*k*k:(u+1)*k*k], st.class.abar[u*k*k:(u+1)*k*k], bar[u*k:(u+1)*k]
		for i, x := range bar {
			for s, moved := range st.moved {
				d := f.info[u*k+s] * x
				abar[i*k+s] += d * moved
				movedBar[s] += d * a[i*k+s]
			}
		}
	}
	for s, x := range movedBar {
		for a := range s + 1 {
			cbar[s*k+a] += x * st.shift[a]
			pull[a] += c[s*k+a] * x / f.members
		}
	}
}

// memberMean sets mean to the mean of v, levels × k, over the members.
func (f *factor) memberMean(mean, v []float64) {
	k := f.k
	clear(mean)
	if k == 2 {
		s0, s1 := 0.0, 0.0
		v = v[:2*len(f.member)]
		for j, w := range f.member {
			s0 += w * v[2*j]
			s1 += w * v[2*j+1]
		}
		mean[0], mean[1] = s0/f.members, s1/f.members
		return
	}
	for j, w := range f.member {
		for a, x := range v[j*k : (j+1)*k] {
			mean[a] += w * x / f.members
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
	if f.members == 0 {
		return
	}
	pull := st.w
	f.memberMean(pull, etabar)
	f.followBackward(st, etabar, c, cbar, pull)
	l, mean, lbar := st.meanChol, st.etaMean, st.lbar
	clear(lbar)
	back := st.v
	for i := range k {
		back[i] = -pull[i]
		for a := range i + 1 {
			back[i] += l[i*k+a] * pull[a]
			lbar[i*k+a] = f.members * pull[a] * mean[i]
		}
		lbar[i*k+i] += 1 / l[i*k+i]
	}
	f.addToMembers(etabar, back)
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
