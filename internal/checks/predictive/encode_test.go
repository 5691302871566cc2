package predictive

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// filled is a check of which no field is zero, so that one which is not written is noticed.
func filled() *Check {
	d := Discrepancy{"kripp_alpha", []string{"a", "b"}, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, []float64{1, 2}, "why", -7}
	other := d
	other.Statistic, other.Values = "reversal", []float64{3}
	l := Labeler{"a", "κ", 0.1, 0.2, 0.3, 0.4}
	return &Check{
		Replicates: 3, Labels: 4, SampledBy: "item", Threshold: 0.05,
		Coefficients: []Discrepancy{d}, Discrepancies: []Discrepancy{other, d},
		Dependent: []string{"b"},
		Outliers:  []Labeler{l}, Uneven: []Labeler{l, l}, Shifts: []Shift{{[2]string{"a", "b"}, 1, 2, 3}},
		Doubts: []Doubt{{[]string{"x"}, "assumption", []string{"a"}, "evidence", "consequence", "look", 0.01}},
	}
}

func TestChecksAreReadAsWritten(t *testing.T) {
	want := filled()
	for _, of := range []any{*want, want.Coefficients[0], want.Outliers[0], want.Shifts[0], want.Doubts[0]} {
		for i, v := 0, reflect.ValueOf(of); i < v.NumField(); i++ {
			require.False(t, v.Field(i).IsZero(), "%T: %s", of, v.Type().Field(i).Name)
		}
	}
	data, err := want.MarshalBinary()
	require.NoError(t, err)
	var got Check
	require.NoError(t, got.UnmarshalBinary(data))
	assert.Equal(t, want, &got)

	want.Coefficients[0].Tail = math.NaN()
	data, err = want.MarshalBinary()
	require.NoError(t, err)
	require.NoError(t, got.UnmarshalBinary(data))
	assert.True(t, math.IsNaN(got.Coefficients[0].Tail))

	kept := got
	for n := range data {
		require.Error(t, got.UnmarshalBinary(data[:n]), n)
	}
	require.Error(t, got.UnmarshalBinary(append(data, 0)))
	assert.Equal(t, kept.Doubts, got.Doubts, "an error changes nothing")
}
