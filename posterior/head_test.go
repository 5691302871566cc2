package posterior

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeadSharesTheFirstVariables(t *testing.T) {
	d := NewDraws([]string{"a", "b", "c"}, 2, 3)
	d.Chain(1, 1)[2] = 7
	h := d.Head(2)
	require.Equal(t, []string{"a", "b"}, h.Names())
	require.Equal(t, 2, h.Chains())
	require.Equal(t, 3, h.Iterations())
	require.Equal(t, []float64{0, 0, 7}, h.Chain(1, 1))
	h.Chain(0, 0)[0] = 1
	require.Equal(t, 1.0, d.Chain(0, 0)[0])
	require.Panics(t, func() { d.Head(4) })
}
