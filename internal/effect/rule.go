// Package effect averages chances of labels over normal effects, or effects from Student's t distribution. Chances are
// logistic functions of the effect, such functions averaged over noise, or sums of them.
//
// Integrals are sums over equally spaced nodes, the trapezoidal rule. Its error falls exponentially with the number of
// nodes. The step follows from the poles of the logistic function (Trefethen and Weideman 2014, "The exponentially
// convergent trapezoidal rule"). For standard deviations up to 20, means and variances have errors below 10⁻⁹ of
// p(1 − p), where p is the mean chance.
package effect

import (
	"math"
	"math/cmplx"
)

const (
	// digits is −log of the error that the step and the reach of a rule aim at: e⁻²⁹ = 2.5·10⁻¹³.
	digits = 29
	// most is the largest number of nodes on one side, for effects so large that chances are steps.
	most = 2000
)

// reach is where a normal distribution is cut, in standard deviations: √(2·digits).
var reach = math.Sqrt(2 * digits)

// Argument is the argument of a chance as a function of the standardised effect z: Mean + Slope·z, plus normal noise
// over which the chance is averaged. For several chances the means are between Low and High. The noise has the standard
// deviation Noise, or √(Noise² + (Growth·Slope·z)²).
type Argument struct{ Low, High, Slope, Noise, Growth float64 }

// Given returns the argument of a function whose effect is not z itself but correlates with it by rho. Given z, the
// effect has the mean rho·Slope·z, and the rest of its variation is noise.
func (a Argument) Given(rho float64) Argument {
	a.Noise = math.Hypot(a.Noise, Rest(rho)*a.Slope)
	a.Slope *= rho
	return a
}

// Rest returns √(1 − ρ²).
func Rest(rho float64) float64 { return math.Sqrt((1 - rho) * (1 + rho)) }

// step returns the step for a density such as exp(−½cy²), if what is averaged has no pole nearer to the real line than
// pole. On a line at the distance b the rule with step h has the error exp(−2πb/h), and the density grows by exp(½cb²)
// there (theorem 5.1). For a chance averaged over noise, which is entire, the growth is part of c.
func step(pole, c, digits float64) float64 {
	b := math.Min(pole, math.Sqrt(2*digits/c)) // at which the step is longest
	return 2 * math.Pi * b / (digits + 0.5*c*b*b)
}

// steps is the step for products of two functions of a standard normal variable. Averaged over noise they have no
// poles: |H(x + iy)| ≤ exp(y²/2s²).
func steps(a, b Argument) float64 {
	h := math.Min(a.step(), b.step())
	if a.Noise > 0 && b.Noise > 0 && a.Growth == 0 && b.Growth == 0 {
		x, y := a.Slope/a.Noise, b.Slope/b.Noise
		if c := 1 + x*x + y*y; c < math.MaxFloat64 {
			h = math.Max(h, step(math.Inf(1), c, digits))
		}
	}
	return math.Max(h, reach/most)
}

// step returns the step by the poles, which are π/slope away from the real line. Noise that grows is that of labelers
// with slopes 1 + ωv. Their poles are nearer, and the density of v makes them less important. The worst are about half
// as far out as the density reaches.
func (a Argument) step() float64 {
	h, slope := math.Inf(1), math.Abs(a.Slope)
	for _, v := range [...]float64{0, reach / 4, reach / 2} {
		h = math.Min(h, step(math.Pi/(slope*(1+a.Growth*v)), 1, digits-0.5*v*v))
		if a.Growth == 0 {
			break
		}
	}
	return h
}

// beyond returns how much further nodes must reach than those of the density, on either side: far from its mean a
// chance is an exponential function of z, which moves the mass of the integrand by the slope.
func (a Argument) beyond() (left, right float64) {
	slope := math.Abs(a.Slope)
	switch {
	case a.High < 0:
		right = math.Min(slope, -a.High/(2*slope))
	case a.Low > 0:
		left = math.Min(slope, a.Low/(2*slope))
	}
	if a.Slope < 0 {
		return right, left
	}
	return left, right
}

