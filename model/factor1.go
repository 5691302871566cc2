package model

import "math"

// forward1 is forward for the scalar effects of study s, with standard deviation
// sigma.
func (f *factor) forward1(st *factorState, z []float64, s int, sigma, tau float64) float64 {
	lo, hi := f.starts[s], f.starts[s+1]
	logs := newLogProduct()
	st2, stau := sigma*sigma*tau, sigma*tau
	info, work := f.info[lo:hi], f.work[lo:hi]
	z, eta, h, inv := z[lo:hi], st.eta[lo:hi], st.h[lo:hi], st.chol[lo:hi]
	sum := 0.0
	for i := range z {
		m := 1 + st2*info[i]
		r := 1 / math.Sqrt(m)
		x := stau * work[i] * r
		e := (z[i] + x) * r
		inv[i], h[i], eta[i] = r, x, e
		sum += e
		logs.add(m)
	}
	n := float64(hi - lo)
	root := math.Sqrt(1 + st2*f.meanInfo[s])
	st.meanChol[s*len(f.meanInfo)+s], st.etaMean[s] = root, sum/n
	shift := (root - 1) * sum / n
	b := st.effect[lo:hi]
	half, total := 0.0, 0.0
	for i, e := range eta {
		e += shift
		eta[i], b[i] = e, sigma*e
		half += e * e
		total += e
	}
	st.mean[s] = sigma * total / n
	return math.Log(root) - 0.5*(half+logs.total())
}

// backward1 is backward for the scalar effects of study s.
func (f *factor) backward1(st *factorState, zbar []float64, s int, sigma, tau float64, sbar, taubar *float64) {
	lo, hi := f.starts[s], f.starts[s+1]
	info, work := f.info[lo:hi], f.work[lo:hi]
	zbar, eta, h, inv, g := zbar[lo:hi], st.eta[lo:hi], st.h[lo:hi], st.chol[lo:hi], st.grad[lo:hi]
	pull := 0.0 // derivative with respect to the shift of the mean
	for i, e := range eta {
		pull += sigma*g[i] - e
	}
	root := st.meanChol[s*len(f.meanInfo)+s]
	meanBar := 0.5 * (pull*st.etaMean[s] + 1/root) / root // with respect to 1 + σ²τD̄
	pull *= (root - 1) / float64(hi-lo)
	// η here is after the shift; before it, it was e − shift.
	shift := (root - 1) * st.etaMean[s]
	sum := 2 * tau * sigma * f.meanInfo[s] * meanBar
	sumTau := sigma * sigma * f.meanInfo[s] * meanBar
	for i, e := range eta {
		r := inv[i]
		v := (sigma*g[i] - e + pull) * r
		zbar[i] = v
		w := v * r
		mbar := -0.5 * r * ((e-shift)*v + w*h[i] + r)
		sum += 2*tau*sigma*info[i]*mbar + tau*work[i]*w + g[i]*e
		sumTau += sigma * (sigma*info[i]*mbar + work[i]*w)
	}
	*sbar += sum
	*taubar += sumTau
}
