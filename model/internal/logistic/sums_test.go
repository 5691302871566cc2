package logistic

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sums calls Sums with kernel k and fresh, dirty results.
func sums(d *Design, base, effect []float64) (total float64, sumLabeler, sumSlot []float64) {
	sumLabeler = slices.Repeat([]float64{99}, len(base))
	sumSlot = slices.Repeat([]float64{-99}, len(effect))
	total = d.Sums(sumLabeler, sumSlot, base, effect, d.NewScratch())
	return total, sumLabeler, sumSlot
}

// drawDesign draws labelers of very unequal diligence, repeated pairs, empty
// labelers and empty slots included.
func drawDesign(t *rapid.T) (labeler, slot []int32, labelers, slots int) {
	labelers = rapid.IntRange(1, 30).Draw(t, "labelers")
	slots = rapid.IntRange(1, 50).Draw(t, "slots")
	longest := rapid.SampledFrom([]int{3, 30, 600}).Draw(t, "longest")
	for l := range labelers {
		for range rapid.IntRange(0, longest).Draw(t, "labels") {
			labeler = append(labeler, int32(l))
		}
	}
	step := rapid.IntRange(1, 1000).Draw(t, "step")
	for n := range labeler {
		slot = append(slot, int32((n*step+n*n/7)%slots))
	}
	return labeler, slot, labelers, slots
}

// requireClose compares sums of at most n positive terms: each of the two may have
// the rounding errors of n additions.
func requireClose(t require.TestingT, n int, want, got []float64) {
	for i, w := range want {
		require.InDelta(t, w, got[i], 0x1p-52*float64(100+n)*(1+w))
	}
}

// Oracle: the double loop over labels with the standard library.
func TestSumsEqualTheNaiveLoop(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		rapid.Check(t, func(t *rapid.T) {
			labeler, slot, labelers, slots := drawDesign(t)
			d := newDesign(k, labeler, slot, labelers, slots)
			logit := rapid.Float64Range(-30, 30)
			base := rapid.SliceOfN(logit, labelers, labelers).Draw(t, "base")
			effect := rapid.SliceOfN(logit, slots, slots).Draw(t, "effect")

			wantLabeler, wantSlot := make([]float64, labelers), make([]float64, slots)
			wantTotal := naiveSums(d, wantLabeler, wantSlot, base, effect)
			total, sumLabeler, sumSlot := sums(d, base, effect)
			requireClose(t, d.Len(), []float64{wantTotal}, []float64{total})
			requireClose(t, d.Len(), wantLabeler, sumLabeler)
			requireClose(t, d.Len(), wantSlot, sumSlot)
		})
	})
}

// Oracle: Σ p over labelers equals Σ p over slots equals N/2 where all θ are 0.
func TestSumsOfZeroLogits(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, base, effect := crossed(k, 10_000, 300, 77)
		clear(base)
		clear(effect)
		total, sumLabeler, sumSlot := sums(d, base, effect)
		assert.InEpsilon(t, 10_000*math.Ln2, total, 1e-13)
		for l, sum := range sumLabeler {
			assert.Equal(t, float64(d.start[l+1]-d.start[l])/2, sum)
		}
		count := make([]float64, 300)
		for _, s := range d.slot {
			count[s] += 0.5
		}
		assert.Equal(t, count, sumSlot)
	})
}

func TestSumsDoNotDependOnTheOrderOfLabels(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		rapid.Check(t, func(t *rapid.T) {
			labeler, slot, labelers, slots := drawDesign(t)
			base, effect := make([]float64, labelers), make([]float64, slots)
			for i := range base {
				base[i] = math.Sin(float64(i))
			}
			for i := range effect {
				effect[i] = math.Cos(float64(i))
			}
			total, sumLabeler, sumSlot := sums(newDesign(k, labeler, slot, labelers, slots), base, effect)
			slices.Reverse(labeler)
			slices.Reverse(slot)
			total2, sumLabeler2, sumSlot2 := sums(newDesign(k, labeler, slot, labelers, slots), base, effect)
			require.Equal(t, total, total2)
			require.Equal(t, sumLabeler, sumLabeler2)
			require.Equal(t, sumSlot, sumSlot2)
		})
	})
}

