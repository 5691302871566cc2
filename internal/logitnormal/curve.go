package logitnormal

import "math"

// Curve is a function f of a standard normal z, known at nodes. It serves moments without an expansion in closed form,
// such as moments of the chance of a label if noise grows with the item's effect. Means over z are taken by the
// trapezoidal rule. The zero value is not valid: see [Curve.Set].
//
// With the coefficients c_n = E f e_n of orthonormal Hermite polynomials, the covariance of f(z) and g(w) is Σ_{n≥1} ρⁿ
// c_nᶠ c_nᵍ if z and w are normal with correlation ρ (Mehler 1866). The rest after curveTerms terms is known for ρ = 1,
// and is multiplied by the next power of ρ. That is inexact if f and g are both steep and |ρ| is near 1, but not 1: by
// less than 10⁻⁵ of √(Var f Var g) for logistic functions up to standard deviations of 6.
type Curve struct {
	mean  float64
	value [2*curveSide + 1]float64 // less the mean
	c     [curveTerms]float64      // c_n at n−1
}

const (
	curveStep  = 0.1
	curveSide  = 85 // nodes, up to 8.5 standard deviations
	curveTerms = 60
)

// curveNodes are the weights of the nodes, and weighted Hermite polynomials there.
var curveNodes = newCurveNodes()

type nodesOfCurves struct {
	weight  [2*curveSide + 1]float64
	hermite [2*curveSide + 1][curveTerms]float64
}

func newCurveNodes() *nodesOfCurves {
	n := &nodesOfCurves{}
	for i := range n.weight {
		z := float64(i-curveSide) * curveStep
		n.weight[i] = curveStep * math.Exp(-0.5*z*z) / math.Sqrt(2*math.Pi)
		before, last := 0.0, 1.0
		for k := range curveTerms {
			before, last = last, (z*last-math.Sqrt(float64(k))*before)/math.Sqrt(float64(k+1))
			n.hermite[i][k] = n.weight[i] * last
		}
	}
	return n
}

// Set makes fz the curve of f.
func (fz *Curve) Set(f func(z float64) float64) {
	middle, sum := f(0), 0.0
	for i := range fz.value {
		fz.value[i] = f(float64(i-curveSide)*curveStep) - middle
		sum += curveNodes.weight[i] * fz.value[i]
	}
	fz.mean = middle + sum
	fz.c = [curveTerms]float64{}
	for i := range fz.value {
		fz.value[i] -= sum
		for n, h := range curveNodes.hermite[i] {
			fz.c[n] += h * fz.value[i]
		}
	}
}

// Mean returns E f.
func (fz *Curve) Mean() float64 { return fz.mean }

// Variance returns Var f.
func (fz *Curve) Variance() float64 { return fz.product(fz) }

// product returns E (f − E f)(g − E g) of the same z.
func (fz *Curve) product(g *Curve) float64 {
	sum := 0.0
	for i, w := range curveNodes.weight {
		sum += w * fz.value[i] * g.value[i]
	}
	return sum
}

// CurveCovariance returns the covariance of f(z) and g(w), z and w standard normal with correlation rho.
func CurveCovariance(f, g *Curve, rho float64) float64 {
	sum, left, power := 0.0, f.product(g), rho
	for n, c := range f.c {
		p := c * g.c[n]
		sum += power * p
		left -= p
		power *= rho
	}
	if rho < 0 { // terms of both signs
		return sum
	}
	return sum + power*left
}
