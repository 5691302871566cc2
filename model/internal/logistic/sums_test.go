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
func sums(d *Design, common, effect []float64) (total float64, sumLabeler, sumCell []float64) {
	sumLabeler = slices.Repeat([]float64{99}, len(common))
	sumCell = slices.Repeat([]float64{-99}, len(effect))
	total = d.Sums(sumLabeler, sumCell, common, effect, d.NewScratch())
	return total, sumLabeler, sumCell
}

// drawDesign draws labelers of very unequal diligence, repeated pairs, empty
// labelers and empty cells included.
func drawDesign(t *rapid.T) (labeler, cell []int32, labelers, cells int) {
	labelers = rapid.IntRange(1, 30).Draw(t, "labelers")
	cells = rapid.IntRange(1, 50).Draw(t, "cells")
	longest := rapid.SampledFrom([]int{3, 30, 600}).Draw(t, "longest")
	for l := range labelers {
		for range rapid.IntRange(0, longest).Draw(t, "labels") {
			labeler = append(labeler, int32(l))
		}
	}
	step := rapid.IntRange(1, 1000).Draw(t, "step")
	for n := range labeler {
		cell = append(cell, int32((n*step+n*n/7)%cells))
	}
	return labeler, cell, labelers, cells
}

// requireClose compares sums of at most n positive terms: each of the two may have
// the rounding errors of n additions.
func requireClose(t require.TestingT, n int, want, got []float64) {
	requireCloseTo(t, n, want, want, got)
}

// requireCloseTo is requireClose for terms of both signs, whose sizes add up to size, perhaps to far more than they do.
func requireCloseTo(t require.TestingT, n int, size, want, got []float64) {
	for i, w := range want {
		require.InDelta(t, w, got[i], 0x1p-52*float64(100+n)*(1+size[i]))
	}
}

// Oracle: the double loop over labels with the standard library.
func TestSumsEqualTheNaiveLoop(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		rapid.Check(t, func(t *rapid.T) {
			labeler, cell, labelers, cells := drawDesign(t)
			d := newDesign(k, labeler, cell, labelers, cells)
			logit := rapid.Float64Range(-30, 30)
			common := rapid.SliceOfN(logit, labelers, labelers).Draw(t, "labelers")
			effect := rapid.SliceOfN(logit, cells, cells).Draw(t, "effect")

			wantLabeler, wantCell := make([]float64, labelers), make([]float64, cells)
			wantTotal := naiveSums(d, wantLabeler, wantCell, common, effect)
			total, sumLabeler, sumCell := sums(d, common, effect)
			requireClose(t, d.Len(), []float64{wantTotal}, []float64{total})
			requireClose(t, d.Len(), wantLabeler, sumLabeler)
			requireClose(t, d.Len(), wantCell, sumCell)
		})
	})
}

// Oracle: Σ p over labelers equals Σ p over cells equals N/2 where all θ are 0.
func TestSumsOfZeroLogits(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, common, effect := crossed(k, 10_000, 300, 77)
		clear(common)
		clear(effect)
		total, sumLabeler, sumCell := sums(d, common, effect)
		assert.InEpsilon(t, 10_000*math.Ln2, total, 1e-13)
		for l, sum := range sumLabeler {
			assert.Equal(t, float64(d.start[l+1]-d.start[l])/2, sum)
		}
		count := make([]float64, 300)
		for _, s := range d.cell {
			count[s] += 0.5
		}
		assert.Equal(t, count, sumCell)
	})
}

func TestSumsDoNotDependOnTheOrderOfLabels(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		rapid.Check(t, func(t *rapid.T) {
			labeler, cell, labelers, cells := drawDesign(t)
			common, effect := make([]float64, labelers), make([]float64, cells)
			for i := range common {
				common[i] = math.Sin(float64(i))
			}
			for i := range effect {
				effect[i] = math.Cos(float64(i))
			}
			total, sumLabeler, sumCell := sums(newDesign(k, labeler, cell, labelers, cells), common, effect)
			slices.Reverse(labeler)
			slices.Reverse(cell)
			total2, sumLabeler2, sumCell2 := sums(newDesign(k, labeler, cell, labelers, cells), common, effect)
			require.Equal(t, total, total2)
			require.Equal(t, sumLabeler, sumLabeler2)
			require.Equal(t, sumCell, sumCell2)
		})
	})
}

