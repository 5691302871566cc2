package logitnormal_test

import (
	"fmt"
	"math"

	"concord/internal/logitnormal"
)

// Items whose logits of a yes have mean −1 and standard deviation 2, labelers with one of 0.5: how much of the
// variance of a yes or no is that of the items?
func ExampleProbability_Variance() {
	items := logitnormal.Probability{Mean: -1, SD: 2, Noise: 0.5}
	p, variance := items.Variance()
	fmt.Printf("share of yes %.3f, of whose variance items make up %.3f\n", p, variance/(p*(1-p)))
	// Output: share of yes 0.355, of whose variance items make up 0.368
}

// Two studies of the same items: where their logits correlate by 0.8, by how much do their shares of yes?
func ExampleCovariance() {
	a := logitnormal.Probability{Mean: -1, SD: 2}
	b := logitnormal.Probability{Mean: 0, SD: 1}
	_, varianceA := a.Variance()
	_, varianceB := b.Variance()
	fmt.Printf("%.3f\n", logitnormal.Covariance(a, b, 0.8)/math.Sqrt(varianceA*varianceB))
	// Output: 0.766
}
