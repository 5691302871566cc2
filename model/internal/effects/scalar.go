package effects

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/internal/logproduct"
)

// forward1 is forward for the scalar effects of study s, with standard deviation sigma. If effects are offset, d − D(x
// − x₀) replaces d, and the mean has its prior.
func (f *Factor) forward1(st *State, z []float64, s int, sigma, tau float64, x []float64) float64 {
	if f.Starts[s] == f.Starts[s+1] {
		st.Mean[s] = 0
		return 0
	}
	det := logproduct.New()
	r, a, offset := st.class.r, st.class.a, st.class.offset
	moved := f.moved1(s, x)
	for u := f.classes.starts[s]; u < f.classes.starts[s+1]; u++ {
		m := 1 + sigma*sigma*tau*f.info[u]
		r[u], a[u], offset[u] = 1/math.Sqrt(m), sigma*tau/m, moved*f.info[u]
		det.Power(m, int(f.count[u]))
	}
	lo, hi := f.Starts[s], f.Starts[s+1]
	z, eta, work, of := z[lo:hi], st.eta[lo:hi], f.target[lo:hi], f.of[lo:hi]
	sum := 0.0
	if f.Follows {
		for i, x := range st.Offset[lo:hi] {
			u := of[i]
			eta[i] = r[u]*z[i] + a[u]*(work[i]-f.info[u]*x)
		}
	} else {
		for i, z := range z {
			u := of[i]
			e := r[u]*z + a[u]*(work[i]-offset[u])
			eta[i] = e
			sum += e
		}
	}
	mean := sum / float64(hi-lo)
	widened := mean // the part that is reparameterised
	if f.weight != nil {
		mean, widened = floats.Dot(f.weight[lo:hi], eta), 0
		for i, w := range f.weight[lo:hi] {
			widened += w * r[of[i]] * z[i]
		}
	}
	root := math.Sqrt(1 + sigma*sigma*tau*f.meanInfo[s])
	st.meanRoot[s*len(f.meanInfo)+s], st.etaMean[s] = root, widened
	shift := (root - 1) * widened
	b := st.Effect[lo:hi]
	square := 0.0
	for i, e := range eta {
		e += shift
		eta[i], b[i] = e, sigma*e
		square += e * e
	}
	st.Mean[s] = sigma * (mean + shift)
	switch {
	case f.isOffset():
		st.Mean[s] = 0
	case f.weight != nil:
		st.Mean[s] *= f.share[s]
	}
	return math.Log(root) - 0.5*(det.Log()+square)
}

// moved1 returns how far x of study s is from x₀, in units of the effects.
func (f *Factor) moved1(s int, x []float64) float64 {
	if f.Center == nil {
		return 0
	}
	return f.offsetScale(s) * (x[s] - f.Center[s])
}

// backward1 is backward for the scalar effects of study s.
func (f *Factor) backward1(
	st *State, zbar, z []float64, s int, sigma, tau float64, sbar, taubar *float64, xbar []float64,
) {
	lo, hi := f.Starts[s], f.Starts[s+1]
	if lo == hi {
		return
	}
	eta, g := st.eta[lo:hi], st.Grad[lo:hi]
	pull := 0.0 // derivative with respect to the shift of the mean
	for i, e := range eta {
		pull += sigma*g[i] - e
	}
	root := st.meanRoot[s*len(f.meanInfo)+s]
	meanBar := 0.5 * (pull*st.etaMean[s] + 1/root) / root // with respect to 1 + σ²τD̄
	pull *= root - 1
	from, to := f.classes.starts[s], f.classes.starts[s+1]
	r, rbar, abar, offset, ofClass := st.class.r, st.class.rbar, st.class.abar, st.class.offset, st.class.pull
	clear(rbar[from:to])
	clear(abar[from:to])
	clear(ofClass[from:to])
	zbar, z, work, of := zbar[lo:hi], z[lo:hi], f.target[lo:hi], f.of[lo:hi]
	sum := 0.0
	switch {
	case f.Follows:
		shift, shiftBar := st.Offset[lo:hi], st.OffsetGrad[lo:hi]
		for i, e := range eta {
			u := of[i]
			v := sigma*g[i] - e
			zbar[i] = r[u] * v
			rbar[u] += z[i] * v
			abar[u] += (work[i] - f.info[u]*shift[i]) * v
			shiftBar[i] = -f.info[u] * st.class.a[u] * v
			sum += g[i] * e
		}
	case f.weight == nil:
		pull /= float64(hi - lo)
		for i, e := range eta {
			u := of[i]
			v := sigma*g[i] - e + pull
			zbar[i] = r[u] * v
			rbar[u] += z[i] * v
			abar[u] += (work[i] - offset[u]) * v
			ofClass[u] += v
			sum += g[i] * e
		}
	default:
		for i, e := range eta {
			u := of[i]
			v := sigma*g[i] - e
			abar[u] += work[i] * v
			v += f.weight[lo+i] * pull
			zbar[i] = r[u] * v
			rbar[u] += z[i] * v
			sum += g[i] * e
		}
	}
	mean := f.meanInfo[s] * meanBar
	sum += 2 * sigma * tau * mean
	sumTau := sigma * sigma * mean
	for u := from; u < to; u++ {
		inv := r[u] * r[u] // 1/M
		mbar := -inv * (0.5*r[u]*rbar[u] + st.class.a[u]*abar[u] + 0.5*f.count[u])
		sum += tau * (2*sigma*f.info[u]*mbar + inv*abar[u])
		sumTau += sigma * (sigma*f.info[u]*mbar + inv*abar[u])
	}
	if f.Center != nil {
		for u := from; u < to; u++ {
			xbar[s] -= f.info[u] * f.offsetScale(s) * st.class.a[u] * ofClass[u]
		}
	}
	*sbar += sum
	*taubar += sumTau
}

// Invert sets z so that Forward returns the effects b of study s of a nested factor, with the standard deviation sigma,
// which is not 0.
func (f *Factor) Invert(z, b []float64, s int, sigma, tau float64, x []float64) {
	offset := f.moved1(s, x)
	lo, hi := f.Starts[s], f.Starts[s+1]
	target, of := f.target[lo:hi], f.of[lo:hi]
	// Ū multiplies the mean of η or, with weights, the weighted mean of the part of η that comes from z.
	moved := 0.0
	for i, b := range b {
		if f.weight == nil {
			moved += b / sigma / float64(hi-lo)
			continue
		}
		m := 1 + sigma*sigma*tau*f.info[of[i]]
		moved += f.weight[lo+i] * (b/sigma - sigma*tau/m*target[i])
	}
	root := math.Sqrt(1 + sigma*sigma*tau*f.meanInfo[s])
	shift := (1 - 1/root) * moved
	for i, b := range b {
		m := 1 + sigma*sigma*tau*f.info[of[i]]
		z[i] = math.Sqrt(m) * (b/sigma - shift - sigma*tau/m*(target[i]-offset*f.info[of[i]]))
	}
}
