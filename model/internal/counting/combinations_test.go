package counting

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Labels have the same number if and only if they have the same levels, and numbers are in the order of the levels.
func TestCombinationsAreInTheOrderOfTheirLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "labels")
		// Levels of which so many factors have more combinations than an integer has values.
		levels := rapid.SampledFrom([]int{2, 5, 1 << 30}).Draw(t, "levels")
		factors := rapid.IntRange(1, 5).Draw(t, "factors")
		all := NewCombinations(n)
		of := make([][]int32, n)
		for range factors {
			index := make([]int32, n)
			for i := range index {
				index[i] = int32(rapid.IntRange(max(0, levels-3), levels-1).Draw(t, "level"))
				of[i] = append(of[i], index[i])
			}
			cut := rapid.IntRange(0, n).Draw(t, "cut")
			all.Cross(levels, index[:cut], index[cut:])
		}
		for i := range n {
			require.Less(t, all.Key[i], all.Limit)
			for j := range n {
				require.Equal(t, slices.Compare(of[i], of[j]), cmp.Compare(all.Key[i], all.Key[j]))
			}
		}
	})
}
