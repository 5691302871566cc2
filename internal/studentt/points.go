// Package studentt averages smooth functions over effects from Student's t distribution, one or two of an item, by the
// trapezoidal rule. Functions are bounded and change over about one unit, as logistic functions of thresholds do.
package studentt

import (
	"math"
	"math/cmplx"
)

const (
	// digits is −log of the error of a rule and of the probability that it leaves out, 10⁻¹².
	digits = 28
	// most is the number of points on one side, for effects so large that functions are steps.
	most = 2000
)

// Step is the step with which the trapezoidal rule for a density such as exp(−½cy²) has about the error 10⁻¹², if what
// is averaged has no pole nearer to the real line than pole. On a line at the distance b the rule with step h has the
// error exp(−2πb/h), and the density grows by exp(½cb²) there (Trefethen and Weideman 2014, theorem 5.1).
func Step(pole, c float64) float64 { return step(pole, c, digits) }

func step(pole, c, digits float64) float64 {
	b := math.Min(pole, math.Sqrt(2*digits/c)) // at which the step is longest
	return 2 * math.Pi * b / (digits + 0.5*c*b*b)
}

// Effects are the effects of items in one study. They have the standard deviation SD. What is averaged has its
// thresholds at most Away from the effect 0.
type Effects struct{ SD, Away float64 }

// Point is a place with its weight. The weights of a rule sum to 1.
type Point struct {
	Effect, Weight float64
	y              float64 // see [Points]
}

// Points stores in dst the points of the rule for effects with df > 2 degrees of freedom, and returns it. others are
// effects of the same items in other studies, if functions of them are averaged too.
//
// The effect is SD √(ν − 2) sinh y, where y has a density proportional to cosh⁻ᵛ y. It falls exponentially.
func Points(dst []Point, df float64, of Effects, others ...Effects) []Point {
	near := pole(scaleOf(of.SD, df), of.Away)
	for _, e := range others {
		near = math.Min(near, pole(scaleOf(e.SD, df), e.Away))
	}
	return points(dst, df, 0, scaleOf(of.SD, df), near, digits)
}

// Given stores in dst the points of the rule for the effect of an item in another study, given its effect in a first at
// a point of that. The two are from a bivariate t distribution with the correlation rho. With the first at y, the
// second is SD √(ν − 2) (ρ sinh y + √(1 − ρ²) cosh y sinh v), where v has a density proportional to cosh^(−ν−1) v. The
// rule has as many digits as the weight of y leaves.
func Given(dst []Point, df, rho float64, at Point, of Effects) []Point {
	scale := scaleOf(of.SD, df)
	mean, spread := scale*rho*math.Sinh(at.y), scale*math.Sqrt(math.Max(0, (1-rho)*(1+rho)))*math.Cosh(at.y)
	left := math.Max(1, digits-df*logCosh(at.y))
	return points(dst, df+1, mean, spread, pole(spread, of.Away+math.Abs(mean)), left)
}

func points(dst []Point, df, mean, scale, pole, digits float64) []Point {
	reach := 2 * math.Asinh(math.Sqrt(0.5*math.Expm1(digits/df))) // cosh⁻ᵛ is e⁻ᵈ there
	h := math.Max(step(pole, df, digits), reach/most)
	side := int(math.Ceil(reach / h))
	dst = dst[:0]
	total := 0.0
	for i := -side; i <= side; i++ {
		y := float64(i) * h
		w := math.Exp(-df * logCosh(y))
		total += w
		dst = append(dst, Point{mean + scale*math.Sinh(y), w, y})
	}
	for i := range dst {
		dst[i].Weight /= total
	}
	return dst
}

// scaleOf returns SD √(ν − 2), not 0.
func scaleOf(sd, df float64) float64 {
	return math.Max(sd*math.Sqrt(df-2), math.SmallestNonzeroFloat32)
}

// pole is the distance of the poles of a function of scale·sinh y from the real line, if a function of the effect has
// them at the distance π.
func pole(scale, away float64) float64 { return imag(cmplx.Asinh(complex(away/scale, math.Pi/scale))) }

// logCosh returns log cosh y.
func logCosh(y float64) float64 {
	half := math.Sinh(0.5 * y)
	return math.Log1p(2 * half * half)
}
