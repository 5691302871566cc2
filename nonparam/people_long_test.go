//go:build long

package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOwnPairsCoverage simulates two studies that the same people label: 20 people, of whom four label an item in both,
// with levels of SD 0.5 and tastes of some SD, ρ = 0.6. It logs the mean of normalized κ_x and of the disattenuated
// correlation, and how often their 95 % intervals hold the value of different people, with and without pairs by one
// labeler: the table of docs/lab/validation.md.
func TestOwnPairsCoverage(t *testing.T) {
	const studies = 400
	for _, binary := range []bool{false, true} {
		for _, taste := range []float64{0, 0.7} {
			truth := 0.6
			if binary {
				truth = correlationOfChances(0.6, math.Hypot(0.5, taste))
			}
			for _, c := range []Coefficient{NormalizedCrossKappaName, DisattenuatedName} {
				for _, all := range []bool{true, false} {
					var values []float64
					held := 0.0
					for seed := range uint64(studies) {
						sources := twoArms(t, rand.New(rand.NewPCG(31, seed)), 200, 20, 4, taste)
						if binary {
							sources = binaryArms(t, rand.New(rand.NewPCG(31, seed)), 200, 20, 4, taste)
						}
						o := Options{Coefficients: []Coefficient{c}, Distance: Interval, AllPairs: all,
							Intervals: Jackknife{}}
						got, err := AgreementOf(context.Background(), sources, o)
						require.NoError(t, err)
						require.NotNil(t, got[0].Interval, got[0].NoInterval)
						values = append(values, got[0].Value)
						if got[0].Interval.Lower <= truth && truth <= got[0].Interval.Upper {
							held++
						}
					}
					mean, se := meanAndError(values)
					share := held / studies
					t.Logf("binary %v, tastes %.1f, %s, all pairs %v: "+
						"truth %.3f, mean %.3f ± %.3f, holds %.1f ± %.1f %%", binary, taste, c, all, truth, mean, se,
						100*share, 100*math.Sqrt(share*(1-share)/studies))
				}
			}
		}
	}
}

// correlationOfChances is that of the chances of a positive label of items whose logits have SD 1 and a correlation,
// for labelers whose levels and tastes have an SD together. It is by sums over a grid.
func correlationOfChances(rho, sd float64) float64 {
	const steps, reach = 241, 6.0
	var nodes, weight []float64
	for i := range steps {
		z := reach * (2*float64(i)/(steps-1) - 1)
		nodes, weight = append(nodes, z), append(weight, math.Exp(-z*z/2))
	}
	chance := func(u float64) float64 {
		sum, all := 0.0, 0.0
		for i, z := range nodes {
			sum += weight[i] / (1 + math.Exp(-u-sd*z))
			all += weight[i]
		}
		return sum / all
	}
	h := func(u float64) float64 { return chance(u) - 0.5 }
	var xy, xx, all float64
	for i, z := range nodes {
		for j, w := range nodes {
			x, v := h(z), weight[i]*weight[j]
			xx += v * x * x
			xy += v * x * h(rho*z+math.Sqrt(1-rho*rho)*w)
			all += v
		}
	}
	return xy / xx
}

// binaryArms is twoArms of binary labels.
func binaryArms(t *testing.T, random *rand.Rand, items, pool, each int, taste float64) []*Ratings {
	return arms(t, random, items, pool, each, taste, func(mean float64) float64 {
		if random.Float64() < 1/(1+math.Exp(-mean)) {
			return 1
		}
		return 0
	})
}
