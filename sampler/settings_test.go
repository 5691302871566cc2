package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSettingsErrors(t *testing.T) {
	for name, c := range map[string]struct {
		s    Settings
		want string
	}{
		"chains":      {Settings{Chains: -1}, "Chains is negative: -1"},
		"draws":       {Settings{Draws: -1}, "Draws is negative"},
		"thin":        {Settings{Thin: -1}, "Thin is negative: -1"},
		"warm-up":     {Settings{Warmup: -1}, "Warmup is negative"},
		"workers":     {Settings{Workers: -2}, "Workers is negative"},
		"depth":       {Settings{MaxDepth: -2}, "MaxDepth is negative"},
		"deep":        {Settings{MaxDepth: 31}, "MaxDepth 31 is above 30"},
		"accept":      {Settings{TargetAccept: 1}, "TargetAccept 1 is not between 0 and 1"},
		"short":       {Settings{TrajectoryLength: -1}, "TrajectoryLength -1 is not between 0 and 100"},
		"long":        {Settings{TrajectoryLength: 101}, "TrajectoryLength 101 is not"},
		"first step":  {Settings{FirstStep: -1}, "FirstStep -1 is negative or not finite"},
		"NaN":         {Settings{TargetAccept: math.NaN()}, "TargetAccept NaN"},
		"algorithm":   {Settings{Algorithm: 7}, "no Algorithm 7"},
		"integrator":  {Settings{Integrator: -1}, "no Integrator -1"},
		"adaptation":  {Settings{Adapt: 9}, "no Adaptation 9"},
		"metric":      {Settings{Metric: &Metric{Center: []float64{1}}}, "1 centers and 0 scales"},
		"coordinates": {Settings{KeepCoordinates: -1}, "KeepCoordinates is negative"},
		"too many":    {Settings{KeepCoordinates: 2}, "the target has dimension 1, less than KeepCoordinates 2"},
		"dimension":   {Settings{Metric: identityMetric(2)}, "the target has dimension 1, the metric 2"},
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
	assert.Equal(t, 1.0, s.TrajectoryLength)
	assert.Equal(t, NUTS, s.Algorithm)
	assert.Equal(t, Leapfrog, s.Integrator)
	assert.Equal(t, Diagonal, s.Adapt)
	s, err = Settings{Metric: identityMetric(1)}.resolved()
	require.NoError(t, err)
	assert.Equal(t, 75, s.Warmup)
	assert.Equal(t, 0.9, s.TargetAccept)
	assert.Equal(t, Split, s.Integrator)
	assert.Equal(t, StepSizeOnly, s.Adapt)
	assert.Equal(t, HMC, s.Algorithm)
	s, err = Settings{Metric: identityMetric(1), Algorithm: NUTS}.resolved()
	require.NoError(t, err)
	assert.Equal(t, 150, s.Warmup)
	assert.Equal(t, 0.8, s.TargetAccept)
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
	given := starts(t, Settings{Chains: 3, Draws: 1, Warmup: 10, Workers: 1,
		Start: func(_ *rand.Rand, chain int, x []float64) {
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
