package sampler

import "runtime"

// byLoops says that the loops below are the fastest way to multiply by few vectors. On other platforms gonum has
// assembly. For WebAssembly it has a simple loop as Go's compiler translates it; this is three times slower.
const byLoops = runtime.GOARCH == "wasm"

// dots stores the inner products of v with rows of equal length, one after the other in u, in along. Four at a time
// share a pass over v.
func dots(along, u, v []float64) {
	d := len(v)
	for len(along) >= 4 {
		a, b, c, e := u[:d], u[d:][:d], u[2*d:][:d], u[3*d:][:d]
		var w, x, y, z float64
		for i, t := range v {
			w += a[i] * t
			x += b[i] * t
			y += c[i] * t
			z += e[i] * t
		}
		along[0], along[1], along[2], along[3] = w, x, y, z
		along, u = along[4:], u[4*d:]
	}
	for k := range along {
		sum := 0.0
		for i, t := range u[k*d:][:d] {
			sum += t * v[i]
		}
		along[k] = sum
	}
}

// addRows adds to v the rows of dots, each times its number of along.
func addRows(v, along, u []float64) {
	d := len(v)
	for len(along) >= 4 {
		a, b, c, e := u[:d], u[d:][:d], u[2*d:][:d], u[3*d:][:d]
		w, x, y, z := along[0], along[1], along[2], along[3]
		for i := range v {
			v[i] += w*a[i] + x*b[i] + y*c[i] + z*e[i]
		}
		along, u = along[4:], u[4*d:]
	}
	for k, w := range along {
		for i, t := range u[k*d:][:d] {
			v[i] += w * t
		}
	}
}
