package sampler

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
)

// counted counts the evaluations of a target and calls back at one of them.
type counted struct {
	Target
	n, at int
	then  func()
}

func (c *counted) LogProbGrad(grad, x []float64) float64 {
	c.n++
	if c.n == c.at {
		c.then()
	}
	return c.Target.LogProbGrad(grad, x)
}

func TestDrawsDoNotDependOnWorkers(t *testing.T) {
	for algorithm, a := range algorithms {
		t.Run(algorithm, func(t *testing.T) {
			run := func(workers int) *Result {
				r, err := Sample(context.Background(), each(schools(false)), Settings{
					Chains: 5, Draws: 100, Warmup: 150, Seed: 42, Workers: workers, Algorithm: a, Adapt: LowRank,
				})
				require.NoError(t, err)
				for i := range r.Chains { // times alone may differ
					r.Chains[i].WarmupTime, r.Chains[i].SamplingTime = 0, 0
				}
				return r
			}
			one := run(1)
			assert.Equal(t, one, run(3))
			assert.Equal(t, one, run(16))
			assert.NotEqual(t, one.Draws.Chain(0, 0), one.Draws.Chain(0, 1))
		})
	}
}

func TestSeedsAndChainsHaveStreamsOfTheirOwn(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(100) {
		for chain := range 100 {
			seen[newRand(seed, chain).Uint64()] = true
		}
	}
	assert.Len(t, seen, 10_000)
}

func TestResultIsConsistent(t *testing.T) {
	var counts [3]*counted
	s := Settings{Chains: 3, Draws: 200, Warmup: 300, Seed: 4, TargetAccept: 0.5}
	r, err := Sample(context.Background(), func(chain int) (Target, error) {
		counts[chain] = &counted{Target: funnel(3, 3)}
		return counts[chain], nil
	}, s)
	require.NoError(t, err)
	assert.Equal(t, []string{"x.1", "x.2", "x.3", "x.4"}, r.Draws.Names())
	assert.Equal(t, 3, r.Draws.Chains())
	assert.Equal(t, 200, r.Draws.Iterations())
	divergent, gradients, kept := 0, 0, 0
	for c, info := range r.Chains {
		assert.Equal(t, c, info.Chain)
		assert.Equal(t, 300, info.Warmup)
		assert.Equal(t, counts[c].n, info.WarmupGradients+info.SamplingGradients)
		assert.NoError(t, info.Metric.Validate())
		leapfrogs, mine := 0, 0
		x, grad := make([]float64, 4), make([]float64, 4)
		for i, stat := range r.Stats[c] {
			leapfrogs += stat.Leapfrogs
			if stat.Divergent {
				mine++
			}
			assert.Equal(t, info.StepSize, stat.StepSize)
			for v := range x {
				x[v] = r.Draws.Chain(v, c)[i]
			}
			assert.InDelta(t, funnel(3, 3).LogProbGrad(grad, x), stat.LogDensity, 1e-9*(1+math.Abs(stat.LogDensity)))
			assert.GreaterOrEqual(t, stat.Energy, -stat.LogDensity)
			assert.True(t, stat.AcceptStat >= 0 && stat.AcceptStat <= 1)
		}
		assert.Equal(t, leapfrogs, info.SamplingGradients)
		assert.Equal(t, mine, info.Divergences)
		divergent += mine
		gradients += counts[c].n
	}
	assert.Equal(t, divergent, r.DivergenceCount())
	assert.Equal(t, gradients, r.Gradients())
	for _, d := range r.Divergences {
		kept++
		assert.True(t, r.Stats[d.Chain][d.Draw].Divergent)
		assert.Greater(t, d.EnergyError, 1000.0)
		grad := make([]float64, 4)
		assert.False(t, math.IsInf(funnel(3, 3).LogProbGrad(grad, d.Start), 0))
		assert.NotEqual(t, d.Start, d.End)
	}
	assert.Equal(t, divergent, kept)
	assert.NotZero(t, kept, "a wide funnel diverges, or the checks above say nothing")
	assert.Len(t, posterior.EBFMI(r.Energies().Chains), 3)
}

