package family

import "math"

// Expanded is the scale of labels of a family by its conditional moments alone: the mean m(θ) and the variance of a
// label given its linear predictor, of which m is smooth. With θ = Mean + τz, z ~ N(0, 1), m is expanded in
// orthonormal Hermite polynomials e_n with the coefficients C_n = E m e_n; averaging over what varies besides the
// item multiplies the n-th by (SD/τ)ⁿ, and for normal z and w with correlation ρ, E e_n(z) e_m(w) = ρⁿ[n = m] (Mehler
// 1866). So
//
//	Var h = Σ_{n≥1} t²ⁿ C_n²,  t = SD/τ,   Cov(h_a, h_b) = Σ_{n≥1} ρⁿ t_aⁿ t_bⁿ C_n^a C_n^b.
//
// The C_n are taken by the trapezoidal rule, as many as τ asks for. Where m grows like exp θ, errors are below 10⁻⁶ of
// Var h for τ up to 2; where it is a sum of logistic functions, whose C_n fall like exp(−π√(2n)/τ), below 10⁻⁶ for τ up
// to 6, and 10⁻⁴ up to 10.
type Expanded struct {
	Mean, Variance func(theta float64, own []float64) float64
}

const (
	fewestTerms   = 40
	mostTerms     = 200
	expandedReach = 11.5 // standard deviations
	expandedStep  = 0.1
)

// Scale implements [Response].
func (Expanded) Scale() string { return "label" }

// Moments implements [Response].
func (r Expanded) Moments(at Point, own []float64) (mean, between, total float64) {
	var e expansion
	mean, total = e.set(r, at, own)
	for _, c := range e.scaled[:e.terms] {
		between += at.SD * at.SD * c * c
	}
	return mean, between, total
}

// Expansions implements [Response].
func (r Expanded) Expansions(studies int) Expansions {
	return &expandedStudies{r, make([]expansion, studies)}
}

type expandedStudies struct {
	of    Expanded
	study []expansion
}

// Set implements [Expansions].
func (es *expandedStudies) Set(study int, at Point, own []float64) {
	es.study[study].set(es.of, at, own)
}

// Correlation implements [Expansions].
func (es *expandedStudies) Correlation(a, b int, rho float64) float64 {
	terms := max(es.study[a].terms, es.study[b].terms)
	x, y := es.study[a].scaled[:terms], es.study[b].scaled[:terms]
	var xx, yy, xy float64
	power := rho
	for n := range x {
		xx += x[n] * x[n]
		yy += y[n] * y[n]
		xy += power * x[n] * y[n]
		power *= rho
	}
	return math.Max(-1, math.Min(1, xy/math.Sqrt(xx*yy)))
}

// expansion is the coefficients of h for n ≥ 1 divided by SD, which have a limit where it goes to 0: that of the first
// is E m′, of the others 0. There are so many terms.
type expansion struct {
	terms  int
	scaled [mostTerms]float64
}

// set works out the coefficients and returns the mean and the variance of a label.
func (e *expansion) set(r Expanded, at Point, own []float64) (mean, total float64) {
	tau := math.Hypot(at.SD, at.Rest)
	*e = expansion{terms: int(min(mostTerms, max(fewestTerms, math.Ceil(6*tau*tau))))}
	scaled := e.scaled[:e.terms]
	steps := int(math.Round(expandedReach / expandedStep))
	middle := r.Mean(at.Mean, own)
	var within, first, second float64
	for i := -steps; i <= steps; i++ {
		z := float64(i) * expandedStep
		w := expandedStep * math.Exp(-0.5*z*z) / math.Sqrt(2*math.Pi)
		theta := at.Mean + tau*z
		m := r.Mean(theta, own) - middle // lest a nearly constant mean cancels
		first += w * m
		second += w * m * m
		within += w * r.Variance(theta, own)
		before, last := 0.0, 1.0
		for n := range scaled {
			before, last = last, (z*last-math.Sqrt(float64(n))*before)/math.Sqrt(float64(n+1))
			scaled[n] += w * m * last
		}
	}
	mean, total = middle+first, within+second-first*first
	if tau == 0 {
		const h = 1e-5
		scaled[0] = (r.Mean(at.Mean+h, own) - r.Mean(at.Mean-h, own)) / (2 * h)
		return mean, total
	}
	power := 1 / tau
	for n := range scaled {
		scaled[n] *= power
		power *= at.SD / tau
	}
	return mean, total
}
