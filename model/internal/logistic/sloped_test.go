package logistic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// slopedSums is what SlopedSums stores and returns.
type slopedSums struct {
	total                 float64
	labeler, slope, cells []float64
	// What the terms of slope and cells add up to without their signs, where known: rounding errors are parts of it.
	slopeSize, cellSize []float64
}

// sloped calls SlopedSums with fresh, dirty results.
func sloped(d *Design, common, slope, effect []float64) slopedSums {
	s := slopedSums{
		labeler: slices.Repeat([]float64{99}, len(common)), slope: slices.Repeat([]float64{9}, len(common)),
		cells: slices.Repeat([]float64{-99}, len(effect)),
	}
	s.total = d.SlopedSums(s.labeler, s.slope, s.cells, common, slope, effect, d.NewScratch())
	return s
}

// compensated is a sum that keeps what rounding takes away (Neumaier 1974): terms of both signs may add up to far more
// on the way than in the end.
type compensated struct{ sum, rest float64 }

func (c *compensated) add(x float64) {
	sum := c.sum + x
	if math.Abs(c.sum) >= math.Abs(x) {
		c.rest += c.sum - sum + x
	} else {
		c.rest += x - sum + c.sum
	}
	c.sum = sum
}

// sumsOf returns what terms add up to.
func sumsOf(of []compensated) []float64 {
	out := make([]float64, len(of))
	for i, c := range of {
		out[i] = c.sum + c.rest
	}
	return out
}

// naiveSloped is the double loop with the standard library.
func naiveSloped(d *Design, common, slope, effect []float64) slopedSums {
	s := slopedSums{
		labeler: make([]float64, len(common)), slopeSize: make([]float64, len(common)),
		cellSize: make([]float64, len(effect)),
	}
	ofSlope, ofCell := make([]compensated, len(common)), make([]compensated, len(effect))
	for l := range common {
		for _, c := range d.cell[d.start[l]:d.start[l+1]] {
			t := common[l] + slope[l]*effect[c]
			e := math.Exp(-math.Abs(t))
			s.total += max(t, 0) + math.Log1p(e)
			p := 1 / (1 + e)
			if t < 0 {
				p = e / (1 + e)
			}
			s.labeler[l] += p
			ofSlope[l].add(effect[c] * p)
			ofCell[c].add(slope[l] * p)
			s.slopeSize[l] += math.Abs(effect[c] * p)
			s.cellSize[c] += math.Abs(slope[l] * p)
		}
	}
	s.slope, s.cells = sumsOf(ofSlope), sumsOf(ofCell)
	return s
}

// Oracle: the double loop over labels with the standard library. Slopes of 0 and below, too.
func TestSlopedSumsEqualTheNaiveLoop(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		rapid.Check(t, func(t *rapid.T) {
			labeler, cell, labelers, cells := drawDesign(t)
			d := newDesign(k, labeler, cell, labelers, cells)
			draw := func(name string, n int, most float64) []float64 {
				return rapid.SliceOfN(rapid.Float64Range(-most, most), n, n).Draw(t, name)
			}
			common, slope := draw("labelers", labelers, 30), draw("slopes", labelers, 3)
			effect := draw("effect", cells, 10)
			want, got := naiveSloped(d, common, slope, effect), sloped(d, common, slope, effect)
			requireClose(t, d.Len(), []float64{want.total}, []float64{got.total})
			requireClose(t, d.Len(), want.labeler, got.labeler)
			requireCloseTo(t, d.Len(), want.slopeSize, want.slope, got.slope)
			requireCloseTo(t, d.Len(), want.cellSize, want.cells, got.cells)
		})
	})
}

// Where all slopes are 1 they are what there is without slopes.
func TestSlopesOfOne(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, common, effect := crossed(k, 10_000, 300, 77)
		total, sumLabeler, sumCell := sums(d, common, effect)
		got := sloped(d, common, slices.Repeat([]float64{1}, len(common)), effect)
		require.InEpsilon(t, total, got.total, 1e-14)
		require.InEpsilonSlice(t, sumLabeler, got.labeler, 1e-12)
		require.InEpsilonSlice(t, sumCell, got.cells, 1e-12)
	})
}

// What is infinite or undefined reaches the total as it does in the loop, also where it looks like an empty place.
func TestSlopedSumsOfSpecialNumbers(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, common, effect := crossed(k, 600, 50, 23)
		slope := slices.Repeat([]float64{0.5}, len(common))
		slope[3], slope[4] = -1, 0
		for _, special := range []float64{math.Inf(-1), math.Inf(1), math.NaN()} {
			for i := range 3 {
				numbers := [][]float64{slices.Clone(common), slices.Clone(slope), slices.Clone(effect)}
				numbers[i][4] = special
				want := naiveSloped(d, numbers[0], numbers[1], numbers[2])
				got := sloped(d, numbers[0], numbers[1], numbers[2])
				if math.IsNaN(want.total) || math.IsInf(want.total, 0) {
					require.Equal(t, fmt.Sprint(want.total), fmt.Sprint(got.total), "%v %v", i, special)
					continue
				}
				require.InEpsilon(t, want.total, got.total, 1e-13)
			}
		}
		s, scratch := sloped(d, common, slope, effect), d.NewScratch()
		require.Zero(t, testing.AllocsPerRun(10, func() {
			d.SlopedSums(s.labeler, s.slope, s.cells, common, slope, effect, scratch)
		}))
		require.Panics(t, func() { d.SlopedSums(s.labeler, s.slope, s.cells, common, slope[1:], effect, scratch) })
	})
}

// With slopes beside without, in turn, each labeler's labels split by what they are as the caller does.
func BenchmarkSlopedSums(b *testing.B) {
	for _, size := range benchmarkSizes[:3] {
		for _, k := range available() {
			rng := rand.New(rand.NewPCG(1, 2))
			plain, common, effect := crossed(k, size.labels, size.cells, size.labelers)
			labeler := make([]int32, 0, size.labels)
			for l := range common {
				for range plain.start[l+1] - plain.start[l] {
					labeler = append(labeler, int32(2*l+rng.IntN(2)))
				}
			}
			d := newDesign(k, labeler, plain.cell, 2*len(common), size.cells)
			doubled, slope := make([]float64, 2*len(common)), make([]float64, 2*len(common))
			for i := range slope {
				slope[i], doubled[i] = 1+0.6*rng.NormFloat64(), common[i/2]
			}
			for _, with := range []bool{false, true} {
				b.Run(fmt.Sprintf("labels=%d/%v/slopes=%v", size.labels, k, with), func(b *testing.B) {
					scratch, s := plain.NewScratch(), naiveSloped(d, doubled, slope, effect)
					if with {
						scratch = d.NewScratch()
					}
					for b.Loop() {
						if with {
							d.SlopedSums(s.labeler, s.slope, s.cells, doubled, slope, effect, scratch)
						} else {
							plain.Sums(s.labeler[:len(common)], s.cells, common, effect, scratch)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.labels), "ns/label")
				})
			}
		}
	}
}
