package html

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/posterior"
)

// drawnFrom makes four chains, in each of which a normal draw goes on from the one before by the correlation r, and
// turns them into draws of another distribution.
func drawnFrom(rng *rand.Rand, n int, r float64, of func(z float64) float64) posterior.Quantity {
	q := posterior.Quantity{Chains: make([][]float64, 4)}
	for c := range q.Chains {
		z := rng.NormFloat64()
		for range n / 4 {
			z = r*z + math.Sqrt(1-r*r)*rng.NormFloat64()
			q.Chains[c] = append(q.Chains[c], of(z))
		}
	}
	return q
}

// peaks counts those of a curve that stand out by more than a hundredth of its height, which is a pixel as it is drawn.
func peaks(curve []point) int {
	top := 0.0
	for _, p := range curve {
		top = math.Max(top, p.y)
	}
	n, rising := 0, true
	turn := 0.0 // the last height from which the curve turned
	for _, p := range curve {
		switch {
		case rising && p.y > turn, !rising && p.y < turn:
			turn = p.y
		case rising && p.y < turn-top/100:
			n, rising, turn = n+1, false, p.y
		case !rising && p.y > turn+top/100:
			rising, turn = true, p.y
		}
	}
	if rising && turn > 0 {
		n++ // it ends at its height, as a density at a boundary does
	}
	return n
}

// Draws of a density that has one peak are drawn with one, whatever its form, few draws or many, and also where each
// says little after the one before; two peaks that there are, are drawn.
func TestDensitiesHaveNoFalsePeaks(t *testing.T) {
	logistic := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	for seed, form := range []struct {
		name string
		of   func(z float64) float64
	}{
		{"normal", func(z float64) float64 { return 0.5 + 0.02*z }},
		{"skewed", func(z float64) float64 { return logistic(-3 + 0.5*z) }},
		{"at a boundary", func(z float64) float64 { return math.Abs(z) / 50 }},
		{"at the upper end", func(z float64) float64 { return 1 - math.Abs(z)/20 }},
	} {
		rng, one, most := rand.New(rand.NewPCG(17, uint64(seed))), 0, 0
		// Draws with effective sizes of 330 and more: the page warns of fewer than 400.
		for _, draws := range []struct {
			n int
			r float64
		}{{400, 0}, {1000, 0}, {1000, 0.5}, {4000, 0}, {4000, 0.5}, {4000, 0.8}} {
			for range 40 {
				got := peaks(density(series{of: drawnFrom(rng, draws.n, draws.r, form.of), high: 1}))
				one += min(1, got-1)
				most++
			}
		}
		// Of so few draws one in a hundred may clearly have what the density has not.
		assert.LessOrEqual(t, one, most/100, "%s: second peaks in %d pictures", form.name, most)
	}
	rng := rand.New(rand.NewPCG(3, 17))
	two := drawnFrom(rng, 4000, 0, func(z float64) float64 { return 0.5 + 0.02*z + 0.06*float64(rng.IntN(2)) })
	assert.Equal(t, 2, peaks(density(series{of: two, high: 1})))
}

// The curve is a density: with the reflection at the ends of the range nothing of it is lost.
func TestDensitiesIntegrateToOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 18))
	for _, at := range []float64{0.5, 0.01, 0.99} {
		curve := density(series{of: drawnFrom(rng, 4000, 0, func(z float64) float64 {
			return math.Max(0, math.Min(1, at+0.02*z))
		}), high: 1})
		area := 0.0
		for i := 1; i < len(curve); i++ {
			area += (curve[i].x - curve[i-1].x) * (curve[i].y + curve[i-1].y) / 2
		}
		assert.InDelta(t, 1, area, 0.01, "at %v", at)
	}
}
