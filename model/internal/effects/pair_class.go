package effects

import "math"

// Passes over classes are written out for two and three studies as those over levels are, see [Factor.forward2].

// classForward2 is classForwardK for two studies.
func (f *Factor) classForward2(st *State, c, tau []float64) float64 {
	c00, c10, c11, t0, t1 := c[0], c[2], c[3], tau[0], tau[1]
	logp := 0.0
	for i, n := range f.count {
		d0, d1, u := f.info[2*i], f.info[2*i+1], st.class.u[4*i:4*i+4]
		r, a := st.class.r[4*i:4*i+4], st.class.a[4*i:4*i+4]

		u11 := math.Sqrt(c11*t1*d1*c11 + 1)
		u10 := c11 * t1 * d1 * c10 / u11
		u00 := math.Sqrt(c00*t0*d0*c00 + c10*t1*d1*c10 + 1 - u10*u10)
		r00, r11 := 1/u00, 1/u11
		r10 := -u10 * r00 / u11
		logp -= n * math.Log(u00*u11)
		u[0], u[2], u[3] = u00, u10, u11
		r[0], r[2], r[3] = r00, r10, r11

		p00, p01, p11 := r00*c00*t0, (r00*c10+r10*c11)*t1, r11*c11*t1
		a[0], a[1], a[2], a[3] = r00*p00, r00*p01, r10*p00, r10*p01+r11*p11
	}
	return logp
}

// classBackward2 is classBackwardK for two studies.
func (f *Factor) classBackward2(st *State, c, tau, cbar, taubar []float64) {
	c00, c10, c11, t0, t1 := c[0], c[2], c[3], tau[0], tau[1]
	for u, n := range f.count {
		d0, d1, r := f.info[2*u], f.info[2*u+1], st.class.r[4*u:4*u+4]
		a, rbar, abar := st.class.a[4*u:4*u+4], st.class.rbar[4*u:4*u+4], st.class.abar[4*u:4*u+4]
		r00, r10, r11 := r[0], r[2], r[3]

		// Φ = −RᵀR̄ − n, its diagonal halved, and RΦ.
		f00, f10 := (-(r00*rbar[0]+r10*rbar[2])-n)*0.5, -(r11 * rbar[2])
		f11 := (-(r11 * rbar[3]) - n) * 0.5
		h00, h10, h11 := r00*f00, r10*f00+r11*f10, r11*f11
		m00 := 0.5 * (h00*r00 + h00*r00)
		m10 := 0.5 * (h10*r00 + h00*r10)
		m11 := 0.5 * (h10*r10 + h10*r10 + h11*r11 + h11*r11)

		// B̄ = RRᵀĀ.
		x00, x01 := r00*abar[0]+r10*abar[2], r00*abar[1]+r10*abar[3]
		x10, x11 := r11*abar[2], r11*abar[3]
		b00, b01, b10, b11 := r00*x00, r00*x01, r10*x00+r11*x10, r10*x01+r11*x11

		// M̄ takes −B̄Aᵀ, made symmetric.
		a00, a01, a10, a11 := a[0], a[1], a[2], a[3]
		m00 -= 0.5 * ((b00*a00 + b00*a00) + (b01*a01 + b01*a01))
		m10 -= 0.5 * ((b10*a00 + b00*a10) + (b11*a01 + b01*a11))
		m11 -= 0.5 * ((b10*a10 + b10*a10) + (b11*a11 + b11*a11))

		// M = I + CᵀτDC, and B = Cᵀτ.
		k00, k10, k11 := c00*m00, c10*m00+c11*m10, c10*m10+c11*m11
		cbar[0] += 2 * t0 * d0 * k00
		cbar[2] += 2 * t1 * d1 * k10
		cbar[3] += 2 * t1 * d1 * k11
		taubar[0] += d0 * (k00 * c00)
		taubar[1] += d1 * (k10*c10 + k11*c11)
		cbar[0] += t0 * b00
		cbar[2] += t1 * b01
		cbar[3] += t1 * b11
		taubar[0] += c00 * b00
		taubar[1] += c10*b01 + c11*b11
	}
}
