// Package logproduct takes the logarithm of many numbers at once.
package logproduct

import "math"

// Product is the logarithm of a product of positive numbers. It takes one logarithm for many of them, for loops in
// which a logarithm of each would cost more than everything else.
type Product struct{ product, log float64 }

// New returns the product of no numbers.
func New() Product { return Product{product: 1} }

// Products are kept between these.
const (
	least = 1e-150
	most  = 1e150
)

// Times multiplies the product by x.
func (pr *Product) Times(x float64) {
	switch p := pr.product * x; {
	case p > least && p < most:
		pr.product = p
	case x > least && x < most:
		pr.log += math.Log(pr.product)
		pr.product = x
	default:
		pr.log += math.Log(x)
	}
}

// many is the power from which on a logarithm costs less. Below it, the power of a number's mantissa by Frexp is above
// least.
const many = 400

// Power multiplies the product by x to the power of n, which is not negative.
func (pr *Product) Power(x float64, n int) {
	if n >= many {
		pr.log += float64(n) * math.Log(x)
		return
	}
	x, exponent := math.Frexp(x)
	pr.log += float64(n*exponent) * math.Ln2
	power := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			power *= x
		}
		x *= x
	}
	pr.Times(power)
}

// Add adds to the logarithm.
func (pr *Product) Add(log float64) { pr.log += log }

// Log returns the logarithm.
func (pr *Product) Log() float64 {
	if pr.product == 1 {
		return pr.log
	}
	return pr.log + math.Log(pr.product)
}
