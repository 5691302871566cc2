// Package logitnormal computes means, variances and covariances of probabilities whose logits are normally distributed.
// They have no closed form. They turn the variances of a logistic model into variances on the scale of the labels.
//
// The integrals are computed by the trapezoidal rule, which over a normal variable converges geometrically, with a step
// chosen by the poles of the integrand (Trefethen and Weideman 2014, "The exponentially convergent trapezoidal rule").
// Errors are below 10⁻¹⁰ of p(1 − p), p the mean probability, for means and standard deviations of any practical size,
// and an integral takes 1 to 10 µs. (Nested Gauss–Hermite quadrature needs hundreds of nodes for standard deviations
// above 3.) If the total standard deviation is at most 4, a variance is no nested integral but a sum of few terms, see
// [Expansion], and takes 0.1 to 1 µs.
package logitnormal

import "math"

// Probability is the distribution of h = E_a logit⁻¹(Mean + u + a), a probability
// that varies with u ~ N(0, SD²) and averages over a ~ N(0, Noise²). All three are
// in logits; SD and Noise must not be negative.
//
// Its methods return NaN if a field is NaN or infinite or an SD negative.
type Probability struct {
	Mean, SD, Noise float64
}

// Expectation returns E h = E logit⁻¹(Mean + u + a), a probability.
func (p Probability) Expectation() float64 {
	if !p.valid() {
		return math.NaN()
	}
	var h smooth
	h.set(math.Hypot(p.SD, p.Noise))
	return h.at(p.Mean)
}

// Expectations sets dst to E logit⁻¹(x + a), a ~ N(0, noise²), for each x of means, which may be dst itself. It is
// [Probability.Expectation] for each, at less cost.
func Expectations(dst, means []float64, noise float64) {
	var h smooth
	if (Probability{Noise: noise}).valid() {
		h.set(noise)
	}
	for i, x := range means {
		if (Probability{Mean: x, Noise: noise}).valid() {
			dst[i] = h.at(x)
		} else {
			dst[i] = math.NaN()
		}
	}
}

// Variance returns E h and Var h.
func (p Probability) Variance() (expectation, variance float64) {
	if !p.valid() {
		return math.NaN(), math.NaN()
	}
	if p.SD == 0 {
		return p.Expectation(), 0
	}
	if mean, variance, ok := p.expand(); ok {
		return mean, variance
	}
	return p.integrate()
}

// integrate is Variance by a rule in a rule, where [Probability.expand] has too few terms.
func (p Probability) integrate() (expectation, variance float64) {
	var h smooth
	h.set(p.Noise)
	c := curve{&h, p.Mean, p.SD}
	return overNormal(c, c)
}

// Covariance returns Cov(h_a, h_b) where u_a and u_b are bivariate normal with correlation rho and the noises
// independent. It is NaN if a or b is not valid, and unless −1 ≤ rho ≤ 1. If rho is ±1 and one SD is large, its cost
// grows with that SD: 0.1 ms at 30.
func Covariance(a, b Probability, rho float64) float64 {
	if !a.valid() || !b.valid() || !(math.Abs(rho) <= 1) {
		return math.NaN()
	}
	// Given u_a, the mean of u_b is ρ σ_b u_a/σ_a, and the rest of it is noise; or the
	// other way round, whichever is smoother.
	rest := math.Sqrt((1 - rho) * (1 + rho))
	noiseA, noiseB := math.Hypot(a.Noise, rest*a.SD), math.Hypot(b.Noise, rest*b.SD)
	if stepFor(a.SD, a.Noise, rho*b.SD, noiseB) < stepFor(b.SD, b.Noise, rho*a.SD, noiseA) {
		a, b, noiseB = b, a, noiseA
	}
	var ha, hb smooth
	ha.set(a.Noise)
	hb.set(noiseB)
	_, covariance := overNormal(curve{&ha, a.Mean, a.SD}, curve{&hb, b.Mean, rho * b.SD})
	return covariance
}

func (p Probability) valid() bool {
	return p.SD >= 0 && p.Noise >= 0 && !math.IsNaN(p.Mean) &&
		!math.IsInf(p.Mean, 0) && !math.IsInf(p.SD, 0) && !math.IsInf(p.Noise, 0)
}
