package logistic

import (
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// evaluate calls Sums of all parts at once and adds up.
func evaluate(parts []Part, base, effect []float64) (total float64, sumLabeler, sumSlot []float64) {
	sumLabeler, sumSlot = make([]float64, len(base)), make([]float64, len(effect))
	softplus, slotSums := make([]float64, len(parts)), make([][]float64, len(parts))
	var wait sync.WaitGroup
	for i, p := range parts {
		slotSums[i] = make([]float64, len(effect))
		wait.Go(func() { softplus[i] = p.Sums(sumLabeler, slotSums[i], base, effect, p.NewScratch()) })
	}
	wait.Wait()
	for _, s := range softplus {
		total += s
	}
	AddSlots(sumSlot, slotSums)
	return total, sumLabeler, sumSlot
}

// Oracle: the whole design.
func TestPartsAddUp(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		rapid.Check(t, func(t *rapid.T) {
			labeler, slot, labelers, slots := drawDesign(t)
			d := newDesign(k, labeler, slot, labelers, slots)
			base, effect := make([]float64, labelers), make([]float64, slots)
			for i := range base {
				base[i] = math.Sin(float64(i))
			}
			for i := range effect {
				effect[i] = math.Cos(float64(i))
			}
			n := rapid.IntRange(1, 50).Draw(t, "parts")
			parts := d.Parts(n)
			require.LessOrEqual(t, len(parts), n)
			labels, next := 0, 0
			for _, p := range parts {
				first, end := p.Labelers()
				require.Equal(t, next, first)
				require.Greater(t, end, first)
				labels, next = labels+p.Len(), end
			}
			require.Equal(t, labelers, next)
			require.Equal(t, d.Len(), labels)

			total, sumLabeler, sumSlot := evaluate(parts, base, effect)
			again, sumLabeler2, sumSlot2 := evaluate(parts, base, effect)
			require.Equal(t, total, again)
			require.Equal(t, sumLabeler, sumLabeler2)
			require.Equal(t, sumSlot, sumSlot2)
			want, wantLabeler, wantSlot := sums(d, base, effect)
			requireClose(t, d.Len(), []float64{want}, []float64{total})
			requireClose(t, d.Len(), wantLabeler, sumLabeler)
			requireClose(t, d.Len(), wantSlot, sumSlot)
		})
	})
}

// Where every labeler has far fewer labels than a part, parts differ by less than
// one labeler.
func TestPartsAreNearlyEqual(t *testing.T) {
	d, _, _ := crossed(generic, 10_000, 200, 500)
	parts := d.Parts(7)
	require.Len(t, parts, 7)
	for _, p := range parts {
		assert.InDelta(t, 10_000./7, p.Len(), 20)
	}
}

func TestMisuseOfPartsPanics(t *testing.T) {
	d := NewDesign([]int32{0, 1}, []int32{0, 0}, 2, 1)
	p := d.Parts(2)[1]
	one, two := make([]float64, 1), make([]float64, 2)
	assert.PanicsWithValue(t, "logistic: less than one part", func() { d.Parts(0) })
	assert.PanicsWithValue(t, "logistic: base or sumLabeler is too short for the part", func() {
		p.Sums(two, one, one, one, p.NewScratch())
	})
	assert.PanicsWithValue(t, "logistic: scratch of another design", func() {
		p.Sums(two, one, two, one, d.NewScratch())
	})
	assert.PanicsWithValue(t, "logistic: sums by slot differ in length", func() {
		AddSlots(one, [][]float64{two})
	})
}
