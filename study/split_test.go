package study

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSplit(t *testing.T) {
	table, err := NewTable(Indexed{Items: []string{"a", "b", "c"}, Labelers: []string{"p", "q"},
		Studies: []string{"s", "u"}, Study: []int32{1, 0, 0, 1, 0, 0}, Item: []int32{0, 1, 1, 0, 2, 2},
		Labeler: []int32{0, 0, 1, 1, 0, 1}, Value: []float64{1, 0, 1, 0, 1, 1}, Kind: Binary,
		Factors: []Factor{
			{Name: "week", Levels: []string{"w1", "w2"}, Index: []int32{0, 1, 0, 0, 1, 1}},
			{Name: "task", Levels: []string{"x", "y"}, Index: []int32{0, 0, 1, 1, 0, 1}},
		}})
	require.NoError(t, err)
	parts, err := table.Split("week")
	require.NoError(t, err)
	require.Len(t, parts, 2)
	first, second := parts[0].Table(), parts[1].Table()
	assert.Equal(t, []string{"w1"}, parts[0].Levels)
	assert.Equal(t, 3, parts[0].Labels)
	assert.Equal(t, []string{"s", "u"}, first.Studies())
	assert.Equal(t, []string{"b", "a"}, first.Items(), "in the order of its own labels")
	assert.Equal(t, []string{ItemFactor, LabelerFactor, "task"}, first.Factors())
	assert.Equal(t, []float64{1, 0}, first.StudyAt(1).Value())
	assert.Equal(t, []string{"s"}, second.Studies(), "a group without label is left out")
	assert.Equal(t, []float64{0, 1, 1}, second.StudyAt(0).Value())

	parts, err = table.Split("task", "week")
	require.NoError(t, err)
	var levels [][]string
	labels := 0
	for _, p := range parts {
		levels = append(levels, p.Levels)
		labels += p.Table().Len()
	}
	assert.Equal(t, [][]string{{"x", "w1"}, {"x", "w2"}, {"y", "w1"}, {"y", "w2"}}, levels)
	assert.Equal(t, table.Len(), labels)
	assert.Equal(t, 6, table.Len(), "the table itself is as it was")

	_, err = table.Split("day")
	var unknown *NameError
	require.ErrorAs(t, err, &unknown)
	_, err = table.Split(ItemFactor)
	assert.Error(t, err)
}
