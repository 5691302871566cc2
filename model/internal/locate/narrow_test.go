package locate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/sampler"
)

func TestNarrow(t *testing.T) {
	m := &sampler.Metric{
		Center: make([]float64, 3), Scale: []float64{1, 0.5, 2},
		Vectors: [][]float64{{0.8, 0.6, 0}, {-0.6, 0.8, 0}, {0, 0, 1}}, Values: []float64{35, 2, 0.1},
	}
	narrow(m)
	require.InDeltaSlice(t, []float64{3 / 0.8, 2, 0.1}, m.Values, 1e-15)
	m.Values[2] = 100
	narrow(m)
	require.InDelta(t, 1.5, m.Values[2], 1e-15)
}
