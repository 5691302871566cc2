package sampler

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A start behind a wall, where the energy is thousands above that at the centre of the metric, comes nearer by halves.
// A start that is as far out in a normal density stays, and so does one without a metric.
func TestStartsComeNearer(t *testing.T) {
	wall := density{1, func(grad, x []float64) float64 {
		grad[0] = -x[0]
		if x[0] <= 1 {
			return -x[0] * x[0] / 2
		}
		past := x[0] - 1
		grad[0] -= 100 * past
		return -x[0]*x[0]/2 - 50*past*past
	}}
	metric := &Metric{Center: []float64{0}, Scale: []float64{1}}
	for _, c := range []struct {
		metric    *Metric
		from, end float64
	}{{metric, 64, 4}, {metric, -64, -64}, {metric, 5, 5}, {nil, 64, 64}} {
		s, err := Settings{Seed: 1, Metric: c.metric, Start: func(_ *rand.Rand, _ int, x []float64) {
			x[0] = c.from
		}}.resolved()
		require.NoError(t, err)
		chain := newChain(t.Context(), 0, wall, s)
		require.NoError(t, chain.start())
		assert.InDelta(t, c.end, chain.state.x[0], 1e-12)
		grad := []float64{0}
		assert.InDelta(t, wall.LogProbGrad(grad, chain.state.x), chain.state.logp, 1e-9)
	}
}
