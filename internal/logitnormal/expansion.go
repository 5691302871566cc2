package logitnormal

import "math"

const (
	// mostTerms is the largest number of terms of an [Expansion].
	mostTerms = 128
	// firstTerms is the number of terms that every sum takes.
	firstTerms = 16
	// hermiteReach is where normal tails are cut, in standard deviations. A polynomial of degree n that is
	// orthonormal under φ grows like 1/√φ up to 2√n, so that its tails are longer than those of [reach].
	hermiteReach = 10.5
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
// The zero value is not valid: see [Expansion.Set]. An Expansion computes terms when they are asked for, and so serves
// one goroutine at a time; what it returns does not depend on what it was asked before.
type Expansion struct {
	of     Probability
	tau, t float64
	// Nodes, filled up to a multiple of four, the weighted p′ there, and e_{n−1} and e_n for the last term n.
	z, slope, before, last []float64
	root, back             [mostTerms]float64 // 1/√n and √(n−1), at n−1

	terms int
	d     [mostTerms]float64 // D_n, at n−1
	left  [mostTerms]float64 // Σ_{m>n} m D_m², at n−1
	all   float64            // Σ m D_m²
	power [mostTerms]float64 // tⁿ⁻¹, at n−1
	term  [mostTerms]float64 // d_n, at n−1

	head   float64 // Σ d_n² of the first terms
	square float64 // Σ d_n²; NaN until it is asked for
}

// Set makes e the expansion of p. Where a field of p is not valid, see [Probability], all results are NaN.
func (e *Expansion) Set(p Probability) {
	e.of, e.terms, e.all, e.head, e.square = p, 0, 0, 0, math.NaN()
	e.z, e.slope, e.before, e.last = e.z[:0], e.slope[:0], e.before[:0], e.last[:0]
	if !p.valid() {
		return
	}
	if e.root[0] == 0 {
		for n := range e.root {
			e.root[n], e.back[n] = 1/math.Sqrt(float64(n+1)), math.Sqrt(float64(n))
		}
	}
	e.tau, e.t = math.Hypot(p.SD, p.Noise), 1
	if e.tau > 0 {
		e.t = p.SD / e.tau
	}
	// The step of [poleStep], for an integrand whose frequencies the polynomial moves up by √n.
	step := 2 * math.Pi / (2*math.Pi/poleStep(math.Pi/e.tau) + math.Sqrt(mostTerms))
	from, to := -hermiteReach, hermiteReach
	if e.tau*hermiteReach > flat-math.Abs(p.Mean) {
		from, to = math.Max(from, (-flat-p.Mean)/e.tau), math.Min(to, (flat-p.Mean)/e.tau)
	}
	first := int(math.Ceil(from / step))
	start := float64(first) * step
	weights := newDensities(start, step)
	odds, up := math.Exp(p.Mean+e.tau*start), math.Exp(e.tau*step) // odds are finite wherever there is a node
	for k := first; float64(k)*step <= to; k++ {
		slope := odds / ((1 + odds) * (1 + odds))
		weighted := step * weights.next() * slope
		e.z, e.slope = append(e.z, float64(k)*step), append(e.slope, weighted)
		e.all += weighted * slope
		odds *= up
	}
	for len(e.z)%4 != 0 {
		e.z, e.slope = append(e.z, 0), append(e.slope, 0)
	}
	for range e.z {
		e.before, e.last = append(e.before, 0), append(e.last, 1)
	}
	power := 1.0
	for n := range e.power {
		e.power[n] = power
		power *= e.t
	}
	e.extend(firstTerms)
	for _, d := range e.term[:firstTerms] {
		e.head += d * d
	}
}

// extend computes terms up to the given number. Four nodes go through all terms together, with their polynomials in
// registers.
func (e *Expansion) extend(terms int) {
	from := e.terms
	d, root, back := e.d[from:terms], e.root[from:terms], e.back[from:terms]
	clear(d)
	for i := 0; i < len(e.slope); i += 4 {
		f, z, before, last := e.slope[i:i+4:i+4], e.z[i:i+4:i+4], e.before[i:i+4:i+4], e.last[i:i+4:i+4]
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
	left := e.all
	if from > 0 {
		left = e.left[from-1]
	}
	for n := range d {
		d[n] *= root[n]
		left = math.Max(0, left-float64(from+n+1)*d[n]*d[n])
		e.left[from+n], e.term[from+n] = left, e.power[from+n]*d[n]
	}
	e.terms = terms
}

// rest returns a bound of Σ_{m>n} t^{2(m−1)} D_m²: t^{2n} Σ_{m>n} m D_m² / (n+1).
func (e *Expansion) rest(n int) float64 {
	power := e.t * e.power[n-1]
	return power * power * e.left[n-1] / float64(n+1)
}

// Variances returns Var h, and what is had with the roles of item and noise exchanged, the variance over a of the
// mean over u. Errors are below 10⁻⁹ of each.
func (e *Expansion) Variances() (item, noise float64) {
	if !e.of.valid() {
		return math.NaN(), math.NaN()
	}
	if e.of.Noise > 0 {
		noise = e.of.Noise * e.of.Noise * e.sumOfSquares(e.of.Noise/e.tau)
	}
	return e.of.SD * e.of.SD * e.squares(), noise
}

// squares returns Σ d_n².
func (e *Expansion) squares() float64 {
	if math.IsNaN(e.square) {
		e.square = e.sumOfSquares(e.t)
	}
	return e.square
}

// sumOfSquares returns Σ t^{2(n−1)} D_n².
func (e *Expansion) sumOfSquares(t float64) float64 {
	sum, power := 0.0, 1.0
	for n := range mostTerms {
		if n == e.terms {
			e.extend(n + firstTerms)
		}
		sum += power * e.d[n] * e.d[n]
		power *= t * t
		if power*e.left[n] <= float64(n+2)*variancesError*sum {
			return sum
		}
	}
	p := Probability{e.of.Mean, t * e.tau, math.Sqrt(math.Max(0, 1-t*t)) * e.tau}
	_, v := p.Variance()
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
	covariance, ok := mehler(a, b, rho)
	if !ok {
		covariance = Covariance(a.of, b.of, rho) / (a.of.SD * b.of.SD)
	}
	return math.Max(-1, math.Min(1, covariance/math.Sqrt(a.squares()*b.squares())))
}

// mehler returns Σ ρⁿ d_n^a d_n^b, of as few terms as keep its error small. ok is false if there are no such.
func mehler(a, b *Expansion, rho float64) (sum float64, ok bool) {
	small := expansionError * expansionError * a.head * b.head
	rho2 := rho * rho
	power := math.Pow(rho2, firstTerms+1)
	for terms := firstTerms; terms <= mostTerms; terms += firstTerms {
		if a.terms < terms {
			a.extend(terms)
		}
		if b.terms < terms {
			b.extend(terms)
		}
		if power*a.rest(terms)*b.rest(terms) > small {
			power *= math.Pow(rho2, firstTerms)
			continue
		}
		// Odd and even terms by themselves, so that the processor can do both sums at a time.
		odd, even := 0.0, 0.0
		x, y := a.term[:terms], b.term[:terms]
		for n := len(x) - 2; n >= 0 && n+1 < len(y); n -= 2 {
			odd = odd*rho2 + x[n]*y[n]
			even = even*rho2 + x[n+1]*y[n+1]
		}
		return rho * (odd + rho*even), true
	}
	return 0, false
}