// An infinite or undefined base or effect reaches exactly the sums it belongs to.
func TestSumsOfSpecialLogits(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, base, effect := crossed(k, 600, 50, 23)
		clean, _, _ := sums(d, base, effect)
		for _, special := range []float64{math.Inf(-1), math.Inf(1), math.NaN(), math.MaxFloat64, -math.MaxFloat64} {
			for i := range 23 + 50 {
				base, effect := slices.Clone(base), slices.Clone(effect)
				if i < 23 {
					base[i] = special
				} else {
					effect[i-23] = special
				}
				wantLabeler, wantSlot := make([]float64, len(base)), make([]float64, len(effect))
				want := naiveSums(d, wantLabeler, wantSlot, base, effect)
				total, sumLabeler, sumSlot := sums(d, base, effect)
				switch {
				case math.IsNaN(special):
					require.True(t, math.IsNaN(total))
				case special > 0:
					require.Equal(t, want, total)
				default:
					require.InEpsilon(t, want, total, 1e-13)
					require.Less(t, total, clean)
				}
				for _, pair := range [][2][]float64{{wantLabeler, sumLabeler}, {wantSlot, sumSlot}} {
					for j, want := range pair[0] {
						require.True(t, ulps(pair[1][j], want) < 100, "want %v, got %v", want, pair[1][j])
					}
				}
			}
		}
	})
}

func TestDesignWithoutLabelers(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d := newDesign(k, nil, []int32{2, 0, 2, 2}, 1, 4)
		assert.Equal(t, []int{4, 1, 4}, []int{d.Len(), d.Labelers(), d.Slots()})
		total, sumLabeler, sumSlot := sums(d, []float64{0}, []float64{0, 1, 0, 5})
		assert.InEpsilon(t, 4*math.Ln2, total, 1e-15)
		assert.Equal(t, []float64{2}, sumLabeler)
		assert.Equal(t, []float64{0.5, 0, 1.5, 0}, sumSlot)

		total, sumLabeler, sumSlot = sums(newDesign(k, nil, nil, 1, 1), []float64{1}, []float64{1})
		assert.Zero(t, total)
		assert.Equal(t, []float64{0}, append(sumLabeler, sumSlot...)[:1])
		assert.Equal(t, []float64{0}, sumSlot)
	})
}

func TestSumsAllocateNothing(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, base, effect := crossed(k, 3000, 100, 40)
		sumLabeler, sumSlot := make([]float64, 40), make([]float64, 100)
		scratch := d.NewScratch()
		assert.Zero(t, testing.AllocsPerRun(20, func() { d.Sums(sumLabeler, sumSlot, base, effect, scratch) }))
		assert.Zero(t, testing.AllocsPerRun(20, func() { SoftplusSigmoid(effect, effect) }))
		assert.Zero(t, testing.AllocsPerRun(20, func() { WeightedSoftplusSigmoid(effect, effect, effect) }))
	})
}

func TestMisusePanics(t *testing.T) {
	one, two := []float64{1}, []float64{1, 2}
	for message, misuse := range map[string]func(){
		"logistic: labels without labelers need labelers = 1": func() { NewDesign(nil, []int32{0}, 2, 1) },
		"logistic: labeler and slot differ in length":         func() { NewDesign([]int32{0}, nil, 1, 1) },
		"logistic: labeler or slot out of range":              func() { NewDesign([]int32{0}, []int32{1}, 1, 1) },
		"logistic: scratch of another design": func() {
			NewDesign([]int32{0}, []int32{0}, 1, 1).Sums(one, one, one, one, NewDesign(nil, nil, 1, 1).NewScratch())
		},
		"logistic: length of base or sumLabeler is not the number of labelers": func() {
			d := NewDesign([]int32{0}, []int32{0}, 1, 1)
			d.Sums(two, one, one, one, d.NewScratch())
		},
		"logistic: length of effect or sumSlot is not the number of slots": func() {
			d := NewDesign([]int32{0}, []int32{0}, 1, 1)
			d.Sums(one, one, one, two, d.NewScratch())
		},
	} {
		assert.PanicsWithValue(t, message, misuse)
	}
	for _, wrong := range [][2]int32{{-1, 0}, {1, 0}, {0, -1}} {
		assert.Panics(t, func() { NewDesign([]int32{wrong[0]}, []int32{wrong[1]}, 1, 1) })
	}
}
