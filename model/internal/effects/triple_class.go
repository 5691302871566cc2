package effects

import (
	"math"

	"concord/internal/logproduct"
)

// classForward3 is classForwardK written out for three studies.
func (f *Factor) classForward3(st *classState, c []float64) float64 {
	det := logproduct.New()
	c00, c10, c11, c20, c21, c22 := c[0], c[3], c[4], c[6], c[7], c[8]
	for i, n := range f.count {
		d, tau, target := f.info[3*i:3*i+3], st.tau[3*i:3*i+3], st.targetTau[3*i:3*i+3]
		u, r, a := st.u[9*i:9*i+9], st.r[9*i:9*i+9], st.a[9*i:9*i+9]
		d0, d1, d2 := tau[0]*d[0], tau[1]*d[1], tau[2]*d[2]

		u22 := math.Sqrt(1 + c22*c22*d2)
		r22 := 1 / u22
		u20, u21 := c22*c20*d2*r22, c22*c21*d2*r22
		u11 := math.Sqrt(1 + c11*c11*d1 + c21*c21*d2 - u21*u21)
		r11 := 1 / u11
		u10 := (c11*c10*d1 + c21*c20*d2 - u21*u20) * r11
		u00 := math.Sqrt(1 + c00*c00*d0 + c10*c10*d1 + c20*c20*d2 - u10*u10 - u20*u20)
		r00 := 1 / u00
		r10, r21 := -u10*r00*r11, -u21*r11*r22
		r20 := -(u20*r00 + u21*r10) * r22
		det.Power(u00*u11*u22, int(n))
		u[0], u[3], u[4], u[6], u[7], u[8] = u00, u10, u11, u20, u21, u22
		r[0], r[3], r[4], r[6], r[7], r[8] = r00, r10, r11, r20, r21, r22

		// P = RᵀCᵀτ, and A = RP.
		t0, t1, t2 := target[0], target[1], target[2]
		p00, p01, p02 := r00*c00*t0, (r00*c10+r10*c11)*t1, (r00*c20+r10*c21+r20*c22)*t2
		p11, p12, p22 := r11*c11*t1, (r11*c21+r21*c22)*t2, r22*c22*t2
		a[0], a[1], a[2] = r00*p00, r00*p01, r00*p02
		a[3], a[4], a[5] = r10*p00, r10*p01+r11*p11, r10*p02+r11*p12
		a[6], a[7], a[8] = r20*p00, r20*p01+r21*p11, r20*p02+r21*p12+r22*p22
	}
	return -det.Log()
}

// classBackward3 is classBackwardK written out for three studies, as classBackward2 is.
func (f *Factor) classBackward3(st *classState, c, cbar []float64) {
	c00, c10, c11, c20, c21, c22 := c[0], c[3], c[4], c[6], c[7], c[8]
	var b00, b10, b11, b20, b21, b22 float64
	for u, n := range f.count {
		d, tau, target := f.info[3*u:3*u+3], st.tau[3*u:3*u+3], st.targetTau[3*u:3*u+3]
		tauBar, targetBar := st.tauBar[3*u:3*u+3], st.targetTauBar[3*u:3*u+3]
		r, rbar, abar := st.r[9*u:9*u+9], st.rbar[9*u:9*u+9], st.abar[9*u:9*u+9]
		r00, r10, r11, r20, r21, r22 := r[0], r[3], r[4], r[6], r[7], r[8]
		t0, t1, t2 := target[0], target[1], target[2]
		p00, p01, p02 := r00*c00*t0, (r00*c10+r10*c11)*t1, (r00*c20+r10*c21+r20*c22)*t2
		p11, p12, p22 := r11*c11*t1, (r11*c21+r21*c22)*t2, r22*c22*t2

		x00, x01, x02 := r00*abar[0]+r10*abar[3]+r20*abar[6], r00*abar[1]+r10*abar[4]+r20*abar[7],
			r00*abar[2]+r10*abar[5]+r20*abar[8]
		x10, x11, x12 := r11*abar[3]+r21*abar[6], r11*abar[4]+r21*abar[7], r11*abar[5]+r21*abar[8]
		x20, x21, x22 := r22*abar[6], r22*abar[7], r22*abar[8]

		// The symmetric part of −Φ − XPᵀ.
		n00 := -0.5*(r00*rbar[0]+r10*rbar[3]+r20*rbar[6]+n) - x00*p00 - x01*p01 - x02*p02
		n11 := -0.5*(r11*rbar[4]+r21*rbar[7]+n) - x11*p11 - x12*p12
		n22 := -0.5*(r22*rbar[8]+n) - x22*p22
		n10 := -0.5 * (r11*rbar[3] + r21*rbar[6] + x10*p00 + x11*p01 + x12*p02 + x01*p11 + x02*p12)
		n20 := -0.5 * (r22*rbar[6] + x20*p00 + x21*p01 + x22*p02 + x02*p22)
		n21 := -0.5 * (r22*rbar[7] + x21*p11 + x22*p12 + x12*p22)

		// M̄ = R N Rᵀ.
		h10, h11 := r10*n00+r11*n10, r10*n10+r11*n11
		h20, h21, h22 := r20*n00+r21*n10+r22*n20, r20*n10+r21*n11+r22*n21, r20*n20+r21*n21+r22*n22
		m00, m10, m11 := r00*r00*n00, r00*h10, r10*h10+r11*h11
		m20, m21, m22 := r00*h20, r10*h20+r11*h21, r20*h20+r21*h21+r22*h22

		// M = I + CᵀτDC.
		e0, e1, e2 := 2*tau[0]*d[0], 2*tau[1]*d[1], 2*tau[2]*d[2]
		k0 := c00 * m00
		k10, k11 := c10*m00+c11*m10, c10*m10+c11*m11
		k20, k21, k22 := c20*m00+c21*m10+c22*m20, c20*m10+c21*m11+c22*m21, c20*m20+c21*m21+c22*m22
		tauBar[0] = d[0] * k0 * c00
		tauBar[1] = d[1] * (k10*c10 + k11*c11)
		tauBar[2] = d[2] * (k20*c20 + k21*c21 + k22*c22)

		// B̄ = RX, the derivative with respect to Cᵀτ.
		y00, y01, y02 := r00*x00, r00*x01, r00*x02
		y11, y12 := r10*x01+r11*x11, r10*x02+r11*x12
		y22 := r20*x02 + r21*x12 + r22*x22
		b00 += e0*k0 + t0*y00
		b10 += e1*k10 + t1*y01
		b11 += e1*k11 + t1*y11
		b20 += e2*k20 + t2*y02
		b21 += e2*k21 + t2*y12
		b22 += e2*k22 + t2*y22
		targetBar[0] = c00 * y00
		targetBar[1] = c10*y01 + c11*y11
		targetBar[2] = c20*y02 + c21*y12 + c22*y22
	}
	cbar[0] += b00
	cbar[3] += b10
	cbar[4] += b11
	cbar[6] += b20
	cbar[7] += b21
	cbar[8] += b22
}