// squared reports the square of its coordinate.
type squared struct{ density }

func (squared) Names() []string { return []string{"square", "one"} }
func (squared) Report(dst, x []float64) {
	dst[0], dst[1] = x[0]*x[0], 1
}

func TestReporterReports(t *testing.T) {
	r, err := Sample(context.Background(), each(squared{stdNormal(1)}), Settings{Seed: 1})
	require.NoError(t, err)
	assert.Equal(t, []string{"square", "one"}, r.Draws.Names())
	// χ² with one degree of freedom.
	assert.Empty(t, wrongMoments(r, []moment{{0, 1, math.Sqrt2}}, 4))
	assert.Equal(t, repeat(1000, 1), r.Draws.Chain(1, 2))
}

func TestCancellationKeepsWhatThereIs(t *testing.T) {
	for algorithm, a := range algorithms {
		t.Run(algorithm, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			// One worker: chain 0 ends, chain 1 is cut, the others never begin.
			r, err := Sample(ctx, func(chain int) (Target, error) {
				c := &counted{Target: stdNormal(2)}
				if chain == 1 {
					c.at, c.then = 2000, cancel
				}
				return c, nil
			}, Settings{Seed: 1, Workers: 1, Algorithm: a, Warmup: 500, Draws: 2000})
			require.ErrorIs(t, err, context.Canceled)
			require.NotNil(t, r)
			n := r.Draws.Iterations()
			if r.Draws.Chains() == 2 {
				assert.Greater(t, n, 1000, "else chain 0 alone has more draws")
			} else {
				assert.Equal(t, 2000, n)
			}
			full, err := Sample(context.Background(), each(stdNormal(2)), Settings{Seed: 1, Algorithm: a, Warmup: 500, Draws: 2000})
			require.NoError(t, err)
			for k, info := range r.Chains {
				assert.Equal(t, full.Draws.Chain(1, info.Chain)[:n], r.Draws.Chain(1, k), "the draws that there are are the right ones")
				assert.Len(t, r.Stats[k], n)
			}
		})
	}
}

func TestCommonLengthKeepsMostDraws(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		want    int
	}{
		{[]int{1000, 1000, 1000, 1000}, 1000},
		{[]int{600, 590, 0, 0}, 590},
		{[]int{1000, 1000, 3, 0}, 1000},
		{[]int{1000, 1000, 700, 690}, 690},
		{[]int{5}, 5},
		{[]int{0, 0}, 0},
		{nil, 0},
	} {
		var chains []*chain
		for _, n := range c.lengths {
			chains = append(chains, &chain{stats: make([]Stat, n)})
		}
		assert.Equal(t, c.want, commonLength(chains), "%v", c.lengths)
	}
}

func TestCancelledInWarmupHasNoResult(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := Sample(ctx, func(int) (Target, error) {
		return &counted{Target: stdNormal(2), at: 50, then: cancel}, nil
	}, Settings{})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, r)

	past, stop := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer stop()
	r, err = Sample(past, each(stdNormal(2)), Settings{})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Nil(t, r)
}

