package batch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// tasksOfKinds are 0 and 1 in one task, and other numbers in the other.
func tasksOfKinds(t *testing.T, kind study.Kind, names ...string) *study.Table {
	t.Helper()
	c := study.Indexed{Items: []string{"a", "b"}, Studies: []string{"s"}, Study: make([]int32, 8), Kind: kind,
		Item: []int32{0, 1, 0, 1, 0, 1, 0, 1}, Value: []float64{0, 1, 1, 0, 3, 1, 0, 2}, Factors: []study.Factor{
			{Name: "task", Levels: names, Index: []int32{0, 0, 0, 0, 1, 1, 1, 1}}}}
	if kind == study.Ordinal {
		c.Categories = []string{"0", "1", "2", "3"}
		for n := range c.Value {
			c.Value[n]++
		}
	}
	c.Source.DefaultKind = study.WholeNumbers
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

// A task of 0 and 1 is binary among tasks of other numbers, if nobody asked for a kind and the tasks are no times.
func TestTasksOfTheirOwnKind(t *testing.T) {
	for _, kind := range []study.Kind{study.Numeric, study.Ordinal} {
		tasks, err := Cuts{By: []string{"task"}}.Tasks(spec.Spec{}, tasksOfKinds(t, kind, "yesno", "stars"))
		require.NoError(t, err)
		first, second := tasks[0].Table(), tasks[1].Table()
		assert.True(t, tasks[0].Own)
		assert.False(t, tasks[1].Own)
		assert.Equal(t, study.Binary, first.Kind())
		assert.Equal(t, []float64{0, 1, 1, 0}, first.StudyAt(0).Value())
		assert.Equal(t, []string{"0", "1"}, first.Categories())
		assert.Equal(t, []string{"1"}, first.Source().Positive)
		assert.Equal(t, kind, second.Kind())

		for sp, names := range map[*spec.Spec][]string{
			{}:                          {"week 1", "week 2"},
			{Family: family.Gaussian{}}: {"yesno", "stars"},
		} {
			tasks, err := Cuts{By: []string{"task"}}.Tasks(*sp, tasksOfKinds(t, kind, names...))
			require.NoError(t, err)
			assert.True(t, tasks[0].Unit && !tasks[0].Own, "%v", names)
			assert.Equal(t, kind, tasks[0].Table().Kind())
		}
	}
}
