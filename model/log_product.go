package model

import "math"

// logProduct is the logarithm of a product of positive numbers, taken of many of them at once, where a logarithm each
// would cost more than all else about them.
type logProduct struct{ product, log float64 }

func newLogProduct() logProduct { return logProduct{product: 1} }

// Products are kept between these.
const (
	leastProduct = 1e-150
	mostProduct  = 1e150
)

// times multiplies the product by x.
func (lp *logProduct) times(x float64) {
	if p := lp.product * x; p > leastProduct && p < mostProduct {
		lp.product = p
		return
	}
	lp.log += math.Log(x)
}

// value returns the logarithm.
func (lp *logProduct) value() float64 { return lp.log + math.Log(lp.product) }
