package nonparam_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/nonparam"
)

// tape is the input of a fuzz target, read choice by choice; behind its end all choices are 0.
type tape []byte

// below returns a choice 0 ≤ x < n.
func (p *tape) below(n int) int {
	if len(*p) == 0 {
		return 0
	}
	x := int((*p)[0]) % n
	*p = (*p)[1:]
	return x
}

func (p *tape) distance() nonparam.Distance {
	all := nonparam.Distances()
	n := p.below(len(all) + 3)
	switch n - len(all) {
	case 0: // not symmetric
		return nonparam.Custom(func(a, b float64) float64 { return math.Max(0, a-b) })
	case 1: // of nothing but 0
		return nonparam.Custom(func(_, _ float64) float64 { return 0 })
	case 2:
		return nonparam.Custom(func(a, b float64) float64 { return math.Abs(a-b) * 1e300 })
	}
	return all[n]
}

func (p *tape) bootstrap() nonparam.Bootstrap {
	return nonparam.Bootstrap{Replicates: 3 * p.below(4), Resample: nonparam.Resample(p.below(3)),
		Kind: nonparam.IntervalKind(p.below(2))}
}

func (p *tape) level() float64 { return []float64{0, 0.5, 0.999}[p.below(3)] }

// palette returns the values that ratings may have, ascending: scales, numbers that are
// hard on sums and squares, and numbers whose differences are rounding errors.
func (p *tape) palette() []float64 {
	all := [][]float64{
		{0, 1}, {1, 2, 3, 4, 5}, {0.1, 0.2, 0.3, 0.7}, {-2, -1, 0, 1e-9}, {0, 0.1, 2.5, 7, 7.25, 40},
		{1e16, 1e16 + 2, 1e16 + 4}, {1e6, 1e6 + 1e-9, 1e6 + 2e-9}, {0, 1e-160, 1}, {1e-200, 2e-200, 3e-200},
		{-1e308, 0, 1, 1e308},
		{0, 5e-324, 1e-323}, {0, 1e80, 1e99}, {1, math.Nextafter(1, 2)}, {-math.MaxFloat64, math.MaxFloat64}, {1},
	}
	return slices.Clone(all[p.below(len(all))])
}

// ratings returns a matrix, or the counts of one, with missing ratings.
func (p *tape) ratings(t *testing.T, palette []float64) *nonparam.Ratings {
	items, raters, counts := p.below(8), 1+p.below(5), p.below(6)
	rows, table := make([][]float64, items), make([][]int64, items)
	for i := range items {
		rows[i], table[i] = make([]float64, raters), make([]int64, len(palette))
		for j := range raters {
			rows[i][j] = math.NaN()
			if k := p.below(len(palette) + 1); k > 0 {
				rows[i][j] = palette[k-1]
				table[i][k-1]++
			}
		}
		if counts == 1 && p.below(4) == 0 { // an item with more ratings than anyone has
			table[i][0] += 1 << []int{1, 4, 10, 21, 31, 52}[p.below(6)]
		}
	}
	r, err := nonparam.FromMatrix(rows)
	if counts <= 1 {
		r, err = nonparam.FromCounts(table, palette)
	}
	require.NoError(t, err)
	return r
}

// fuzzSeeds are tapes of many lengths without order.
func fuzzSeeds() [][]byte {
	seeds := [][]byte{{}}
	x := uint32(1)
	for n := 10; n <= 160; n += 10 {
		seed := make([]byte, n)
		for i := range seed {
			x = x*1664525 + 1013904223 // Numerical Recipes' linear congruential generator
			seed[i] = byte(x >> 24)
		}
		seeds = append(seeds, seed)
	}
	return seeds
}
