package logitnormal

import "math"

const (
	// termsTogether is how many terms of an [Expansion] are computed at a time.
	termsTogether = 8
	// mostTerms is the largest number of terms, a multiple of termsTogether.
	mostTerms = 128
	// expansionError is the error of covariances by a sum, as a share of the product of the standard
	// deviations, above which they are integrated.
	expansionError = 1e-9
	// variancesError is the relative error of variances by a sum above which they are integrated.
	variancesError = 1e-10
)

// Expansion is a [Probability] expanded in orthonormal Hermite polynomials e_n of z = u/SD, z ~ N(0, 1): with it, one
// pass over the nodes serves the covariances with any number of others. For normal z and w with correlation
// ρ, E e_n(z) e_m(w) = ρⁿ [n = m] (Mehler 1866), so that
//
//	h(u) = E h + SD Σ_{n≥1} d_n e_n(z),   Cov(h_a, h_b) = SD_a SD_b Σ_{n≥1} ρⁿ d_n^a d_n^b.
//
// With τ² = SD² + Noise², t = SD/τ and p(x) = logit⁻¹(x): integration by parts, and the fact that averaging over the
// noise turns e_n into tⁿ e_n, give
//
//	d_n = tⁿ⁻¹ D_n,   D_n = E p′(Mean + τz) e_{n−1}(z) / √n,
//
// whose integrand is not 0 only where p is not flat. How much is left after n terms follows from
// Σ n D_n² = E p′(Mean + τz)².
//
// Where τ is small enough for a [grid], its polynomials are there already, else a [march] goes through them.
//
// The zero value is not valid: see [Expansion.Set]. An Expansion computes terms when they are asked for, and so serves
// one goroutine at a time; what it returns does not depend on what it was asked before.
type Expansion struct {
	of     Probability
	tau, t float64
	mean   float64 // E h, if there is a grid
	grid   *grid
	slopes slopes
	march  *march // if there is no grid, or was none

	terms  int
	power  float64 // tⁿ after all terms so far
	left   float64 // Σ_{m>n} m D_m² after them
	d      [mostTerms]float64
	term   [mostTerms]float64                 // d_n, at n−1, as D_n
	rest   [mostTerms / termsTogether]float64 // Σ_{m>n} m D_m² / (n+1), of each multiple n of termsTogether
	small  [mostTerms / termsTogether]float64 // t²ⁿ, of each
	square float64                            // Σ d_n²; NaN until it is asked for
}

// Set makes e the expansion of p. Where a field of p is not valid, see [Probability], all results are NaN.
func (e *Expansion) Set(p Probability) {
	if !e.begin(p) {
		return
	}
	if e.grid != nil {
		e.slopes.clear(e.grid)
		e.mean = e.slopes.add(e.grid, p.Mean, e.tau, 1)
		e.left = e.slopes.square(e.grid)
	} else {
		if e.march == nil {
			e.march = newMarch()
		}
		e.left = e.march.set(p.Mean, e.tau)
	}
}

// begin prepares e for the slopes of p, and reports whether p is valid.
func (e *Expansion) begin(p Probability) bool {
	e.of, e.terms, e.power, e.square = p, 0, 1, math.NaN()
	if !p.valid() {
		return false
	}
	e.tau, e.t = math.Hypot(p.SD, p.Noise), 1
	if e.tau > 0 {
		e.t = p.SD / e.tau
	}
	e.grid = gridFor(p.Mean, e.tau)
	return true
}

// extend computes the next terms.
func (e *Expansion) extend() {
	from := e.terms
	d, term := e.d[from:from+termsTogether], e.term[from:from+termsTogether]
	if e.grid != nil {
		e.slopes.coefficients((*[termsTogether]float64)(d), e.grid.hermite[from/termsTogether])
	} else {
		e.march.coefficients(d, from)
	}
	left, power := e.left, e.power
	for n, x := range d {
		left -= float64(from+n+1) * (x * x)
		term[n] = power * x
		power *= e.t
	}
	if left < 0 {
		left = 0
	}
	e.left, e.power = left, power
	e.terms += termsTogether
	e.rest[from/termsTogether] = left / float64(e.terms+1)
	e.small[from/termsTogether] = power * power
}

// Variances returns Var h, and what is had with the roles of item and noise exchanged, the variance over a of the
// mean over u. Errors are below 10⁻⁹ of each.
func (e *Expansion) Variances() (item, noise float64) {
	if !e.of.valid() {
		return math.NaN(), math.NaN()
	}
	if e.of.Noise > 0 {
		t := e.of.Noise / e.tau
		sum, ok := e.sumOfSquares(t)
		if !ok {
			sum = e.integrated(t)
		}
		noise = e.of.Noise * e.of.Noise * sum
	}
	return e.of.SD * e.of.SD * e.squares(), noise
}

// squares returns Σ d_n².
func (e *Expansion) squares() float64 {
	if math.IsNaN(e.square) {
		sum, ok := e.sumOfSquares(e.t)
		if !ok {
			sum = e.integrated(e.t)
		}
		e.square = sum
	}
	return e.square
}

