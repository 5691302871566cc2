package counting

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle is the stable sort of the library.
func TestSortIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const buckets = 5
		keys := rapid.SliceOf(rapid.Int32Range(0, buckets-1)).Draw(t, "keys")
		sorted, starts := Sort(Ascending(len(keys)), keys, buckets)
		want := Ascending(len(keys))
		slices.SortStableFunc(want, func(a, b int32) int { return int(keys[a] - keys[b]) })
		require.Equal(t, want, sorted)
		require.Equal(t, want, Order(keys, buckets))
		for b := range buckets {
			for _, i := range sorted[starts[b]:starts[b+1]] {
				require.Equal(t, int32(b), keys[i])
			}
		}
		require.Equal(t, len(keys), starts[buckets])
	})
}
