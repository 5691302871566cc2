// Package matrix is arithmetic on small dense matrices, k×k row-major, one for each item in each gradient, where a
// library's call would cost more than the arithmetic. Only the lower triangle of symmetric and triangular matrices is
// read.
package matrix

import "math"

// Cholesky replaces the lower triangle of the positive definite a by its Cholesky
// factor.
func Cholesky(a []float64, k int) {
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

// RootLower replaces the lower triangle of the positive definite a by the lower triangular
// U with a = UᵀU: the Cholesky decomposition from the last row on.
func RootLower(a []float64, k int) {
	for j := k - 1; j >= 0; j-- {
		d := a[j*k+j]
		for i := j + 1; i < k; i++ {
			d -= a[i*k+j] * a[i*k+j]
		}
		d = math.Sqrt(d)
		a[j*k+j] = d
		for c := range j {
			x := a[j*k+c]
			for i := j + 1; i < k; i++ {
				x -= a[i*k+j] * a[i*k+c]
			}
			a[j*k+c] = x / d
		}
	}
}

// RootBackward stores in m the symmetric derivative of a function of M = UᵀU, U lower
// triangular with the inverse R, given f = ŪUᵀ, of which the lower triangle counts: with
// Φ = tril(f), its diagonal halved, the symmetric part of RΦRᵀ (as Murray 2016,
// "Differentiation of the Cholesky decomposition", derives it for LLᵀ). It halves f's
// diagonal; t is scratch.
func RootBackward(m, f, r, t []float64, k int) {
	for i := range k {
		f[i*k+i] *= 0.5
	}
	for i := range k { // RΦ
		for j := range k {
			x := 0.0
			for e := j; e <= i; e++ {
				x += r[i*k+e] * f[e*k+j]
			}
			t[i*k+j] = x
		}
	}
	for i := range k {
		for j := range i + 1 {
			x := 0.0
			for e := range k {
				if e <= j {
					x += t[i*k+e] * r[j*k+e]
				}
				if e <= i {
					x += t[j*k+e] * r[i*k+e]
				}
			}
			m[i*k+j] = 0.5 * x
			m[j*k+i] = 0.5 * x
		}
	}
}

// SolveLower replaces x by L⁻¹x.
func SolveLower(l, x []float64, k int) {
	for i := range k {
		v := x[i]
		for j := range i {
			v -= l[i*k+j] * x[j]
		}
		x[i] = v / l[i*k+i]
	}
}

// SolveLowerT replaces x by L⁻ᵀx.
func SolveLowerT(l, x []float64, k int) {
	for i := k - 1; i >= 0; i-- {
		v := x[i]
		for j := i + 1; j < k; j++ {
			v -= l[j*k+i] * x[j]
		}
		x[i] = v / l[i*k+i]
	}
}

// InvertLower stores L⁻¹ in r, whose upper triangle is not touched.
func InvertLower(r, l []float64, k int) {
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

// MultiplyTransposed stores Lᵀ·B in m, L lower triangular.
func MultiplyTransposed(m, l, b []float64, k int) {
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

// MultiplyLower stores L·B in m, L lower triangular.
func MultiplyLower(m, l, b []float64, k int) {
	for i := range k {
		row := m[i*k : (i+1)*k]
		clear(row)
		for j := range i + 1 {
			x := l[i*k+j]
			for c, y := range b[j*k : (j+1)*k] {
				row[c] += x * y
			}
		}
	}
}

// Transpose stores Aᵀ in t.
func Transpose(t, a []float64, k int) {
	for i := range k {
		for j, x := range a[i*k : (i+1)*k] {
			t[j*k+i] = x
		}
	}
}

// SymmetricPart stores ½x(A + Aᵀ) in s.
func SymmetricPart(s, a []float64, x float64, k int) {
	for i := range k {
		for j := range i + 1 {
			v := 0.5 * x * (a[i*k+j] + a[j*k+i])
			s[i*k+j], s[j*k+i] = v, v
		}
	}
}