// sumOfSquares returns Σ t^{2(n−1)} D_n². ok is false if there are too few terms.
func (e *Expansion) sumOfSquares(t float64) (sum float64, ok bool) {
	power, t2 := 1.0, t*t
	for n := 0; n < e.most(); n += termsTogether {
		if n == e.terms {
			e.extend()
		}
		for _, d := range e.d[n : n+termsTogether] {
			sum += power * (d * d)
			power *= t2
		}
		// What is left, Σ_{m>n} t^{2(m−1)} D_m², is at most t²ⁿ Σ_{m>n} m D_m² / (n+1). Half of that errs by no more.
		if left := power * e.rest[n/termsTogether]; left <= variancesError*sum {
			return sum + left/2, true
		}
	}
	return sum, false
}

// expand returns E h and Var h, as an [Expansion] that is for nothing else: it keeps no terms. ok is false if there are
// too few.
func (p Probability) expand() (expectation, variance float64, ok bool) {
	tau := math.Hypot(p.SD, p.Noise)
	g := gridFor(p.Mean, tau)
	if g == nil {
		return 0, 0, false
	}
	var s slopes
	expectation = s.add(g, p.Mean, tau, 1)
	t := p.SD / tau
	left, sum, power, t2 := s.square(g), 0.0, 1.0, t*t
	n := 0.0
	var d [termsTogether]float64
	for _, of := range g.hermite {
		s.coefficients(&d, of)
		for _, x := range d {
			n++
			left -= n * (x * x)
			sum += power * (x * x)
			power *= t2
		}
		if left := power * left / (n + 1); left <= variancesError*sum {
			return expectation, p.SD * p.SD * (sum + left/2), true
		}
	}
	return 0, 0, false
}

// most returns how many terms there can be.
func (e *Expansion) most() int {
	if e.grid != nil {
		return len(e.grid.hermite) * termsTogether
	}
	return mostTerms
}

// integrated is sumOfSquares by integration.
func (e *Expansion) integrated(t float64) float64 {
	p := Probability{e.of.Mean, t * e.tau, math.Sqrt(math.Max(0, 1-t*t)) * e.tau}
	_, v := p.integrate()
	return v / (p.SD * p.SD)
}

// Correlation returns the correlation of h_a and h_b where u_a and u_b are bivariate normal with
// correlation rho and the noises independent. Where an SD is 0 it is the limit as the SD goes to 0. It errs by
// less than 10⁻⁸. It is NaN if a or b is not valid, and unless −1 ≤ rho ≤ 1.
//
// Where both SDs are above 3 and |rho| is near 1, the sum converges too slowly, and the integral of
// [Covariance] is taken, at a hundred times the cost.
func Correlation(a, b *Expansion, rho float64) float64 {
	if !a.of.valid() || !b.of.valid() || !(math.Abs(rho) <= 1) {
		return math.NaN()
	}
	squares := a.squares() * b.squares()
	covariance, ok := mehler(a, b, rho, expansionError*expansionError*squares)
	if !ok {
		covariance = Covariance(a.of, b.of, rho) / (a.of.SD * b.of.SD)
	}
	return math.Max(-1, math.Min(1, covariance/math.Sqrt(squares)))
}

// mehler returns Σ ρⁿ d_n^a d_n^b, of as few terms as keep the square of its error below small. ok is false if there
// are no such.
func mehler(a, b *Expansion, rho, small float64) (sum float64, ok bool) {
	rho2 := rho * rho
	power2 := rho2 * rho2
	by := power2 * power2 * power2 * power2 // ρ to the power of 2 termsTogether
	power := rho2
	for n := 0; n < min(a.most(), b.most()); n += termsTogether {
		if n == a.terms {
			a.extend()
		}
		if n == b.terms {
			b.extend()
		}
		power *= by
		// By Cauchy and Schwarz, and as in [Expansion.sumOfSquares].
		block := n / termsTogether
		if power*(a.small[block]*a.rest[block])*(b.small[block]*b.rest[block]) <= small {
			return rho * products(a.term[:n+termsTogether], b.term[:n+termsTogether], rho), true
		}
	}
	return 0, false
}

// products returns Σ ρⁿ x_n y_n from n = 0 on. Four sums by themselves, so that the processor can do them at a time.
func products(x, y []float64, rho float64) float64 {
	var s0, s1, s2, s3 float64
	rho2 := rho * rho
	rho4 := rho2 * rho2
	for n := len(x) - 4; n >= 0 && n+3 < len(y); n -= 4 {
		x, y := x[n:n+4:n+4], y[n:n+4:n+4]
		s0 = s0*rho4 + x[0]*y[0]
		s1 = s1*rho4 + x[1]*y[1]
		s2 = s2*rho4 + x[2]*y[2]
		s3 = s3*rho4 + x[3]*y[3]
	}
	return (s0 + rho*s1) + rho2*(s2+rho*s3)
}
