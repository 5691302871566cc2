package model

import "math"

// forward2 is forwardK written out for two studies.
func (f *factor) forward2(st *factorState, z, c, tau []float64) float64 {
	c00, c10, c11 := c[0], c[2], c[3]
	logs := newLogProduct()
	for o := 0; o < len(z); o += 2 {
		d0, d1 := tau[0]*f.info[o], tau[1]*f.info[o+1]
		t0, t1 := tau[0]*f.work[o], tau[1]*f.work[o+1]
		m00 := 1 + c00*c00*d0 + c10*c10*d1
		m10 := c11 * c10 * d1
		m11 := 1 + c11*c11*d1
		l00 := math.Sqrt(m00)
		l10 := m10 / l00
		l11 := math.Sqrt(m11 - l10*l10)
		h0 := (c00*t0 + c10*t1) / l00
		h1 := (c11*t1 - l10*h0) / l11
		e1 := (z[o+1] + h1) / l11
		e0 := (z[o] + h0 - l10*e1) / l00
		st.chol[2*o], st.chol[2*o+2], st.chol[2*o+3] = l00, l10, l11
		st.h[o], st.h[o+1] = h0, h1
		st.eta[o], st.eta[o+1] = e0, e1
		logs.add(l00 * l11)
	}
	return -logs.total()
}

// backward2 is backwardK written out for two studies.
func (f *factor) backward2(st *factorState, zbar, c, tau, cbar, taubar []float64) {
	c00, c10, c11 := c[0], c[2], c[3]
	var b00, b10, b11, tb0, tb1 float64
	for o := 0; o < len(zbar); o += 2 {
		i0, i1 := f.info[o], f.info[o+1]
		w0, w1 := f.work[o], f.work[o+1]
		l00, l10, l11 := st.chol[2*o], st.chol[2*o+2], st.chol[2*o+3]
		r00, r11 := 1/l00, 1/l11
		e0, e1, h0, h1 := st.eta[o], st.eta[o+1], st.h[o], st.h[o+1]
		v0 := zbar[o] * r00
		v1 := (zbar[o+1] - l10*v0) * r11
		zbar[o], zbar[o+1] = v0, v1
		u1 := v1 * r11
		u0 := (v0 - l10*u1) * r00
		// The derivative with respect to L, and from it that with respect to M.
		lb00 := -(e0*v0 + u0*h0) - r00
		lb10 := -(e1*v0 + u1*h0)
		lb11 := -(e1*v1 + u1*h1) - r11
		p00 := 0.5 * (l00*lb00 + l10*lb10)
		p10 := l11 * lb10
		p11 := 0.5 * l11 * lb11
		// S = L⁻ᵀ Φ L⁻¹; the derivative is its symmetric part.
		q10 := (p10 - p11*l10*r11) * r00 // row 1 of Φ L⁻¹
		q11 := p11 * r11
		q00 := p00 * r00
		s10, s11 := q10*r11, q11*r11
		s00 := (q00 - l10*s10) * r00
		s01 := -l10 * s11 * r00
		m00, m10, m11 := s00, 0.5*(s10+s01), s11

		d0, d1 := 2*tau[0]*i0, 2*tau[1]*i1
		b00 += d0*c00*m00 + tau[0]*w0*u0
		b10 += d1*(c10*m00+c11*m10) + tau[1]*w1*u0
		b11 += d1*(c10*m10+c11*m11) + tau[1]*w1*u1
		tb0 += i0*c00*c00*m00 + w0*c00*u0
		tb1 += i1*(c10*(c10*m00+2*c11*m10)+c11*c11*m11) + w1*(c10*u0+c11*u1)
	}
	cbar[0] += b00
	cbar[2] += b10
	cbar[3] += b11
	taubar[0] += tb0
	taubar[1] += tb1
}