func TestChainErrors(t *testing.T) {
	boom := errors.New("no memory")
	wall := density{1, func(grad, _ []float64) float64 { grad[0] = 0; return math.Inf(-1) }}
	steep := density{1, func(grad, _ []float64) float64 { grad[0] = math.Inf(1); return 0 }}
	flat := density{1, func(grad, _ []float64) float64 { grad[0] = 0; return 0 }}
	bad := func(t Target, err error) func(int) (Target, error) {
		return func(chain int) (Target, error) {
			if c, ok := t.(*counted); ok {
				c.n = 0
			}
			if chain == 2 {
				return t, err
			}
			return stdNormal(1), nil
		}
	}
	for name, c := range map[string]struct {
		f    func(int) (Target, error)
		want string
	}{
		"creation": {bad(nil, boom), "no memory"},
		"nil":      {bad(nil, nil), "the target is nil"},
		"panic":    {bad(&counted{Target: stdNormal(1), at: 100, then: func() { panic("index out of range") }}, nil), "the target panicked: index out of range"},
		"−Inf":     {bad(wall, nil), "not finite at any of 100 starts"},
		"gradient": {bad(steep, nil), "not finite at any of 100 starts"},
		"improper": {bad(flat, nil), "improper"},
		"size":     {bad(stdNormal(2), nil), "differs in size from that of chain 0"},
		"empty":    {bad(stdNormal(0), nil), "the target has dimension 0"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, workers := range []int{1, 4} {
				r, err := Sample(context.Background(), c.f, Settings{Workers: workers, Draws: 50, Warmup: 50})
				assert.True(t, r == nil, "no result")
				assert.ErrorContains(t, err, "sampler: chain 2: ")
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
	_, err := Sample(context.Background(), bad(nil, boom), Settings{})
	assert.ErrorIs(t, err, boom)
	_, err = Sample(context.Background(), func(int) (Target, error) { panic(boom) }, Settings{})
	var p *TargetPanic
	require.ErrorAs(t, err, &p)
	assert.Equal(t, boom, p.Value)
	assert.Contains(t, string(p.Stack), "sample_test.go")
}

func TestSettingsErrors(t *testing.T) {
	for name, c := range map[string]struct {
		s    Settings
		want string
	}{
		"chains":     {Settings{Chains: -1}, "Chains is negative: -1"},
		"draws":      {Settings{Draws: -1}, "Draws is negative"},
		"warm-up":    {Settings{Warmup: -1}, "Warmup is negative"},
		"workers":    {Settings{Workers: -2}, "Workers is negative"},
		"depth":      {Settings{MaxDepth: -2}, "MaxDepth is negative"},
		"deep":       {Settings{MaxDepth: 31}, "MaxDepth 31 is above 30"},
		"accept":     {Settings{TargetAccept: 1}, "TargetAccept 1 is not between 0 and 1"},
		"NaN":        {Settings{TargetAccept: math.NaN()}, "TargetAccept NaN"},
		"algorithm":  {Settings{Algorithm: 7}, "no Algorithm 7"},
		"integrator": {Settings{Integrator: -1}, "no Integrator -1"},
		"adaptation": {Settings{Adapt: 9}, "no Adaptation 9"},
		"metric":     {Settings{Metric: &Metric{Center: []float64{1}}}, "1 centers and 0 scales"},
		"dimension":  {Settings{Metric: identityMetric(2)}, "the target has dimension 1, the metric 2"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Sample(context.Background(), each(stdNormal(1)), c.s)
			assert.Nil(t, r)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func TestDefaults(t *testing.T) {
	s, err := Settings{}.resolved()
	require.NoError(t, err)
	assert.Equal(t, []int{4, 1000, 1000, 10}, []int{s.Chains, s.Draws, s.Warmup, s.MaxDepth})
	assert.Equal(t, 0.8, s.TargetAccept)
	assert.Equal(t, NUTS, s.Algorithm)
	assert.Equal(t, Leapfrog, s.Integrator)
	assert.Equal(t, Diagonal, s.Adapt)
	s, err = Settings{Metric: identityMetric(1)}.resolved()
	require.NoError(t, err)
	assert.Equal(t, 150, s.Warmup)
	assert.Equal(t, Split, s.Integrator)
	assert.Equal(t, StepSizeOnly, s.Adapt)
	assert.Equal(t, HMC, s.Algorithm)
	s, err = Settings{Metric: identityMetric(1), Adapt: LowRank}.resolved()
	require.NoError(t, err)
	assert.Equal(t, 1000, s.Warmup)
	assert.Equal(t, NUTS, s.Algorithm)
	assert.Equal(t, "nuts", s.Algorithm.String())
}

// starts records the first point at which each chain's target is evaluated.
func starts(t *testing.T, s Settings) [][]float64 {
	var all [][]float64
	_, err := Sample(context.Background(), func(int) (Target, error) {
		c := &counted{Target: stdNormal(2), at: 1, then: func() {}}
		var first []float64
		all = append(all, nil)
		k := len(all) - 1
		return density{2, func(grad, x []float64) float64 {
			if first == nil {
				first = append(first, x...)
				all[k] = first
			}
			return c.LogProbGrad(grad, x)
		}}, nil
	}, s)
	require.NoError(t, err)
	return all
}

func TestStarts(t *testing.T) {
	given := starts(t, Settings{Chains: 3, Draws: 1, Warmup: 10, Workers: 1, Start: func(_ *rand.Rand, chain int, x []float64) {
		x[0], x[1] = float64(chain), -0.5
	}})
	assert.Equal(t, [][]float64{{0, -0.5}, {1, -0.5}, {2, -0.5}}, given)

	// Uniform on (−2, 2): mean 0, standard deviation 4/√12; 400 values.
	uniform := starts(t, Settings{Chains: 200, Draws: 1, Warmup: 1, Workers: 1})
	mean, square, largest := pooledMoments(uniform, []float64{0, 0}, []float64{1, 1})
	assert.InDelta(t, 0, mean, 4*4/math.Sqrt(12*400))
	assert.InDelta(t, 16.0/12, square, 0.25)
	assert.Less(t, largest, 2.0)

	// Center + 1.5·W·N(0, I).
	m := &Metric{Center: []float64{3, -1}, Scale: []float64{0.1, 10}}
	spread := starts(t, Settings{Chains: 200, Draws: 1, Warmup: 1, Workers: 1, Metric: m})
	mean, square, _ = pooledMoments(spread, m.Center, m.Scale)
	assert.InDelta(t, 0, mean, 4*1.5/math.Sqrt(400))
	assert.InDelta(t, 2.25, square, 4*2.25*math.Sqrt(2.0/400))
}

func pooledMoments(x [][]float64, center, scale []float64) (mean, square, largest float64) {
	n := 0.0
	for _, v := range x {
		for i := range v {
			z := (v[i] - center[i]) / scale[i]
			n++
			mean += z
			square += z * z
			largest = max(largest, math.Abs(z))
		}
	}
	return mean / n, square / n, largest
}

func TestProgressIsToldByOneAtATime(t *testing.T) {
	var mu sync.Mutex
	var told []Progress
	r, err := Sample(context.Background(), each(stdNormal(20)), Settings{Chains: 4, Workers: 4, Progress: func(p Progress) {
		if !mu.TryLock() {
			t.Error("told by two at a time")
			return
		}
		defer mu.Unlock()
		told = append(told, p)
	}})
	require.NoError(t, err)
	last := told[len(told)-1]
	assert.Equal(t, 8000, last.Total)
	assert.Equal(t, 8000, last.Done)
	assert.Equal(t, 4000, last.Draws)
	assert.Equal(t, r.DivergenceCount(), last.Divergences)
	assert.LessOrEqual(t, len(told), 2+int(last.Elapsed/progressInterval))
}

// Divergences are counted even when they are no longer kept.
func TestDivergencesKeptAreBounded(t *testing.T) {
	c := &chain{mover: testSpace(stdNormal(3000), nil, leapfrog{})}
	z := randomPoint(c.mover, 1)
	for range 5000 {
		c.keepDivergence(z, z, 2000)
	}
	assert.Len(t, c.divergences, maxDivergenceFloat/6000)
	small := &chain{mover: testSpace(stdNormal(1), nil, leapfrog{})}
	z = randomPoint(small.mover, 1)
	for range 5000 {
		small.keepDivergence(z, z, 2000)
	}
	assert.Len(t, small.divergences, maxDivergences)
}
