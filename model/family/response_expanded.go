package family

import "math"

// Expanded is the label scale of a family by its conditional moments alone: the mean m(θ) and the variance of a label
// given its linear predictor. m must be smooth. With θ = Mean + τz, z ~ N(0, 1), m is expanded in orthonormal Hermite
// polynomials e_n with the coefficients C_n = E m e_n; averaging over what varies besides the item multiplies the n-th
// by (SD/τ)ⁿ, and for normal z and w with correlation ρ, E e_n(z) e_m(w) = ρⁿ[n = m] (Mehler 1866). So
//
//	Var h = Σ_{n≥1} t²ⁿ C_n²,  t = SD/τ,   Cov(h_a, h_b) = Σ_{n≥1} ρⁿ t_aⁿ t_bⁿ C_n^a C_n^b.
//
// The C_n are taken by the trapezoidal rule, as many as matter: Σ C_n² = Var m tells what is left. Where m grows like
// exp θ, errors are below 10⁻⁶ of Var h for τ up to 2; where it is a sum of logistic functions, whose C_n fall like
// exp(−π√(2n)/τ), below 10⁻⁶ for τ up to 6, and 10⁻⁴ up to 10.
type Expanded struct {
	// Conditional sets mean and variance to m and the variance of a label for each theta, a few hundred at a time.
	Conditional func(mean, variance, theta, own []float64)
	// Average computes the values that Given stores, for a family with a faster way than quadrature; otherwise nil.
	Average func(first, second, means []float64, noise float64, own []float64)
}

const (
	termsTogether = 8
	mostTerms     = 200
	// expandedError is the largest share of Var h that the omitted terms may have.
	expandedError = 1e-13
	expandedReach = 11.5 // standard deviations
	expandedSide  = 115  // nodes on either side
	// expandedNodes is how many there are, one more than is needed for a multiple of four.
	expandedNodes = 2*expandedSide + 2
	// Up to narrow the poles of logistic functions are so far off, π/τ, that half as many nodes do as well: with the
	// step h the rule errs by exp(−2π²/(hτ)), which is 10⁻¹⁴, and the terms that matter are few.
	narrow = 3.0
)

// Rules that all expansions have in common.
var (
	hermiteFine   = newHermiteRule(expandedSide)
	hermiteCoarse = newHermiteRule(expandedSide / 2)
)

// hermiteRule has the nodes and weights, and the factors of the recursion √n e_n = z e_(n−1) − √(n−1) e_(n−2).
type hermiteRule struct {
	middle       int                // the place of the node 0
	node, weight []float64          // a multiple of four
	inverse      [mostTerms]float64 // 1/√n, at n−1
	root         [mostTerms]float64 // √(n−1), at n−1
}

func newHermiteRule(side int) *hermiteRule {
	nodes := (2*side + 4) / 4 * 4
	r := &hermiteRule{middle: side, node: make([]float64, nodes), weight: make([]float64, nodes)}
	step := expandedReach / float64(side)
	for i := range 2*side + 1 {
		z := float64(i-side) * step
		r.node[i], r.weight[i] = z, step*math.Exp(-0.5*z*z)/math.Sqrt(2*math.Pi)
	}
	for n := range r.root {
		r.inverse[n], r.root[n] = 1/math.Sqrt(float64(n+1)), math.Sqrt(float64(n))
	}
	return r
}

// hermiteFor returns the rule for a standard deviation.
func hermiteFor(tau float64) *hermiteRule {
	if tau <= narrow {
		return hermiteCoarse
	}
	return hermiteFine
}

// Moments implements [Response].
func (r Expanded) Moments(at Point, own []float64) (mean, between, total float64) {
	var e expansion
	mean, total = e.set(r, at, own)
	for _, c := range e.scaled[:e.terms] {
		between += at.SD * at.SD * c * c
	}
	return mean, between, total
}

