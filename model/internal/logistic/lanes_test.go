package logistic

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// requireEveryLabelOnce checks that lanes hold the labels of d, each once, and
// returns the number of empty places.
func requireEveryLabelOnce(t require.TestingT, d *Design, s lanes) (empty int) {
	got := map[[2]int32]int{}
	at := 0
	for g, rows := range s.rows {
		require.Positive(t, rows)
		require.LessOrEqual(t, rows, int32(longestPiece))
		for range rows {
			for lane := range width {
				if s.cell[at] == int32(d.cells) {
					empty++
				} else {
					got[[2]int32{s.labeler[g*width+lane], s.cell[at]}]++
				}
				at++
			}
		}
	}
	require.Len(t, s.cell, at)
	require.Len(t, s.labeler, width*len(s.rows))
	want := map[[2]int32]int{}
	for l := range d.Labelers() {
		for _, cell := range d.cell[d.start[l]:d.start[l+1]] {
			want[[2]int32{int32(l), cell}]++
		}
	}
	require.Equal(t, want, got)
	return empty
}

func TestLanesHoldEveryLabelOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		labeler, cell, labelers, cells := drawDesign(t)
		d := newDesign(generic, labeler, cell, labelers, cells)
		requireEveryLabelOnce(t, d, newLanes(d))
	})
}

func TestFewPlacesStayEmpty(t *testing.T) {
	for _, size := range []struct{ labels, cells, labelers int }{
		{13_080, 240, 545}, {8_000, 800, 164}, {60_000, 5_000, 3}, {20_000, 3_000, 5_000}, {100_000, 60_000, 500},
	} {
		d, _, _ := crossed(generic, size.labels, size.cells, size.labelers)
		empty := requireEveryLabelOnce(t, d, newLanes(d))
		assert.Less(t, float64(empty)/float64(size.labels), 0.05, "%v", size)
	}
}

// Of 30 labelers with 33 or 34 labels each, four groups of whole labelers take fewer rows than twelve of parts of them.
func TestGroupsAreFewWhereDataAreSmall(t *testing.T) {
	d, _, _ := crossed(generic, 1008, 168, 30)
	s := newLanes(d)
	assert.Len(t, s.rows, 4)
	assert.LessOrEqual(t, len(s.cell), 4*34*width)
	// One labeler alone is cut in parts, which fill the lanes.
	d, _, _ = crossed(generic, 128, 128, 1)
	assert.Equal(t, []int32{16}, newLanes(d).rows)
}

// Oracle: the double loop. The cells make several tiles.
func TestSumsOfTiles(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, common, effect := crossed(k, 60_000, 3*tileCells+5, 200)
		require.Len(t, cut(d, longestPiece), 4)
		wantLabeler, wantCell := make([]float64, len(common)), make([]float64, len(effect))
		want := naiveSums(d, wantLabeler, wantCell, common, effect)
		total, sumLabeler, sumCell := sums(d, common, effect)
		assert.InEpsilon(t, want, total, 1e-12)
		assert.InEpsilonSlice(t, wantLabeler, sumLabeler, 1e-12)
		assert.InDeltaSlice(t, wantCell, sumCell, 1e-13)
	})
}
