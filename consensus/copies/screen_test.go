package copies

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Oracle: the labels' probability given copying, divided by that without, at the best of the shares of copied items.
func TestMayReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 500 {
		var a agreement
		p, copies := rng.Float64(), rng.Float64()
		for range 1 + rng.IntN(60) {
			x, y := rng.Float64() < p, rng.Float64() < p
			a.add(x, y || x && rng.Float64() < copies)
		}
		share, neither := (a.first+a.second+1)/(2*a.n+2), a.n-a.first-a.second+a.both
		best := 0.0
		for i := range 32 {
			c := float64(i) / 32
			best = math.Max(best, a.both*math.Log((share*share*(1-c)+share*c)/(share*share))+
				neither*math.Log(((1-share)*(1-share)*(1-c)+(1-share)*c)/((1-share)*(1-share)))+
				(a.n-a.both-neither)*math.Log(1-c))
		}
		assert.False(t, a.mayReach(best+1e-9))
		if best > 1e-6 {
			assert.True(t, a.mayReach(best-1e-9))
		}
	}
}
