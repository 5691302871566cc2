package study

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestDuplicates compares with looking at every pair of rows.
func TestDuplicates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "rows")
		index := rapid.SliceOfN(rapid.Int32Range(0, 4), n, n)
		c := Indexed{Items: make([]string, 5), Labelers: make([]string, 5), Studies: make([]string, 5),
			Item: index.Draw(t, "item"), Labeler: index.Draw(t, "labeler"), Study: index.Draw(t, "study")}.Grouped()
		var want []repetition
		for b := range n {
			for a := range b {
				if c.Item[a] == c.Item[b] && c.Labeler[a] == c.Labeler[b] && c.Study[a] == c.Study[b] {
					want = append(want, repetition{int32(a), int32(b)})
					break
				}
			}
		}
		require.ElementsMatch(t, want, c.repetitions())
	})
}

func TestMeanOfLargeNumbers(t *testing.T) {
	mean := func(kind Kind, value ...float64) float64 {
		return (&Table{kind: kind}).mean(slices.Values([]labelBlock{{value: value[:1]}, {value: value[1:]}}))
	}
	assert.InEpsilon(t, 1.5e308, mean(Numeric, 1.7e308, 1.3e308, 1.5e308), 1e-12)
	assert.InEpsilon(t, 1.0/3, mean(Binary, 0, 1, 0), 1e-15)
}

func TestSomeNames(t *testing.T) {
	assert.Equal(t, "a, b, c and 2 more", someNames([]string{"a", "b", "c", "d", "e"}))
}

// TestRepeated compares with a map.
func TestRepeated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.StringMatching(`[ab]{0,4}`), 0, 40).Draw(t, "names")
		want, seen := -1, make(map[string]bool)
		for i, n := range all {
			if seen[n] {
				want = i
				break
			}
			seen[n] = true
		}
		require.Equal(t, want, repeated(all))
	})
}
