package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// twoModes is a mixture of N(−8, 1) with the weight 0.2 and N(16, 4), so far apart that no trajectory leads from one to
// the other. Below −100 it has no density.
type twoModes struct{ lost bool }

func (tm *twoModes) Dim() int { return 1 }

func (tm *twoModes) LogProbGrad(grad, x []float64) float64 {
	if x[0] < -100 {
		return math.Inf(-1)
	}
	low, high := x[0]+8, (x[0]-16)/2
	a, b := 0.2*math.Exp(-0.5*low*low), 0.4*math.Exp(-0.5*high*high)
	grad[0] = (-a*low - b*high/2) / (a + b)
	return math.Log(a + b)
}

// Jump goes from x to −x/2 above 0 and to −2x below, or to where there is no density.
func (tm *twoModes) Jump(rng *rand.Rand, x []float64) bool {
	if tm.lost {
		x[0] = -101
		return true
	}
	var unused [1]float64
	to, jacobian := -2*x[0], math.Ln2
	if x[0] > 0 {
		to, jacobian = -x[0]/2, -math.Ln2
	}
	from, there := tm.LogProbGrad(unused[:], x), tm.LogProbGrad(unused[:], []float64{to})
	if math.Log(rng.Float64()) >= there-from+jacobian {
		return false
	}
	x[0] = to
	return true
}

func sampleTwoModes(t *testing.T, algorithm Algorithm, workers int, lost bool) *Run {
	t.Helper()
	run, err := Sample(context.Background(), func(int) (Target, error) { return &twoModes{lost}, nil },
		Settings{Seed: 3, Draws: 2000, Workers: workers, Algorithm: algorithm,
			Metric: &Metric{Center: []float64{16}, Scale: []float64{2}}})
	require.NoError(t, err)
	return run
}

// A chain is in each mode as often as its weight says, and where it was reported.
func TestJumpsFindTheWeightsOfModes(t *testing.T) {
	for _, algorithm := range []Algorithm{HMC, NUTS} {
		run := sampleTwoModes(t, algorithm, 2, false)
		low := run.Draws.Quantity(0)
		low.Chains = nil
		for c, chain := range run.Draws.Quantity(0).Chains {
			in := make([]float64, len(chain))
			for i, x := range chain {
				if x < 0 {
					in[i] = 1
				}
				var grad [1]float64
				require.InDelta(t, (&twoModes{}).LogProbGrad(grad[:], []float64{x}), run.Stats[c][i].LogDensity, 1e-9)
			}
			low.Chains = append(low.Chains, in)
		}
		s := low.Summary(0.9)
		require.InDelta(t, 0.2, s.Mean, 4.5*s.MCSEMean, algorithm)
		require.Less(t, s.MCSEMean, 0.02)

		alone := sampleTwoModes(t, algorithm, 1, false)
		require.Equal(t, run.Draws.Quantity(0), alone.Draws.Quantity(0))
	}
}

// A jump to a point that the density rejects is not made.
func TestJumpsIntoNothingAreNotMade(t *testing.T) {
	run := sampleTwoModes(t, HMC, 2, true)
	for _, chain := range run.Draws.Quantity(0).Chains {
		for _, x := range chain {
			require.Greater(t, x, 0.0)
		}
	}
}
