package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// alternatingNormal has a coordinate x and two variables a and b, all of variance 1 and pairwise correlation rho. The
// density is that of x given a, then given b; from one block to the next the coordinate is mirrored.
type alternatingNormal struct {
	rho   float64
	given float64 // a or b
	block int
}

func (an *alternatingNormal) Dim() int { return 1 }

// sign is that of the coordinate of a block.
func (an *alternatingNormal) sign() float64 { return 1 - 2*float64(an.block) }

func (an *alternatingNormal) LogProbGrad(grad, x []float64) float64 {
	r, v := an.sign()*x[0]-an.rho*an.given, 1-an.rho*an.rho
	grad[0] = -an.sign() * r / v
	return -0.5 * r * r / v
}

func (an *alternatingNormal) Blocks() int { return 2 }

func (an *alternatingNormal) Alternate(rng *rand.Rand, x []float64) {
	// The other variable given x and the one of this block: regression on both.
	q := an.sign() * x[0]
	w := an.rho / (1 + an.rho)
	an.given = w*(q+an.given) + math.Sqrt(1-2*an.rho*w)*rng.NormFloat64()
	an.block = 1 - an.block
	x[0] = an.sign() * q
}

func (an *alternatingNormal) Names() []string { return []string{"x", "given"} }

func (an *alternatingNormal) Report(dst, x []float64) { dst[0], dst[1] = an.sign()*x[0], an.given }

// Draws have the joint distribution of the coordinates and the variables: moments within 4.5 Monte Carlo standard
// errors, for HMC and NUTS.
func TestAlternatingHasTheJointDistribution(t *testing.T) {
	const rho = 0.7
	for _, algorithm := range []Algorithm{HMC, NUTS} {
		run, err := Sample(context.Background(), func(int) (Target, error) {
			return &alternatingNormal{rho: rho, given: 3}, nil
		}, Settings{Seed: 1, Draws: 5000, Algorithm: algorithm,
			Metric: &Metric{Center: []float64{0}, Scale: []float64{1}}})
		require.NoError(t, err)
		require.Equal(t, algorithm, run.Algorithm)
		x, given := run.Draws.Quantity(0), run.Draws.Quantity(1)
		for _, q := range []struct{ mean, sd float64 }{{0, 1}, {0, 1}} {
			for _, s := range []struct{ got, want, se float64 }{
				{x.Summary(0.9).Mean, q.mean, x.Summary(0.9).MCSEMean}, {x.SD(), q.sd, x.Summary(0.9).MCSESD},
				{given.Summary(0.9).Mean, q.mean, given.Summary(0.9).MCSEMean},
				{given.SD(), q.sd, given.Summary(0.9).MCSESD},
			} {
				require.InDelta(t, s.want, s.got, 4.5*s.se, algorithm)
			}
		}
		product := x
		product.Chains = nil
		for c := range x.Chains {
			p := make([]float64, len(x.Chains[c]))
			for i, v := range x.Chains[c] {
				p[i] = v * given.Chains[c][i]
			}
			product.Chains = append(product.Chains, p)
		}
		s := product.Summary(0.9)
		require.InDelta(t, rho, s.Mean, 4.5*s.MCSEMean, algorithm)
		for _, chain := range run.Stats {
			for _, stat := range chain {
				require.GreaterOrEqual(t, stat.Leapfrogs, 2) // one step or more in each block
				require.True(t, stat.AcceptStat > 0 && stat.AcceptStat <= 1)
			}
		}
	}
}

// The same seed gives the same draws, for any number of chains at once.
func TestAlternatingIsDeterministic(t *testing.T) {
	draw := func(workers int) *Run {
		run, err := Sample(context.Background(), func(int) (Target, error) {
			return &alternatingNormal{rho: 0.5}, nil
		}, Settings{Seed: 7, Draws: 100, Workers: workers})
		require.NoError(t, err)
		return run
	}
	one, four := draw(1), draw(4)
	for v := range one.Draws.Names() {
		require.Equal(t, one.Draws.Quantity(v), four.Draws.Quantity(v))
	}
}