// Given implements [Response], by the trapezoidal rule if the family has nothing faster.
func (r Expanded) Given(first, second, means []float64, noise float64, own []float64) {
	if r.Average != nil {
		r.Average(first, second, means, noise, own)
		return
	}
	const reach, step, smooth = 8.5, 0.25, 3
	fine := step / math.Max(1, noise/smooth)
	var nodes, weight []float64
	total := 0.0
	for z := -reach; z <= reach; z += fine {
		w := math.Exp(-0.5 * z * z)
		nodes, weight = append(nodes, noise*z), append(weight, w)
		total += w
	}
	theta, labels, variances := make([]float64, len(nodes)), make([]float64, len(nodes)), make([]float64, len(nodes))
	for i, mean := range means {
		for k, x := range nodes {
			theta[k] = mean + x
		}
		r.Conditional(labels, variances, theta, own)
		first[i], second[i] = 0, 0
		for k, w := range weight {
			first[i] += w / total * labels[k]
			second[i] += w / total * (labels[k]*labels[k] + variances[k])
		}
	}
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

// expansion is the coefficients of h for n ≥ 1 divided by SD. As SD goes to 0 they have limits: E m′ for the first, and
// 0 for the others. After the terms come zeros.
type expansion struct {
	terms  int
	scaled [mostTerms]float64
	rule   *hermiteRule
	// Scratch: of each node.
	theta, mean, variance, before, last [expandedNodes]float64
}

// set computes the coefficients and returns the mean and the variance of a label.
func (e *expansion) set(r Expanded, at Point, own []float64) (mean, total float64) {
	tau := math.Hypot(at.SD, at.Rest)
	e.rule = hermiteFor(tau)
	nodes := len(e.rule.node)
	for i, z := range e.rule.node {
		e.theta[i] = at.Mean + tau*z
	}
	r.Conditional(e.mean[:nodes], e.variance[:nodes], e.theta[:nodes], own)
	middle := e.mean[e.rule.middle]
	var within, first, second float64
	for i, w := range e.rule.weight {
		m := e.mean[i] - middle // lest a nearly constant mean cancels
		first += w * m
		second += w * m * m
		within += w * e.variance[i]
		e.mean[i], e.before[i], e.last[i] = w*m, 0, 1
	}
	mean, total = middle+first, within+second-first*first
	e.terms = 0
	clear(e.scaled[:])
	if tau == 0 {
		const h = 1e-5
		e.theta[0], e.theta[1] = at.Mean-h, at.Mean+h
		r.Conditional(e.mean[:2], e.variance[:2], e.theta[:2], own)
		e.terms, e.scaled[0] = 1, (e.mean[1]-e.mean[0])/(2*h)
		return mean, total
	}
	e.expand(second-first*first, tau, at.SD/tau)
	return mean, total
}

// expand computes as many terms as matter, given Σ C_n² for n ≥ 1.
func (e *expansion) expand(left, tau, t float64) {
	between, power := 0.0, 1/tau // tⁿ⁻¹/τ
	for e.terms < mostTerms {
		some := e.scaled[e.terms : e.terms+termsTogether]
		e.coefficients(some, e.terms)
		for n, c := range some {
			left -= c * c
			some[n] = power * c
			between += some[n] * some[n]
			power *= t
		}
		e.terms += len(some)
		if power*power*math.Max(left, 0) <= expandedError*between {
			return
		}
	}
}

// coefficients sets c to the coefficients from C_(from+1) on. Four nodes go through all of them together, with their
// polynomials in registers.
func (e *expansion) coefficients(c []float64, from int) {
	inverse, root := e.rule.inverse[from:from+len(c)], e.rule.root[from:from+len(c)]
	for i := 0; i < len(e.rule.node); i += 4 {
		z, f := e.rule.node[i:i+4:i+4], e.mean[i:i+4:i+4]
		before, last := e.before[i:i+4:i+4], e.last[i:i+4:i+4]
		b0, b1, b2, b3 := before[0], before[1], before[2], before[3]
		l0, l1, l2, l3 := last[0], last[1], last[2], last[3]
		for n := range c {
			by, back := inverse[n], root[n]
			b0, l0 = l0, (z[0]*l0-back*b0)*by
			b1, l1 = l1, (z[1]*l1-back*b1)*by
			b2, l2 = l2, (z[2]*l2-back*b2)*by
			b3, l3 = l3, (z[3]*l3-back*b3)*by
			c[n] += (f[0]*l0 + f[1]*l1) + (f[2]*l2 + f[3]*l3)
		}
		before[0], before[1], before[2], before[3] = b0, b1, b2, b3
		last[0], last[1], last[2], last[3] = l0, l1, l2, l3
	}
}
