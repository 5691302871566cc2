package effects

import "math"

// classForward3 is classForwardK for three studies.
func (f *Factor) classForward3(st *State, c, tau []float64) float64 {
	c00, c10, c11, c20, c21, c22 := c[0], c[3], c[4], c[6], c[7], c[8]
	t0, t1, t2 := tau[0], tau[1], tau[2]
	logp := 0.0
	for i, n := range f.count {
		d, u := f.info[3*i:3*i+3], st.class.u[9*i:9*i+9]
		r, a := st.class.r[9*i:9*i+9], st.class.a[9*i:9*i+9]
		d0, d1, d2 := d[0], d[1], d[2]

		u22 := math.Sqrt(c22*t2*d2*c22 + 1)
		u20, u21 := c22*t2*d2*c20/u22, c22*t2*d2*c21/u22
		u11 := math.Sqrt(c11*t1*d1*c11 + c21*t2*d2*c21 + 1 - u21*u21)
		u10 := (c11*t1*d1*c10 + c21*t2*d2*c20 - u21*u20) / u11
		u00 := math.Sqrt(c00*t0*d0*c00 + c10*t1*d1*c10 + c20*t2*d2*c20 + 1 - u10*u10 - u20*u20)
		r00, r11, r22 := 1/u00, 1/u11, 1/u22
		r10, r21 := -u10*r00/u11, -u21*r11/u22
		r20 := (-u20*r00 - u21*r10) / u22
		logp -= n * math.Log(u00*u11*u22)
		u[0], u[3], u[4], u[6], u[7], u[8] = u00, u10, u11, u20, u21, u22
		r[0], r[3], r[4], r[6], r[7], r[8] = r00, r10, r11, r20, r21, r22

		p00, p01, p02 := r00*c00*t0, (r00*c10+r10*c11)*t1, (r00*c20+r10*c21+r20*c22)*t2
		p11, p12, p22 := r11*c11*t1, (r11*c21+r21*c22)*t2, r22*c22*t2
		a[0], a[1], a[2] = r00*p00, r00*p01, r00*p02
		a[3], a[4], a[5] = r10*p00, r10*p01+r11*p11, r10*p02+r11*p12
		a[6], a[7], a[8] = r20*p00, r20*p01+r21*p11, r20*p02+r21*p12+r22*p22
	}
	return logp
}

// classBackward3 is classBackwardK for three studies.
func (f *Factor) classBackward3(st *State, c, tau, cbar, taubar []float64) {
	c00, c10, c11, c20, c21, c22 := c[0], c[3], c[4], c[6], c[7], c[8]
	t0, t1, t2 := tau[0], tau[1], tau[2]
	for u, n := range f.count {
		d, r, a := f.info[3*u:3*u+3], st.class.r[9*u:9*u+9], st.class.a[9*u:9*u+9]
		rbar, abar := st.class.rbar[9*u:9*u+9], st.class.abar[9*u:9*u+9]
		r00, r10, r11, r20, r21, r22 := r[0], r[3], r[4], r[6], r[7], r[8]

		// Φ = −RᵀR̄ − n, its diagonal halved, and RΦ.
		f00 := (-(r00*rbar[0] + r10*rbar[3] + r20*rbar[6]) - n) * 0.5
		f10, f11 := -(r11*rbar[3] + r21*rbar[6]), (-(r11*rbar[4]+r21*rbar[7])-n)*0.5
		f20, f21, f22 := -(r22 * rbar[6]), -(r22 * rbar[7]), (-(r22*rbar[8])-n)*0.5
		h00 := r00 * f00
		h10, h11 := r10*f00+r11*f10, r11*f11
		h20, h21, h22 := r20*f00+r21*f10+r22*f20, r21*f11+r22*f21, r22*f22
		m00 := 0.5 * (h00*r00 + h00*r00)
		m10 := 0.5 * (h10*r00 + h00*r10)
		m11 := 0.5 * (h10*r10 + h10*r10 + h11*r11 + h11*r11)
		m20 := 0.5 * (h20*r00 + h00*r20)
		m21 := 0.5 * (h20*r10 + h10*r20 + h21*r11 + h11*r21)
		m22 := 0.5 * (h20*r20 + h20*r20 + h21*r21 + h21*r21 + h22*r22 + h22*r22)

		// B̄ = RRᵀĀ.
		x00, x01, x02 := r00*abar[0]+r10*abar[3]+r20*abar[6], r00*abar[1]+r10*abar[4]+r20*abar[7],
			r00*abar[2]+r10*abar[5]+r20*abar[8]
		x10, x11, x12 := r11*abar[3]+r21*abar[6], r11*abar[4]+r21*abar[7], r11*abar[5]+r21*abar[8]
		x20, x21, x22 := r22*abar[6], r22*abar[7], r22*abar[8]
		b00, b01, b02 := r00*x00, r00*x01, r00*x02
		b10, b11, b12 := r10*x00+r11*x10, r10*x01+r11*x11, r10*x02+r11*x12
		b20, b21, b22 := r20*x00+r21*x10+r22*x20, r20*x01+r21*x11+r22*x21, r20*x02+r21*x12+r22*x22

		// M̄ takes −B̄Aᵀ, made symmetric.
		a00, a01, a02, a10, a11, a12, a20, a21, a22 := a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]
		m00 -= 0.5 * ((b00*a00 + b00*a00) + (b01*a01 + b01*a01) + (b02*a02 + b02*a02))
		m10 -= 0.5 * ((b10*a00 + b00*a10) + (b11*a01 + b01*a11) + (b12*a02 + b02*a12))
		m11 -= 0.5 * ((b10*a10 + b10*a10) + (b11*a11 + b11*a11) + (b12*a12 + b12*a12))
		m20 -= 0.5 * ((b20*a00 + b00*a20) + (b21*a01 + b01*a21) + (b22*a02 + b02*a22))
		m21 -= 0.5 * ((b20*a10 + b10*a20) + (b21*a11 + b11*a21) + (b22*a12 + b12*a22))
		m22 -= 0.5 * ((b20*a20 + b20*a20) + (b21*a21 + b21*a21) + (b22*a22 + b22*a22))

		// M = I + CᵀτDC.
		k00 := c00 * m00
		k10, k11 := c10*m00+c11*m10, c10*m10+c11*m11
		k20, k21, k22 := c20*m00+c21*m10+c22*m20, c20*m10+c21*m11+c22*m21, c20*m20+c21*m21+c22*m22
		cbar[0] += 2 * t0 * d[0] * k00
		cbar[3] += 2 * t1 * d[1] * k10
		cbar[4] += 2 * t1 * d[1] * k11
		cbar[6] += 2 * t2 * d[2] * k20
		cbar[7] += 2 * t2 * d[2] * k21
		cbar[8] += 2 * t2 * d[2] * k22
		taubar[0] += d[0] * (k00 * c00)
		taubar[1] += d[1] * (k10*c10 + k11*c11)
		taubar[2] += d[2] * (k20*c20 + k21*c21 + k22*c22)

		// B = Cᵀτ.
		cbar[0] += t0 * b00
		cbar[3] += t1 * b01
		cbar[4] += t1 * b11
		cbar[6] += t2 * b02
		cbar[7] += t2 * b12
		cbar[8] += t2 * b22
		taubar[0] += c00 * b00
		taubar[1] += c10*b01 + c11*b11
		taubar[2] += c20*b02 + c21*b12 + c22*b22
	}
}
