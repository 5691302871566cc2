package logitnormal

import "math"

const (
	// termsTogether is how many terms of a [hermiteSeries] are computed at a time.
	termsTogether = 8
	// mostTerms is the largest number of terms, a multiple of termsTogether.
	mostTerms = 128
	// variancesError is the relative error of variances by a sum above which they are integrated.
	variancesError = 1e-10
)

// hermiteSeries is the terms of an [Expansion] or a [Sum], as far as they have been asked for. Its results do not
// depend on earlier calls.
type hermiteSeries struct {
	sd, tau, t float64 // SD, τ and SD/τ
	grid       *grid
	slopes     slopes
	march      *march // if there is no grid, or was none

	terms int
	power float64 // tⁿ after all terms so far
	left  float64 // Σ_{m>n} m D_m² after them
	d     [mostTerms]float64
	term  [mostTerms]float64                 // d_n, at n−1, as D_n
	rest  [mostTerms / termsTogether]float64 // Σ_{m>n} m D_m² / (n+1), of each multiple n of termsTogether
	small [mostTerms / termsTogether]float64 // t²ⁿ, of each
}

// begin prepares hs for standard deviations, and the grid for them and a mean.
func (hs *hermiteSeries) begin(mean, sd, noise float64) {
	hs.terms, hs.power = 0, 1
	hs.sd, hs.tau, hs.t = sd, math.Hypot(sd, noise), 1
	if hs.tau > 0 {
		hs.t = sd / hs.tau
	}
	if hs.grid = gridFor(mean, hs.tau); hs.grid != nil {
		hs.slopes.clear(hs.grid)
	}
}

// most returns how many terms there can be.
func (hs *hermiteSeries) most() int {
	if hs.grid != nil {
		return len(hs.grid.hermite) * termsTogether
	}
	return mostTerms
}

// extend computes the next terms.
func (hs *hermiteSeries) extend() {
	from := hs.terms
	d, term := hs.d[from:from+termsTogether], hs.term[from:from+termsTogether]
	if hs.grid != nil {
		hs.slopes.coefficients((*[termsTogether]float64)(d), hs.grid.hermite[from/termsTogether])
	} else {
		hs.march.coefficients(d, from)
	}
	left, power := hs.left, hs.power
	for n, x := range d {
		left -= float64(from+n+1) * (x * x)
		term[n] = power * x
		power *= hs.t
	}
	if left < 0 {
		left = 0
	}
	hs.left, hs.power = left, power
	hs.terms += termsTogether
	hs.rest[from/termsTogether] = left / float64(hs.terms+1)
	hs.small[from/termsTogether] = power * power
}

// sumOfSquares returns Σ t^{2(n−1)} D_n². ok is false if there are too few terms.
func (hs *hermiteSeries) sumOfSquares(t float64) (sum float64, ok bool) {
	if !enough(hs.most(), hs.tau, t) {
		return 0, false
	}
	power, t2 := 1.0, t*t
	for n := 0; n < hs.most(); n += termsTogether {
		if n == hs.terms {
			hs.extend()
		}
		for _, d := range hs.d[n : n+termsTogether] {
			sum += power * (d * d)
			power *= t2
		}
		// The rest, Σ_{m>n} t^{2(m−1)} D_m², is at most t²ⁿ Σ_{m>n} m D_m² / (n+1). Half of that errs by no more.
		if left := power * hs.rest[n/termsTogether]; left <= variancesError*sum {
			return sum + left/2, true
		}
	}
	return sum, false
}

// mehler returns Σ ρⁿ d_n^a d_n^b, of as few terms as keep the square of its error below small. ok is false if there
// are no such.
func mehler(a, b *hermiteSeries, rho, small float64) (sum float64, ok bool) {
	rho2 := rho * rho
	rho4 := rho2 * rho2
	rho8 := rho4 * rho4
	power := rho2
	for n := 0; n < min(a.most(), b.most()); n += termsTogether {
		if n == a.terms {
			a.extend()
		}
		if n == b.terms {
			b.extend()
		}
		power *= rho8 * rho8 // that of ρ^{2(n+1)} of the last term
		// By Cauchy and Schwarz, and as in sumOfSquares.
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
