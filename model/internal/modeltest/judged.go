package modeltest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/study"
)

// Judged is a small table of people and, if there is one, a judge with one label of each item but one.
func Judged(t *testing.T, rng *rand.Rand, categories int, judge bool) *study.Table {
	t.Helper()
	var b study.Builder
	if categories > 2 {
		b.Kind = study.Ordinal
		for c := range categories {
			b.Categories = append(b.Categories, fmt.Sprint(c+1))
		}
	}
	label := func() float64 {
		if categories == 2 {
			return float64(rng.IntN(2))
		}
		return float64(1 + rng.IntN(categories))
	}
	for i := range 6 {
		for p := range 4 {
			if (i+p)%3 > 0 {
				b.Add(fmt.Sprint("i", i), fmt.Sprint("p", p), "people", label())
			}
		}
		if judge && i > 0 {
			b.Add(fmt.Sprint("i", i), "j", "judge", label())
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}
