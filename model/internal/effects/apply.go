package effects

// effects sets the effects b = Cη of a full factor whose effects are offset and returns the log density of η, −½ Σ η²
// for normal effects.
func (f *Factor) effects(st *State, c []float64) float64 {
	if f.K >= wideFrom { // forwardWide has set the effects
		return f.etaDensity(st)
	}
	if f.bends != nil {
		return f.bentEffects(st, c)
	}
	clear(st.v)
	square := f.shift(st, st.v, c)
	if f.student {
		return f.etaDensity(st)
	}
	return -0.5 * square
}

// shift adds shift to every η, sets the effects b = Cη and returns Σ η².
func (f *Factor) shift(st *State, shift, c []float64) float64 {
	switch {
	case f.K >= wideFrom:
		return f.shiftWide(st, shift, c)
	case f.K == 2:
		return f.shift2(st, shift, c)
	}
	return f.shiftK(st, shift, c)
}

// shiftK is shift for a few studies.
func (f *Factor) shiftK(st *State, shift, c []float64) float64 {
	k := f.K
	square := 0.0
	for j := range f.Levels {
		eta, b := st.eta[j*k:(j+1)*k], st.Effect[j*k:(j+1)*k]
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

// effectsBackward sets etabar to Cᵀg − η and adds g ηᵀ to cbar.
func (f *Factor) effectsBackward(st *State, etabar, c, cbar []float64) {
	switch {
	case f.K >= wideFrom:
		f.effectsBackwardWide(st, etabar, c, cbar)
		return
	case f.K == 2:
		effectsBackward2(st, etabar, c, cbar)
	default:
		effectsBackwardK(st, etabar, c, cbar, f.K)
	}
	switch {
	case f.bends != nil:
		f.bentBackward(st, etabar)
	case f.student:
		f.scoreBackward(st, etabar)
	}
}

// effectsBackwardK is effectsBackward for a few studies.
func effectsBackwardK(st *State, etabar, c, cbar []float64, k int) {
	for o := 0; o < len(etabar); o += k {
		g, eta := st.Grad[o:o+k], st.eta[o:o+k]
		for a := range k {
			x := -eta[a]
			for s := a; s < k; s++ {
				x += c[s*k+a] * g[s]
				cbar[s*k+a] += g[s] * eta[a]
			}
			etabar[o+a] = x
		}
	}
}
