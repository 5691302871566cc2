package logitnormal

import "math"

const (
	// expansionError is the error of covariances by a sum, as a share of the product of the standard
	// deviations, above which they are integrated.
	expansionError = 1e-10
	// tableError is the error of [CovarianceBySum], see there.
	tableError = 1e-10
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
// If τ is small enough for a [grid], its polynomials are there already; otherwise a [march] goes through them.
//
// The zero value is not valid: see [Expansion.Set]. An Expansion computes terms when they are needed, and so serves one
// goroutine at a time. Its results do not depend on earlier calls.
type Expansion struct {
	of Probability
	hermiteSeries
	mean   float64 // E h; NaN until it is asked for
	square float64 // Σ d_n²; NaN until it is asked for
}

// Set makes e the expansion of p. If a field of p is not valid, see [Probability], all results are NaN.
func (e *Expansion) Set(p Probability) {
	e.of, e.mean, e.square = p, math.NaN(), math.NaN()
	if !p.valid() {
		return
	}
	e.begin(p.Mean, p.SD, p.Noise)
	if e.grid != nil {
		e.mean = e.slopes.add(e.grid, p.Mean, e.tau, 1)
		e.left = e.slopes.square(e.grid)
		return
	}
	if e.march == nil {
		e.march = newMarch()
	}
	e.left = e.march.set(p.Mean, e.tau)
}

// Expectation returns E h.
func (e *Expansion) Expectation() float64 {
	if math.IsNaN(e.mean) {
		e.mean = e.of.Expectation()
	}
	return e.mean
}

// Variances returns Var h, and the same with the roles of item and noise exchanged: the variance over a of the mean
// over u. Errors are below 10⁻⁹ of each.
func (e *Expansion) Variances() (item, noise float64) {
	if !e.of.valid() {
		return math.NaN(), math.NaN()
	}
	if e.of.Noise > 0 {
		noise = e.of.Noise * e.of.Noise * e.sumOrIntegral(e.of.Noise/e.tau)
	}
	return e.of.SD * e.of.SD * e.squares(), noise
}

// squares returns Σ d_n².
func (e *Expansion) squares() float64 {
	if math.IsNaN(e.square) {
		e.square = e.sumOrIntegral(e.t)
	}
	return e.square
}

// sumOrIntegral returns Σ t^{2(n−1)} D_n², by integration if there are too few terms.
func (e *Expansion) sumOrIntegral(t float64) float64 {
	sum, ok := e.sumOfSquares(t)
	if ok {
		return sum
	}
	p := Probability{e.of.Mean, t * e.tau, math.Sqrt(math.Max(0, 1-t*t)) * e.tau}
	_, v := p.integrate()
	return v / (p.SD * p.SD)
}

// Correlation returns the correlation of h_a and h_b where u_a and u_b are bivariate normal with correlation rho and
// the noises independent. If an SD is 0 it is the limit as the SD goes to 0. It errs by less than 10⁻⁸. It is NaN if a
// or b is not valid, and unless −1 ≤ rho ≤ 1.
//
// If both SDs are above 3 and |rho| is near 1, the sum converges too slowly. Then the integral of [Covariance] is
// taken, at a hundred times the cost.
func Correlation(a, b *Expansion, rho float64) float64 {
	if !a.of.valid() || !b.of.valid() || !(math.Abs(rho) <= 1) {
		return math.NaN()
	}
	squares := a.squares() * b.squares()
	covariance, ok := mehler(&a.hermiteSeries, &b.hermiteSeries, rho, expansionError*expansionError*squares)
	if !ok {
		covariance = Covariance(a.of, b.of, rho) / (a.of.SD * b.of.SD)
	}
	return math.Max(-1, math.Min(1, covariance/math.Sqrt(squares)))
}

// CovarianceBySum is [Covariance] of the functions that a and b expand, if few terms keep its error below 10⁻¹⁰ of
// √(v_a v_b), where v = p(1 − p) + 10⁻¹² with the mean probability p. Otherwise, or if something is not valid, ok is
// false.
func CovarianceBySum(a, b *Expansion, rho float64) (covariance float64, ok bool) {
	if !a.of.valid() || !b.of.valid() || !(math.Abs(rho) <= 1) {
		return 0, false
	}
	sds := a.of.SD * b.of.SD
	if sds == 0 {
		return 0, true
	}
	const least = 1e-12
	p, q := a.Expectation(), b.Expectation()
	scale := tableError / sds
	sum, ok := mehler(&a.hermiteSeries, &b.hermiteSeries, rho, scale*scale*(p*(1-p)+least)*(q*(1-q)+least))
	return sds * sum, ok
}

// expand returns E h and Var h as an [Expansion] does, but keeps no terms. ok is false if there are too few terms.
func (p Probability) expand() (expectation, variance float64, ok bool) {
	tau := math.Hypot(p.SD, p.Noise)
	g := gridFor(p.Mean, tau)
	if g == nil {
		return 0, 0, false
	}
	t := p.SD / tau
	if !enough(len(g.hermite)*termsTogether, tau, t) {
		return 0, 0, false
	}
	var s slopes
	expectation = s.add(g, p.Mean, tau, 1)
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