// gathered returns a scale and a step for nodes s sinh(ih), which lie closer together around 0. There the poles of
// chances with noise that grows come together: noise 1 + ωv times as large has them 1 + ωv times as near. On the line
// y + ib a normal density grows by exp(½ (s² + z²) sin² b). It has the standard deviation spread, and is as far from 0
// as end. About 0, the density itself makes up for z², but for 1/√cos 2b.
func gathered(spread, end float64, all ...Argument) (s, h float64) {
	s, h = math.Inf(1), math.Inf(1)
	for _, a := range all {
		s = math.Min(s, math.Pi/(math.Abs(a.Slope)*(1+a.Growth*reach/2)))
	}
	for _, a := range all {
		for _, v := range [...]float64{0, reach / 4, reach / 2} {
			pole := math.Min(math.Pi/5, a.pole(0, s*(1+a.Growth*v)))
			h = math.Min(h, step(pole, (s*s+end*end)/(spread*spread), digits-0.5*v*v))
		}
	}
	return s, h
}

// Rule is nodes and their weights, which sum to 1: standardised effects, with a mean of 0 and a variance of 1. The zero
// value is ready to be set, and keeps its memory. The node of the effect 0 is Middle.
type Rule struct {
	At, Weight []float64
	Middle     int
	scale      float64 // s of nodes s sinh y; 0 if they are equally spaced
}

// Set makes the rule for means of products of two functions, and of either alone. Effects are from Student's t
// distribution with df > 2 degrees of freedom; 0 stands for normal ones. If an argument is not finite, all means are
// NaN.
//
// Effects from Student's t are √(ν − 2) sinh y, where y has a density proportional to cosh⁻ᵛ y.
func (r *Rule) Set(df float64, a, b Argument) {
	if df == 0 {
		leftA, rightA := a.beyond()
		leftB, rightB := b.beyond()
		left, right, h := leftA+leftB, rightA+rightB, steps(a, b)
		if a.Growth > 0 || b.Growth > 0 {
			s, closer := gathered(1, 0, a, b)
			if r.sinh(s, closer, h, reach+left, reach+right) {
				for i, z := range r.At {
					r.Weight[i] = math.Exp(-0.5*z*z) * math.Hypot(z, s)
				}
				r.normalise()
				return
			}
		}
		r.normal(h, left, right)
		return
	}
	scale := math.Sqrt(df - 2)
	r.student(df, math.Min(a.pole(0, scale), b.pole(0, scale)), digits)
	for i, y := range r.At {
		r.At[i] = scale * math.Sinh(y)
	}
}

// Given makes the rule for functions of the effect of an item in another study, given its effect in a first one. The
// two have the correlation rho.
//
// With Student's t and the first at y, the second is √(ν − 2) (ρ sinh y + √(1 − ρ²) cosh y sinh v), where v has a
// density proportional to cosh^(−ν−1) v. The rule has as many digits as the weight of y leaves.
func (r *Rule) Given(first, df, rho float64, of Argument) {
	rest := Rest(rho)
	moved := of.Slope * rho * first
	of.Low, of.High = of.Low+moved, of.High+moved
	if df == 0 {
		of.Slope *= rest
		left, right := of.beyond()
		r.normal(steps(of, of), 2*left, 2*right)
		for i, z := range r.At {
			r.At[i] = rho*first + rest*z
		}
		return
	}
	x := first / math.Sqrt(df-2) // sinh y
	spread := rest * math.Sqrt(df-2) * math.Sqrt(1+x*x)
	r.student(df+1, of.pole(0, spread), math.Max(1, digits-0.5*df*math.Log1p(x*x)))
	for i, v := range r.At {
		r.At[i] = rho*first + spread*math.Sinh(v)
	}
}

// pole returns the distance of the poles of a function of mean + scale·sinh y, times Slope, from the real line.
func (a Argument) pole(mean, scale float64) float64 {
	scale = math.Max(math.Abs(a.Slope)*scale, math.SmallestNonzeroFloat32)
	away := math.Max(math.Abs(a.Low), math.Abs(a.High)) + math.Abs(a.Slope*mean)
	return imag(cmplx.Asinh(complex(away/scale, math.Pi/scale)))
}

