package consensus

import (
	"math"

	"concord/internal/logproduct"
)

func newProducts(n int) []logproduct.Product {
	all := make([]logproduct.Product, n)
	for i := range all {
		all[i] = logproduct.New()
	}
	return all
}

// times multiplies each product by a power of its factor.
func times(products []logproduct.Product, factors []float64, power float64) {
	for i, x := range factors {
		if power == 1 {
			products[i].Times(x)
		} else {
			products[i].Add(power * math.Log(x))
		}
	}
}
