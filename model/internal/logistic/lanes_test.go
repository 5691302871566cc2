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
				if s.slot[at] == int32(d.slots) {
					empty++
				} else {
					got[[2]int32{s.labeler[g*width+lane], s.slot[at]}]++
				}
				at++
			}
		}
	}
	require.Len(t, s.slot, at)
	require.Len(t, s.labeler, width*len(s.rows))
	want := map[[2]int32]int{}
	for l := range d.Labelers() {
		for _, slot := range d.slot[d.start[l]:d.start[l+1]] {
			want[[2]int32{int32(l), slot}]++
		}
	}
	require.Equal(t, want, got)
	return empty
}

func TestLanesHoldEveryLabelOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		labeler, slot, labelers, slots := drawDesign(t)
		d := newDesign(generic, labeler, slot, labelers, slots)
		requireEveryLabelOnce(t, d, newLanes(d))
	})
}

func TestFewPlacesStayEmpty(t *testing.T) {
	for _, size := range []struct{ labels, slots, labelers int }{
		{13_080, 240, 545}, {8_000, 800, 164}, {60_000, 5_000, 3}, {20_000, 3_000, 5_000}, {100_000, 60_000, 500},
	} {
		d, _, _ := crossed(generic, size.labels, size.slots, size.labelers)
		empty := requireEveryLabelOnce(t, d, newLanes(d))
		assert.Less(t, float64(empty)/float64(size.labels), 0.05, "%v", size)
	}
}

// Oracle: the double loop. The slots make several tiles.
func TestSumsOfTiles(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, base, effect := crossed(k, 60_000, 3*tileSlots+5, 200)
		require.Len(t, cut(d), 4)
		wantLabeler, wantSlot := make([]float64, len(base)), make([]float64, len(effect))
		want := naiveSums(d, wantLabeler, wantSlot, base, effect)
		total, sumLabeler, sumSlot := sums(d, base, effect)
		assert.InEpsilon(t, want, total, 1e-12)
		assert.InEpsilonSlice(t, wantLabeler, sumLabeler, 1e-12)
		assert.InDeltaSlice(t, wantSlot, sumSlot, 1e-13)
	})
}
