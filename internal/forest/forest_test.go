package forest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Numbers are in one set if joins lead from one to the other, found by trying again until nothing changes.
func TestSetsAreWhatJoinsConnect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		f, of := New(n), make([]int, n)
		for i := range of {
			of[i] = i
		}
		for range rapid.IntRange(0, 15).Draw(t, "joins") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
			f.Join(int32(a), int32(b))
			was := of[b]
			for i := range of {
				if of[i] == was {
					of[i] = of[a]
				}
			}
		}
		sets := map[int]bool{}
		for i := range n {
			sets[of[i]] = true
			for j := range n {
				require.Equal(t, of[i] == of[j], f.Root(int32(i)) == f.Root(int32(j)))
			}
		}
		require.Equal(t, len(sets), f.Trees)
	})
}
