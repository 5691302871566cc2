package study

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestSimilar(t *testing.T) {
	assert.Empty(t, similar([]string{"a", "b", "ab", "1", "l"}))
	assert.Equal(t, []SimilarPair{{"A b", "ab"}, {"Zoë", "zoË"}, {"ab", "a\u200bB"}},
		similar([]string{"A b", "Zoë", "x", "ab", "zoË", "a\u200bB"}))
}

// TestSimilarBruteForce compares each name with each other.
func TestSimilarBruteForce(t *testing.T) {
	fold := func(s string) string {
		return strings.ToLower(strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return -1
			}
			return r
		}, s))
	}
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringOfN(rapid.SampledFrom([]rune("aAbB é É\u00a0")), 0, 3, -1), 0, 30,
			rapid.ID).Draw(t, "names")
		var want []SimilarPair
		for i, a := range names {
			for _, b := range names[i+1:] {
				if fold(a) == fold(b) {
					want = append(want, SimilarPair{a, b})
					break
				}
			}
		}
		got := similar(names)
		if len(want)+len(got) > 0 && !assert.ObjectsAreEqual(want, got) {
			t.Fatalf("want %q, got %q", want, got)
		}
	})
}
