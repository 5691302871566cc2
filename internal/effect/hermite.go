package effect

import (
	"math"
	"sync"
)

const (
	// MostTerms is the largest number of coefficients of a [Hermite].
	MostTerms = 128
	// further is how much further than the density the products with polynomials reach.
	further = 3
	// coarsest is the longest step of a grid. Each next one is shorter by the factor finer.
	coarsest, finer, grids = 0.6, 1.2, 12
)

// Hermite expands a function f of a standard normal variable in orthonormal Hermite polynomials e_n. The coefficients
// are c_n = E f e_n. If z and w are normal with the correlation ρ, E e_n(z) e_m(w) = ρⁿ[n = m] (Mehler 1866). So the
// covariance of f(z) and g(w) is Σ_{n≥1} ρⁿ c_nᶠ c_nᵍ, and averaging f over a share 1 − t² of its variable multiplies
// c_n by tⁿ.
type Hermite struct {
	*grid
	Most      int       // coefficients that have their digits; the others are as good as 0
	n         int       // terms so far
	even, odd []float64 // sum and difference of f at ±z, from the node 0 on
}

// grid is nodes with weighted polynomials, which all functions with that step have in common. Polynomials are even or
// odd, so that those of half the nodes are enough.
type grid struct {
	Rule
	polynomial [MostTerms][]float64 // e_n, times weight, at n−1
}

var gridOf = func() (all [grids]func() *grid) {
	for i := range all {
		all[i] = sync.OnceValue(func() *grid { return newGrid(coarsest / math.Pow(finer, float64(i))) })
	}
	return all
}()

func newGrid(h float64) *grid {
	g := &grid{}
	g.normal(h, further, further)
	half := len(g.At) - g.Middle
	for n := range g.polynomial {
		g.polynomial[n] = make([]float64, half)
	}
	for k := range half {
		before, last := 0.0, 1.0 // √n e_n = z e_(n−1) − √(n−1) e_(n−2)
		for n := range g.polynomial {
			root, back := math.Sqrt(float64(n+1)), math.Sqrt(float64(n))
			before, last = last, (g.At[g.Middle+k]*last-back*before)/root
			g.polynomial[n][k] = g.Weight[g.Middle+k] * last
		}
	}
	return g
}

// Set chooses nodes for coefficients of the chance of an argument without noise. ok is false if there are no such
// nodes. whole is false if the variance probably needs too many coefficients, even after a factor tⁿ. Over a standard
// deviation τ they fall like exp(−π√n/τ). Polynomials move frequencies up by √n.
func (e *Hermite) Set(of Argument, t float64) (whole, ok bool) {
	tau := of.Slope
	fallen := func(n, digits float64) bool { return math.Pi*math.Sqrt(n)-n*math.Log(t)*tau >= digits*tau }
	for e.Most = 8; e.Most < MostTerms && !fallen(float64(e.Most), digits-3); e.Most += 8 {
	}
	h := 2 * math.Pi / (2*math.Pi/of.step() + math.Sqrt(float64(e.Most)))
	i := max(0, int(math.Ceil(math.Log(coarsest/h)/math.Log(finer))))
	if left, right := of.beyond(); i >= grids || 2*math.Max(left, right) > further {
		return false, false
	}
	e.grid = gridOf[i]()
	return fallen(MostTerms, (digits-3)/2), true
}

// Start begins with the values of f at the nodes.
func (e *Hermite) Start(f []float64) {
	half := len(e.polynomial[0])
	if cap(e.even) < half {
		e.even, e.odd = make([]float64, 2*half), make([]float64, 2*half)
	}
	e.n, e.even, e.odd = 0, e.even[:half], e.odd[:half]
	for k := range e.even {
		up, down := f[e.Middle+k], f[e.Middle-k]
		e.even[k], e.odd[k] = up+down, up-down
	}
	e.even[0] /= 2
}

// Next sets c to the next coefficients, a multiple of four.
func (e *Hermite) Next(c []float64) {
	even, odd := e.even, e.odd
	for i := 0; i < len(c); i += 4 {
		of := e.polynomial[e.n+i : e.n+i+4]
		p0, p1, p2, p3 := of[0][:len(odd)], of[1][:len(odd)], of[2][:len(odd)], of[3][:len(odd)]
		var c0, c1, c2, c3 float64
		for k, x := range odd {
			y := even[k]
			c0 += p0[k] * x
			c1 += p1[k] * y
			c2 += p2[k] * x
			c3 += p3[k] * y
		}
		c[i], c[i+1], c[i+2], c[i+3] = c0, c1, c2, c3
	}
	e.n += len(c)
}
