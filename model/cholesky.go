package model

import "math"

// Small dense matrices, k×k row-major, of which the lower triangle counts: one for each
// item in each gradient, where a library's call would cost more than the arithmetic.

// cholesky replaces the lower triangle of the positive definite a by its Cholesky
// factor.
func cholesky(a []float64, k int) {
	for j := range k {
		d := a[j*k+j]
		for i := range j {
			d -= a[j*k+i] * a[j*k+i]
		}
		d = math.Sqrt(d)
		a[j*k+j] = d
		for r := j + 1; r < k; r++ {
			x := a[r*k+j]
			for i := range j {
				x -= a[r*k+i] * a[j*k+i]
			}
			a[r*k+j] = x / d
		}
	}
}

// choleskyBackward stores in m the symmetric derivative of a function of M = LLᵀ
// whose derivative with respect to L is lbar: with Φ = tril(Lᵀ L̄), its diagonal halved,
// the symmetric part of L⁻ᵀ Φ L⁻¹ (Murray 2016, "Differentiation of the Cholesky
// decomposition", equation 10). t is scratch.
func choleskyBackward(m, lbar, l, t []float64, k int) {
	clear(t)
	for a := range k {
		for e := range a + 1 {
			x := 0.0
			for i := a; i < k; i++ {
				x += l[i*k+a] * lbar[i*k+e]
			}
			t[a*k+e] = x
		}
		t[a*k+a] *= 0.5
	}
	for a := range k { // Φ L⁻¹, row by row
		row := t[a*k : (a+1)*k]
		for e := k - 1; e >= 0; e-- {
			for i := e + 1; i < k; i++ {
				row[e] -= row[i] * l[i*k+e]
			}
			row[e] /= l[e*k+e]
		}
	}
	for e := range k { // L⁻ᵀ ·, column by column
		for a := k - 1; a >= 0; a-- {
			x := t[a*k+e]
			for i := a + 1; i < k; i++ {
				x -= l[i*k+a] * t[i*k+e]
			}
			t[a*k+e] = x / l[a*k+a]
		}
	}
	for a := range k {
		for e := range k {
			m[a*k+e] = 0.5 * (t[a*k+e] + t[e*k+a])
		}
	}
}

// solveLower replaces x by L⁻¹x.
func solveLower(l, x []float64, k int) {
	for i := range k {
		v := x[i]
		for j := range i {
			v -= l[i*k+j] * x[j]
		}
		x[i] = v / l[i*k+i]
	}
}

// solveLowerT replaces x by L⁻ᵀx.
func solveLowerT(l, x []float64, k int) {
	for i := k - 1; i >= 0; i-- {
		v := x[i]
		for j := i + 1; j < k; j++ {
			v -= l[j*k+i] * x[j]
		}
		x[i] = v / l[i*k+i]
	}
}

// invertLower stores L⁻¹ in r, whose upper triangle is not touched.
func invertLower(r, l []float64, k int) {
	for j := range k {
		r[j*k+j] = 1 / l[j*k+j]
		for i := j + 1; i < k; i++ {
			x := 0.0
			for e := j; e < i; e++ {
				x -= l[i*k+e] * r[e*k+j]
			}
			r[i*k+j] = x / l[i*k+i]
		}
	}
}

// invert stores (LLᵀ)⁻¹ in m.
func invert(m, l []float64, k int) {
	for c := range k {
		// Column c of L⁻¹ in row c of m, from its diagonal on; then M⁻¹ = L⁻ᵀL⁻¹.
		row := m[c*k : (c+1)*k]
		clear(row)
		row[c] = 1 / l[c*k+c]
		for i := c + 1; i < k; i++ {
			x := 0.0
			for j := c; j < i; j++ {
				x -= l[i*k+j] * row[j]
			}
			row[i] = x / l[i*k+i]
		}
	}
	for a := range k {
		for b := a; b < k; b++ {
			x := 0.0
			for i := b; i < k; i++ {
				x += m[a*k+i] * m[b*k+i]
			}
			m[a*k+b] = x
		}
	}
	for a := range k {
		for b := range a {
			m[a*k+b] = m[b*k+a]
		}
	}
}

// multiply stores A·B in m.
func multiply(m, a, b []float64, k int) {
	for i := range k {
		row := m[i*k : (i+1)*k]
		clear(row)
		for j, x := range a[i*k : (i+1)*k] {
			for c, y := range b[j*k : (j+1)*k] {
				row[c] += x * y
			}
		}
	}
}

// multiplyTransposed stores Lᵀ·B in m, L lower triangular.
func multiplyTransposed(m, l, b []float64, k int) {
	for i := range k {
		row := m[i*k : (i+1)*k]
		clear(row)
		for j := i; j < k; j++ {
			x := l[j*k+i]
			for c, y := range b[j*k : (j+1)*k] {
				row[c] += x * y
			}
		}
	}
}