// A number of a labeler or an effect that is infinite or undefined reaches exactly the sums it belongs to.
func TestSumsOfSpecialLogits(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, common, effect := crossed(k, 600, 50, 23)
		clean, _, _ := sums(d, common, effect)
		for _, special := range []float64{math.Inf(-1), math.Inf(1), math.NaN(), math.MaxFloat64, -math.MaxFloat64} {
			for i := range 23 + 50 {
				common, effect := slices.Clone(common), slices.Clone(effect)
				if i < 23 {
					common[i] = special
				} else {
					effect[i-23] = special
				}
				wantLabeler, wantCell := make([]float64, len(common)), make([]float64, len(effect))
				want := naiveSums(d, wantLabeler, wantCell, common, effect)
				total, sumLabeler, sumCell := sums(d, common, effect)
				switch {
				case math.IsNaN(special):
					require.True(t, math.IsNaN(total))
				case special > 0:
					require.Equal(t, want, total)
				default:
					require.InEpsilon(t, want, total, 1e-13)
					require.Less(t, total, clean)
				}
				for _, pair := range [][2][]float64{{wantLabeler, sumLabeler}, {wantCell, sumCell}} {
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
		assert.Equal(t, []int{4, 1, 4}, []int{d.Len(), d.Labelers(), d.Cells()})
		total, sumLabeler, sumCell := sums(d, []float64{0}, []float64{0, 1, 0, 5})
		assert.InEpsilon(t, 4*math.Ln2, total, 1e-15)
		assert.Equal(t, []float64{2}, sumLabeler)
		assert.Equal(t, []float64{0.5, 0, 1.5, 0}, sumCell)

		total, sumLabeler, sumCell = sums(newDesign(k, nil, nil, 1, 1), []float64{1}, []float64{1})
		assert.Zero(t, total)
		assert.Equal(t, []float64{0}, append(sumLabeler, sumCell...)[:1])
		assert.Equal(t, []float64{0}, sumCell)
	})
}

func TestSumsAllocateNothing(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, common, effect := crossed(k, 3000, 100, 40)
		sumLabeler, sumCell := make([]float64, 40), make([]float64, 100)
		scratch := d.NewScratch()
		assert.Zero(t, testing.AllocsPerRun(20, func() { d.Sums(sumLabeler, sumCell, common, effect, scratch) }))
		assert.Zero(t, testing.AllocsPerRun(20, func() { SoftplusSigmoid(effect, effect) }))
		assert.Zero(t, testing.AllocsPerRun(20, func() { WeightedSoftplusSigmoid(effect, effect, effect) }))
	})
}

func TestMisusePanics(t *testing.T) {
	one, two := []float64{1}, []float64{1, 2}
	for message, misuse := range map[string]func(){
		"logistic: labels without labelers need labelers = 1": func() { NewDesign(nil, []int32{0}, 2, 1) },
		"logistic: labeler and cell differ in length":         func() { NewDesign([]int32{0}, nil, 1, 1) },
		"logistic: labeler or cell out of range":              func() { NewDesign([]int32{0}, []int32{1}, 1, 1) },
		"logistic: scratch of another design": func() {
			NewDesign([]int32{0}, []int32{0}, 1, 1).Sums(one, one, one, one, NewDesign(nil, nil, 1, 1).NewScratch())
		},
		"logistic: length of common or sumLabeler is not the number of labelers": func() {
			d := NewDesign([]int32{0}, []int32{0}, 1, 1)
			d.Sums(two, one, one, one, d.NewScratch())
		},
		"logistic: length of effect or sumCell is not the number of cells": func() {
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
