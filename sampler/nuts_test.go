package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

func newTestNUTS(m *stepper, maxDepth int) *nuts { return &nuts{stepper: m, maxDepth: maxDepth} }

// begin prepares n to grow spans from z with steps of size eps.
func (n *nuts) begin(z *point, eps float64) {
	n.eps, n.h0, n.leapfrogs, n.sumAccept, n.divergent = eps, z.energy(), 0, 0, false
}

// The criterion by its formula: with ρ the sums of momenta, p·ρ > 0 for both ends
// of the joint span and of each half enlarged by its neighbour (Stan,
// base_nuts.hpp, compute_criterion).
func TestStraightIsItsFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 5).Draw(t, "dim")
		vector := func(name string) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(-1, 2), d, d).Draw(t, name)
		}
		ra, rb, a0, a1, b0, b1 := vector("ra"), vector("rb"), vector("a0"), vector("a1"), vector("b0"), vector("b1")
		along := func(rho, first, last []float64) bool {
			return floats.Dot(first, rho) > 0 && floats.Dot(last, rho) > 0
		}
		plus := func(u, v []float64) []float64 { return floats.AddTo(make([]float64, d), u, v) }
		for _, p := range [][]float64{plus(ra, rb), plus(ra, b0), plus(rb, a1)} {
			for _, q := range [][]float64{a0, a1, b0, b1} {
				if math.Abs(floats.Dot(p, q)) < 1e-9 {
					t.Skip("a matter of rounding")
				}
			}
		}
		want := along(plus(ra, rb), a0, b1) && along(plus(ra, b0), a0, b0) && along(plus(rb, a1), a1, b1)
		sum := plus(ra, rb)
		got := straight(ra, ra, rb, a0, a1, b0, b1)
		if got != want {
			t.Fatalf("straight says %v, the formula %v", got, want)
		}
		if !floats.Equal(sum, ra) {
			t.Fatalf("sum is %v, not %v", ra, sum)
		}
	})
}

// A grown span against the same points by plain integration: ends, sum of
// momenta, weight, acceptance.
func TestSpanIsWhatItsPointsSay(t *testing.T) {
	eachIntegrator(t, func(t *testing.T, in integrator) {
		m := testSpace(studentT(5, 4), nil, in)
		n := newTestNUTS(m, 10)
		for _, eps := range []float64{0.1, -0.1} {
			z := randomPoint(m, 1)
			n.begin(z, eps)
			s, ok := n.grow(z, 3)
			require.True(t, ok)
			require.Equal(t, 8, n.leapfrogs)
			sum, weight, accept := make([]float64, 5), 0.0, 0.0
			for k := 1; k <= 8; k++ {
				p := walk(m, z, eps, k)
				floats.Add(sum, p.p)
				e := p.energyError(n.h0)
				weight += math.Exp(-e)
				accept += min(1, math.Exp(-e))
				if k == 1 {
					assert.Equal(t, p.x, s.first.x)
				}
				if k == 8 {
					assert.Equal(t, p.x, s.last.x)
				}
			}
			assert.InDeltaSlice(t, sum, s.momentum(), 1e-12)
			assert.InDelta(t, math.Log(weight), s.logWeight, 1e-12)
			assert.InDelta(t, accept, n.sumAccept, 1e-12)
		}
	})
}

// Within a span each point is drawn in proportion to exp(−H): 20,000 spans from
// the same start; tolerance 4.5 binomial standard errors.
func TestSpanDrawsByWeight(t *testing.T) {
	m := testSpace(autoregression(2, 0.6, func(int) float64 { return 1 }), nil, leapfrog{})
	n := newTestNUTS(m, 10)
	z := randomPoint(m, 1)
	const eps, times = 0.35, 20_000
	var want [4]float64
	total := 0.0
	for k := range want {
		want[k] = math.Exp(-walk(m, z, eps, k+1).energyError(z.energy()))
		total += want[k]
	}
	require.Greater(t, floats.Max(want[:])/floats.Min(want[:]), 1.1, "weights should differ, or the test says little")
	counts := map[float64]int{}
	for range times {
		n.begin(z, eps)
		s, ok := n.grow(z, 2)
		require.True(t, ok)
		counts[s.drawn.x[0]]++
		n.release(s)
	}
	for k, w := range want {
		p := w / total
		got := float64(counts[walk(m, z, eps, k+1).x[0]]) / times
		assert.InDelta(t, p, got, 4.5*math.Sqrt(p*(1-p)/times), "point %d", k)
	}
}

// On a standard normal in many dimensions a trajectory turns after half a period,
// π: with steps of 0.1 that is between 16 and 64 points, never cut.
func TestNUTSTurnsAfterHalfAPeriod(t *testing.T) {
	m := testSpace(stdNormal(500), nil, leapfrog{})
	n := newTestNUTS(m, 10)
	z := randomPoint(m, 1)
	for range 50 {
		var s Stat
		z, s = n.transition(z, 0.1)
		assert.GreaterOrEqual(t, s.Leapfrogs, 15)
		assert.LessOrEqual(t, s.Leapfrogs, 63)
		assert.LessOrEqual(t, 1<<s.TreeDepth-1, s.Leapfrogs)
		assert.False(t, s.MaxDepthHit || s.Divergent)
		assert.InDelta(t, s.Energy-s.EnergyError, z.energy()-s.EnergyError, 1e-12)
	}
	n.limit(2)
	_, s := n.transition(z, 0.1)
	assert.True(t, s.MaxDepthHit)
	assert.Equal(t, 3, s.Leapfrogs)
	assert.Equal(t, 2, s.TreeDepth)
}

func TestLogAddExp(t *testing.T) {
	inf := math.Inf(-1)
	assert.Equal(t, inf, logAddExp(inf, inf))
	assert.Equal(t, 3.0, logAddExp(3, inf))
	assert.InDelta(t, math.Log(math.Exp(1.5)+math.Exp(-2)), logAddExp(-2, 1.5), 1e-15)
	assert.InDelta(t, 1e4+math.Ln2, logAddExp(1e4, 1e4), 1e-9)
}
