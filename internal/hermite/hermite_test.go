package hermite

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Oracle: the moments of the standard normal distribution, E z²ᵏ = (2k − 1)!!.
func TestNormalHasTheMoments(t *testing.T) {
	const n = 15
	nodes, weights := Normal(n)
	want := 1.0
	for k := range n {
		even, odd := 0.0, 0.0
		for i, z := range nodes {
			even += weights[i] * math.Pow(z, float64(2*k))
			odd += weights[i] * math.Pow(z, float64(2*k+1))
		}
		assert.InEpsilon(t, want, even, 1e-9, 2*k)
		assert.InDelta(t, 0, odd/want, 1e-9, 2*k+1)
		want *= float64(2*k + 1)
	}
}
