//go:build long

package predictive

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
)

// TestPower prints the share of studies in which each departure is named, and in which there is any doubt: the table of
// docs/statistics/comparison.md.
func TestPower(t *testing.T) {
	const many = 40
	for _, c := range []struct {
		distribution    family.Family
		factor, perItem int
	}{{family.Gaussian{}, 1, 6}, {family.Bernoulli{}, 1, 6}, {family.Bernoulli{}, 3, 10}} {
		for _, d := range departures(c.distribution, c.factor, c.perItem) {
			right, any, other := d.named(t, 0, many, 199)
			fmt.Printf("%-10v %3d × %2d  %-35s %3.0f %% named, %3.0f %% doubted",
				c.distribution, d.items, d.perItem, d.name,
				100*float64(right)/many, 100*float64(any)/many)
			for _, k := range slices.Sorted(maps.Keys(other)) {
				fmt.Printf("; %s: %d", k, other[k])
			}
			fmt.Println()
			if d.assumption == "" {
				assert.LessOrEqual(t, any, 5, "more than 5 of 40 have a probability of 0.0004")
			}
		}
	}
}
