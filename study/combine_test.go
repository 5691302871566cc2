package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestItemsBy(t *testing.T) {
	table, err := NewTable(Indexed{Items: []string{"a", "b", "a · x"}, Labelers: []string{"p", "q"},
		Studies: []string{"s"}, Study: []int32{0, 0, 0, 0, 0}, Item: []int32{0, 0, 0, 1, 2},
		Labeler: []int32{0, 0, 1, 1, 0}, Value: []float64{1, 0, 1, 0, 1}, Kind: Binary,
		Factors: []Factor{
			{Name: "task", Levels: []string{"x", "y", "x · x"}, Index: []int32{0, 1, 0, 0, 0}},
			{Name: "week", Levels: []string{"w"}, Index: []int32{0, 0, 0, 0, 0}},
		}})
	require.NoError(t, err)
	by, err := table.ItemsBy("task")
	require.NoError(t, err)
	require.Equal(t, []string{"a · x", "a · y", "b · x", "a · x · x"}, by.Items())
	require.Equal(t, []int32{0, 1, 0, 2, 3}, by.StudyAt(0).Item())
	require.Equal(t, table.StudyAt(0).Value(), by.StudyAt(0).Value())
	require.Equal(t, []string{ItemFactor, LabelerFactor, "week"}, by.Factors())
	require.Equal(t, []string{"a", "b", "a · x"}, table.Items(), "the table itself stays")
	_, err = table.ItemsBy("nothing")
	var name *NameError
	require.ErrorAs(t, err, &name)

	// Parts that have the separator in them stay apart.
	apart, err := NewTable(Indexed{Items: []string{"a", "a · b"}, Studies: []string{"s"}, Study: []int32{0, 0},
		Item: []int32{0, 1}, Value: []float64{1, 0}, Kind: Binary,
		Factors: []Factor{{Name: "task", Levels: []string{"b · c", "c"}, Index: []int32{0, 1}}}})
	require.NoError(t, err)
	by, err = apart.ItemsBy("task")
	require.NoError(t, err)
	require.Equal(t, []string{"a · b · c", `"a · b" · "c"`}, by.Items())
}

// A combination of which a part is not known is none, and the others are numbered as they come.
func TestCombine(t *testing.T) {
	names, of := Combine([][]string{{"a", "b"}, {"x", "y"}}, [][]int32{{1, 0, -1, 1, 0, 1}, {1, 0, 0, -1, 0, 0}}, "/")
	require.Equal(t, []string{"b/y", "a/x", "b/x"}, names)
	require.Equal(t, []int32{0, 1, -1, -1, 1, 2}, of)
}
