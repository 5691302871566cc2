package blocks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
)

// Labels of items by templates lie all in one item and one template; of a labeler who gave a third of them, a third do.
func TestNestsFollow(t *testing.T) {
	level, cell := []int32{0, 0, 0, 1, 1, 1}, []int32{0, 1, 2, 0, 0, 3}
	_, ok := within(level, cell, 2, 4)
	require.False(t, ok)
	parent, ok := within(cell, level, 4, 2)
	require.False(t, ok, "labels of 0 are of both %v", parent)
	parent, ok = within([]int32{0, 0, 1, 2}, []int32{4, 4, 4, 2}, 3, 5)
	require.True(t, ok)
	require.Equal(t, []int32{4, 4, 2}, parent)
	_, ok = within([]int32{0, 0, 1}, []int32{1, 1, 0}, 2, 2)
	require.False(t, ok, "the same levels by another name")
	_, ok = within([]int32{0, 0, 1}, []int32{1, 1, 2}, 2, 2)
	require.False(t, ok, "2 has no effect")

	d := &labels.Compiled{Labels: &family.Labels{Studies: 1, Count: []float64{6}, Item: level, Start: []int{0, 6}}}
	d.Terms = []*labels.Grouping{{Levels: 2, Cell: make([][]int32, 1)}, {Levels: 4, Starts: []int{0, 4}}}
	n := &Nest{Term: 0, Study: []int32{0, 0}, labels: []float64{3, 3}}
	n.follow(d, 1, [][]int32{level, cell})
	require.Len(t, n.After, 1)
	require.InDeltaSlice(t, []float64{(1.0/3 + 1.0/3 + 1.0/3 + 2.0/3 + 2.0/3 + 1.0/3) / 6}, n.After[0].overlap, 1e-15)
	mean := make([]float64, 2)
	n.After[0].Add(n, mean, []float64{3, 6, 12, 9})
	require.Equal(t, []float64{7, 5}, mean)
	back := make([]float64, 4)
	n.After[0].addBackward(n, back, []float64{3, 6})
	require.Equal(t, []float64{5, 1, 1, 2}, back)
}
