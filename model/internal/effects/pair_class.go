package effects

import (
	"math"

	"concord/internal/logproduct"
)

// classForward2 is classForwardK written out for two studies.
func (f *Factor) classForward2(st *classState, c []float64) float64 {
	det := logproduct.New()
	c00, c10, c11 := c[0], c[2], c[3]
	for i, n := range f.count {
		d, tau, target := f.info[2*i:2*i+2], st.tau[2*i:2*i+2], st.targetTau[2*i:2*i+2]
		u, r, a := st.u[4*i:4*i+4], st.r[4*i:4*i+4], st.a[4*i:4*i+4]
		d0, d1 := tau[0]*d[0], tau[1]*d[1]

		u11 := math.Sqrt(1 + c11*c11*d1)
		r11 := 1 / u11
		u10 := c11 * c10 * d1 * r11
		u00 := math.Sqrt(1 + c00*c00*d0 + c10*c10*d1 - u10*u10)
		r00 := 1 / u00
		r10 := -u10 * r00 * r11
		det.Power(u00*u11, int(n))
		u[0], u[2], u[3] = u00, u10, u11
		r[0], r[2], r[3] = r00, r10, r11

		// P = RᵀCᵀτ, and A = RP.
		t0, t1 := target[0], target[1]
		p00, p01, p11 := r00*c00*t0, (r00*c10+r10*c11)*t1, r11*c11*t1
		a[0], a[1] = r00*p00, r00*p01
		a[2], a[3] = r10*p00, r10*p01+r11*p11
	}
	return -det.Log()
}

// classBackward2 is classBackwardK written out for two studies.
//
// With P as above, X = RᵀĀ and Φ = tril(RᵀR̄), its diagonal halved, where the log determinant has been added: B̄ = RX
// and M̄ is the symmetric part of −R(Φ + XPᵀ)Rᵀ.
func (f *Factor) classBackward2(st *classState, c, cbar []float64) {
	c00, c10, c11 := c[0], c[2], c[3]
	var b00, b10, b11 float64
	for u, n := range f.count {
		d, tau, target := f.info[2*u:2*u+2], st.tau[2*u:2*u+2], st.targetTau[2*u:2*u+2]
		tauBar, targetBar := st.tauBar[2*u:2*u+2], st.targetTauBar[2*u:2*u+2]
		r, rbar, abar := st.r[4*u:4*u+4], st.rbar[4*u:4*u+4], st.abar[4*u:4*u+4]
		r00, r10, r11 := r[0], r[2], r[3]
		t0, t1 := target[0], target[1]
		p00, p01, p11 := r00*c00*t0, (r00*c10+r10*c11)*t1, r11*c11*t1

		x00, x01 := r00*abar[0]+r10*abar[2], r00*abar[1]+r10*abar[3]
		x10, x11 := r11*abar[2], r11*abar[3]

		// The symmetric part of −Φ − XPᵀ.
		n00 := -0.5*(r00*rbar[0]+r10*rbar[2]+n) - x00*p00 - x01*p01
		n11 := -0.5*(r11*rbar[3]+n) - x11*p11
		n10 := -0.5 * (r11*rbar[2] + x10*p00 + x11*p01 + x01*p11)

		// M̄.
		h10, h11 := r10*n00+r11*n10, r10*n10+r11*n11
		m00, m10, m11 := r00*r00*n00, r00*h10, r10*h10+r11*h11

		// M = I + CᵀτDC.
		e0, e1 := 2*tau[0]*d[0], 2*tau[1]*d[1]
		k0 := c00 * m00
		k10, k11 := c10*m00+c11*m10, c10*m10+c11*m11
		tauBar[0] = d[0] * k0 * c00
		tauBar[1] = d[1] * (k10*c10 + k11*c11)

		// B̄, the derivative with respect to Cᵀτ.
		y00, y01, y11 := r00*x00, r00*x01, r10*x01+r11*x11
		b00 += e0*k0 + t0*y00
		b10 += e1*k10 + t1*y01
		b11 += e1*k11 + t1*y11
		targetBar[0] = c00 * y00
		targetBar[1] = c10*y01 + c11*y11
	}
	cbar[0] += b00
	cbar[2] += b10
	cbar[3] += b11
}
