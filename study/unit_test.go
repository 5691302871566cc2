package study

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A part of 0 and 1 among parts of other numbers is told, of ordered categories too, whose values are places.
func TestPartsOfZeroAndOne(t *testing.T) {
	ratings := Indexed{Items: []string{"a", "b"}, Studies: []string{"s"}, Study: make([]int32, 6),
		Item: []int32{0, 1, 0, 1, 0, 1}, Factors: []Factor{
			{Name: "task", Levels: []string{"x", "y", "z"}, Index: []int32{0, 0, 1, 1, 2, 2}}}}
	numbers, ordered := ratings, ratings
	numbers.Kind, numbers.Value = Numeric, []float64{0, 1, 1, 1, 0, 2.5}
	ordered.Kind, ordered.Value = Ordinal, []float64{1, 2, 2, 2, 1, 3}
	ordered.Categories = []string{"0", "1", "5"}
	words := ordered
	words.Categories = []string{"poor", "fair", "good"}
	for _, c := range []struct {
		labels Indexed
		want   bool
	}{{numbers, true}, {ordered, true}, {words, false}} {
		table, err := NewTable(c.labels)
		require.NoError(t, err)
		parts, err := table.Split("task")
		require.NoError(t, err)
		assert.Equal(t, []bool{c.want, false, false}, []bool{parts[0].Unit, parts[1].Unit, parts[2].Unit})
	}
}

// A study of 0 and 1 among others of other numbers is warned of, packed or not; all of them, or words, are not.
func TestStudiesOfZeroAndOne(t *testing.T) {
	for _, c := range []struct {
		kind       Kind
		value      []float64
		categories []string
		want       []string
	}{
		{Numeric, []float64{0, 1, 0.3, 0.7}, nil, []string{"people"}},
		{Numeric, []float64{0, 1, 1, 0}, nil, nil},
		{Numeric, []float64{0, 0, 0.5, 1}, nil, nil},
		{Ordinal, []float64{1, 2, 3, 2}, []string{"0", "1", "2"}, []string{"people"}},
		{Ordinal, []float64{1, 2, 3, 2}, []string{"poor", "fair", "good"}, nil},
		{Binary, []float64{1, 0, 1, 0}, []string{"0", "1"}, nil},
	} {
		table, err := NewTable(Indexed{Items: []string{"a", "b"}, Studies: []string{"people", "judge"},
			Study: []int32{0, 0, 1, 1}, Item: []int32{0, 1, 0, 1}, Kind: c.kind, Value: c.value,
			Categories: c.categories})
		require.NoError(t, err)
		var got []string
		for _, w := range Describe(table).Warnings() {
			if w.Code == UnitStudies {
				got = w.Studies
				assert.Contains(t, w.Text, `labels of group people are only 0 and 1`)
			}
		}
		assert.Equal(t, c.want, got, "%v", c.value)
	}
}