// normal makes the rule over a standard normal variable.
func (r *Rule) normal(h, left, right float64) {
	from, to := -nodes(reach+left, h), nodes(reach+right, h)
	r.resize(to-from+1, -from)
	r.scale = 0
	// Densities by multiplication, from the middle.
	square := math.Exp(-h * h)
	r.side(1, to, h, square)
	r.side(-1, -from, h, square)
	r.normalise()
}

// side sets the nodes on one side of the middle, and it, and their densities.
func (r *Rule) side(way, n int, h, square float64) {
	w, ratio := 1.0, math.Sqrt(square)
	for k := range n + 1 {
		i := r.Middle + way*k
		r.At[i], r.Weight[i] = float64(way*k)*h, w
		w *= ratio
		ratio *= square
	}
}

// student makes the rule over y with a density proportional to cosh⁻ᶜ y.
func (r *Rule) student(c, pole, digits float64) {
	far := 2 * math.Asinh(math.Sqrt(0.5*math.Expm1(digits/c))) // cosh⁻ᶜ is e^−digits there
	h := math.Max(step(pole, c, digits), far/most)
	side := nodes(far, h)
	r.resize(2*side+1, side)
	for i := range r.At {
		y := float64(i-side) * h
		half := math.Sinh(0.5 * y)
		r.At[i], r.Weight[i] = y, math.Exp(-c*math.Log1p(2*half*half)) // 2 sinh² ½y = cosh y − 1
	}
	r.normalise()
}

// nodes returns how many steps there are up to a place; none if the step is not finite.
func nodes(to, h float64) int {
	n := math.Ceil(to / h)
	if !(n <= 4*most) {
		return 0
	}
	return int(n)
}

func (r *Rule) resize(n, middle int) {
	if cap(r.At) < n {
		both := make([]float64, 2*n)
		r.At, r.Weight = both[:n:n], both[n:]
	}
	r.At, r.Weight, r.Middle = r.At[:n], r.Weight[:n], middle
}

// Grid makes nodes for functions of a normal effect given each of others, with which it correlates by rho. They need
// the weights of [Rule.About].
func (r *Rule) Grid(of Argument, others []float64, rho float64) {
	rest := Rest(rho)
	end := math.Abs(rho)*math.Max(-others[0], others[len(others)-1]) + rest*reach
	s, closer := gathered(rest, end, of)
	of.Slope *= rest
	h := math.Max(rest*of.step(), reach/most)
	if r.sinh(s, closer, h, end, end) {
		return
	}
	side := nodes(end, h)
	r.resize(2*side+1, side)
	r.scale = 0
	for i := range r.At {
		r.At[i] = float64(i-side) * h
	}
}

// sinh sets nodes s sinh y, with y equally spaced by h, and no weights. It reports false, and sets nothing, if equally
// spaced nodes are not more.
func (r *Rule) sinh(s, h, spaced, left, right float64) bool {
	if far := math.Max(left, right); !(math.Asinh(far/s)/h < far/spaced) {
		return false
	}
	from, to := -nodes(math.Asinh(left/s), h), nodes(math.Asinh(right/s), h)
	r.resize(to-from+1, -from)
	r.scale = s
	for i := range r.At {
		r.At[i] = s * math.Sinh(float64(i+from)*h)
	}
	return true
}

// About sets the weights of a grid given an effect with which the grid's correlates by rho.
func (r *Rule) About(other, rho float64) {
	rest := Rest(rho)
	for i, z := range r.At {
		x := (z - rho*other) / rest
		r.Weight[i] = 0
		if math.Abs(x) <= reach {
			r.Weight[i] = math.Exp(-0.5 * x * x)
			if r.scale > 0 {
				r.Weight[i] *= math.Sqrt(z*z + r.scale*r.scale)
			}
		}
	}
	r.normalise()
}

// normalise makes weights sum to 1.
func (r *Rule) normalise() {
	total := 0.0
	for _, w := range r.Weight {
		total += w
	}
	for i := range r.Weight {
		r.Weight[i] /= total
	}
}
