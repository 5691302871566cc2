package consensus

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
)

func TestWhatIsKnownIsReadAsWritten(t *testing.T) {
	summary := func(x float64) posterior.Summary {
		return posterior.Summary{Name: "u", Mean: x, SD: 1, Median: 2,
			Interval: posterior.Interval{Level: 0.9, Kind: posterior.HighestDensity}, Lower: 3, Upper: 4, RHat: 5,
			ESSBulk: 6, ESSTail: 7, MCSEMean: 8, MCSESD: 9}
	}
	want := Consensus{
		Categories: []string{"no", "yes"},
		Items: []Item{{"a", "i", 1, 0.1, 0.2, 0.3, []float64{0.4, 0.6}, []float64{0.3, 0.7}, 1, 0.7},
			{Study: "b", Name: "κ", Mean: math.Inf(1), Label: -1}},
		Labelers: []Labeler{{"a", "l", 2, summary(1), summary(2), 0.5, summary(3), 0.6}},
	}
	// No field is zero, so that one which is not written is noticed.
	for _, of := range []any{want, want.Items[0], want.Labelers[0], want.Labelers[0].Level, summary(1).Interval} {
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
