package study

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAgainstTheRest(t *testing.T) {
	c := Indexed{Items: []string{"a", "b"}, Studies: []string{"s"}, Item: []int32{0, 0, 1, 1}, Study: []int32{0, 0, 0,
		0},
		Labelers: []string{"p", "q"}, Labeler: []int32{0, 1, 0, 1}, Value: []float64{0, 2, 1, 2},
		Kind: Nominal, Categories: []string{"joy", "fear", "awe"}}
	nominal, err := NewTable(c)
	require.NoError(t, err)
	for category, want := range [][]float64{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 1}} {
		b := nominal.Against(category)
		assert.Equal(t, Binary, b.Kind())
		assert.Equal(t, want, b.StudyAt(0).Value())
		assert.Equal(t, []string{nominal.Categories()[category]}, b.Source().Positive)
		assert.Len(t, b.Source().Negative, 2)
		assert.Equal(t, nominal.Items(), b.Items())
	}
	assert.Equal(t, []string{"not fear", "fear"}, nominal.Against(1).Categories())
	assert.Equal(t, []string{"joy", "fear", "awe"}, nominal.Categories(), "the table itself is as it was")
	assert.Equal(t, []float64{0, 2, 1, 2}, nominal.StudyAt(0).Value())

	c.Kind, c.Value = Ordinal, []float64{1, 3, 3, 1} // places from 1; nobody used the second
	ordinal, err := NewTable(c)
	require.NoError(t, err)
	for category, want := range [][]float64{{1, 0, 0, 1}, {0, 0, 0, 0}, {0, 1, 1, 0}} {
		assert.Equal(t, want, ordinal.Against(category).StudyAt(0).Value())
	}
	assert.Nil(t, ordinal.Against(0).Scores())

	assert.PanicsWithValue(t, "study: Against: labels are binary, not categories",
		func() { nominal.Against(0).Against(0) })
}
