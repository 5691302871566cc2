package model

import "math"

// forward1 is forward for levels lo to hi of scalar effects with standard
// deviation sigma.
func (f *factor) forward1(st *factorState, z []float64, lo, hi int, sigma, tau float64) float64 {
	half := 0.0
	logs := newLogProduct()
	st2, stau := sigma*sigma*tau, sigma*tau
	info, work := f.info[lo:hi], f.work[lo:hi]
	z, eta, h, inv, b := z[lo:hi], st.eta[lo:hi], st.h[lo:hi], st.chol[lo:hi], st.effect[lo:hi]
	for i := range z {
		m := 1 + st2*info[i]
		li := 1 / math.Sqrt(m)
		hi := stau * work[i] * li
		e := (z[i] + hi) * li
		inv[i], h[i], eta[i], b[i] = li, hi, e, sigma*e
		half += e * e
		logs.add(m)
	}
	return -0.5 * (half + logs.total())
}

// backward1 is backward for levels lo to hi of scalar effects.
func (f *factor) backward1(st *factorState, zbar []float64, lo, hi int, sigma, tau float64, sbar, taubar *float64) {
	var sum, sumTau float64
	info, work := f.info[lo:hi], f.work[lo:hi]
	zbar, eta, h, inv, g := zbar[lo:hi], st.eta[lo:hi], st.h[lo:hi], st.chol[lo:hi], st.grad[lo:hi]
	for i := range zbar {
		li, e := inv[i], eta[i]
		v := (sigma*g[i] - e) * li
		zbar[i] = v
		w := v * li
		mbar := -0.5 * li * (e*v + w*h[i] + li)
		sum += 2*tau*sigma*info[i]*mbar + tau*work[i]*w + g[i]*e
		sumTau += sigma * (sigma*info[i]*mbar + work[i]*w)
	}
	*sbar += sum
	*taubar += sumTau
}
