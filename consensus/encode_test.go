package consensus

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatIsKnownIsReadAsWritten(t *testing.T) {
	estimate := func(x float64) Estimate { return Estimate{x, x - 1, x + 2} }
	want := Consensus{
		Categories: []string{"no", "yes"},
		Items: []Item{{"a", "i", 1, 0.1, 0.2, 0.3, []float64{0.4, 0.6}, []float64{0.3, 0.7}, 1, 2, 0.7},
			{Study: "b", Name: "κ", Mean: math.Inf(1), Label: -1}},
		Labelers: []Labeler{{"a", "l", 2, estimate(3), estimate(4), estimate(5), 0.1, 0.2, estimate(6),
			estimate(7), 0.3, 0.4, 0.5, "week", 8, []string{"m"}, Retrain}},
	}
	// No field is zero, so that one which is not written is noticed.
	for _, of := range []any{want, want.Items[0], want.Labelers[0], want.Labelers[0].Level} {
		for i, v := 0, reflect.ValueOf(of); i < v.NumField(); i++ {
			require.False(t, v.Field(i).IsZero(), "%T: %s", of, v.Type().Field(i).Name)
		}
	}
	data, err := want.MarshalBinary()
	require.NoError(t, err)
	var got Consensus
	require.NoError(t, got.UnmarshalBinary(data))
	assert.Equal(t, want, got)
	for n := range data {
		require.Error(t, got.UnmarshalBinary(data[:n]), n)
	}
	require.Error(t, got.UnmarshalBinary(append(data, 0)))
	assert.Equal(t, want, got, "an error changes nothing")
}
