package logitnormal

import "math"

// hermiteReach is the place, in standard deviations, where the tails of a [march] are cut. A polynomial of degree n
// that is orthonormal under φ grows like 1/√φ up to 2√n, so that its tails are longer than [reach].
const hermiteReach = 10.5

// march is the trapezoidal rule for the terms of an [Expansion], with nodes where p′ is not flat. It goes from one
// Hermite polynomial to the next as terms are asked for.
type march struct {
	// Nodes, filled up to a multiple of four, the weighted p′ there, and e_{n−1} and e_n for the last term n.
	z, slope, before, last []float64
	root, back             [mostTerms]float64 // 1/√n and √(n−1), at n−1
}

func newMarch() *march {
	m := &march{}
	for n := range m.root {
		m.root[n], m.back[n] = 1/math.Sqrt(float64(n+1)), math.Sqrt(float64(n))
	}
	return m
}

// set starts at the first polynomial, and returns E p′(mean + τz)².
func (m *march) set(mean, tau float64) (square float64) {
	m.z, m.slope, m.before, m.last = m.z[:0], m.slope[:0], m.before[:0], m.last[:0]
	// The step of [poleStep], for an integrand whose frequencies the polynomial moves up by √n.
	step := 2 * math.Pi / (2*math.Pi/poleStep(math.Pi/tau) + math.Sqrt(mostTerms))
	from, to := -hermiteReach, hermiteReach
	if tau*hermiteReach > flat-math.Abs(mean) {
		from, to = math.Max(from, (-flat-mean)/tau), math.Min(to, (flat-mean)/tau)
	}
	first := int(math.Ceil(from / step))
	start := float64(first) * step
	weights := newDensities(start, step)
	odds, up := math.Exp(mean+tau*start), math.Exp(tau*step) // odds are finite wherever there is a node
	for k := first; float64(k)*step <= to; k++ {
		slope := odds / ((1 + odds) * (1 + odds))
		weighted := step * weights.next() * slope
		m.z, m.slope = append(m.z, float64(k)*step), append(m.slope, weighted)
		square += weighted * slope
		odds *= up
	}
	for len(m.z)%4 != 0 {
		m.z, m.slope = append(m.z, 0), append(m.slope, 0)
	}
	for range m.z {
		m.before, m.last = append(m.before, 0), append(m.last, 1)
	}
	return square
}

// coefficients sets d to the next D_n; there have been from of them. Four nodes go through all terms together, with
// their polynomials in registers.
func (m *march) coefficients(d []float64, from int) {
	root, back := m.root[from:from+len(d)], m.back[from:from+len(d)]
	clear(d)
	for i := 0; i < len(m.slope); i += 4 {
		f, z, before, last := m.slope[i:i+4:i+4], m.z[i:i+4:i+4], m.before[i:i+4:i+4], m.last[i:i+4:i+4]
		b0, b1, b2, b3 := before[0], before[1], before[2], before[3]
		l0, l1, l2, l3 := last[0], last[1], last[2], last[3]
		for n := range d {
			// √n e_n = z e_{n−1} − √(n−1) e_{n−2}
			r, k := root[n], back[n]
			d[n] += (f[0]*l0 + f[1]*l1) + (f[2]*l2 + f[3]*l3)
			b0, l0 = l0, (z[0]*l0-k*b0)*r
			b1, l1 = l1, (z[1]*l1-k*b1)*r
			b2, l2 = l2, (z[2]*l2-k*b2)*r
			b3, l3 = l3, (z[3]*l3-k*b3)*r
		}
		before[0], before[1], before[2], before[3] = b0, b1, b2, b3
		last[0], last[1], last[2], last[3] = l0, l1, l2, l3
	}
	for n := range d {
		d[n] *= root[n]
	}
}
