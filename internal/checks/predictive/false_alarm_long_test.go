//go:build long

package predictive

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
)

// TestFalseAlarmRates prints the numbers of docs/statistics/comparison.md: how often a model that is right is doubted,
// with few labels and with more than 100,000, which have the fewest replicates. Replicates are drawn once, and each
// takes the place of the observed study, with the others in another order.
func TestFalseAlarmRates(t *testing.T) {
	for _, c := range []struct{ studies, items, labelers, perItem, many int }{
		{1, 40, 12, 4, 1000}, {2, 40, 12, 4, 1000}, {4, 40, 12, 4, 1000}, {10, 40, 12, 4, 1000},
		{1, 22_000, 400, 5, 500}, {4, 5_500, 400, 5, 500},
	} {
		for _, distribution := range family.All() {
			var names []string
			for s := range c.studies {
				names = append(names, string(rune('a'+s)))
			}
			d := designOf(t, 1, c.items, c.labelers, c.perItem, names...)
			source := known(t, alike(distribution, c.studies), d, 1)
			design, err := newDesign(context.Background(), source)
			require.NoError(t, err)
			var pool replicates
			require.NoError(t, pool.extend(context.Background(), source, design, 1, c.many, 1))
			rng := rand.New(rand.NewPCG(3, 3))
			doubted, more := 0, 0
			for n, observed := range pool.rows {
				others := slices.Concat(pool.rows[:n], pool.rows[n+1:])
				rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
				judged := design.judge(observed, design.adjusted(observed, others[:fewest]))
				if slices.ContainsFunc(judged, judgement.atStake) {
					more++
					judged = design.judge(observed, design.adjusted(observed, others[:Enough]))
				}
				if slices.ContainsFunc(judged, func(j judgement) bool { return j.familywise <= Threshold }) {
					doubted++
				}
			}
			n := float64(c.many)
			fmt.Printf("%2d studies, %-9v, %6d labels: doubted %.1f %% of %d, more replicates in %.0f %%\n",
				c.studies, distribution, source.table.Len(), 100*float64(doubted)/n, c.many, 100*float64(more)/n)
			assert.LessOrEqual(t, float64(doubted)/n, Threshold+4*math.Sqrt(Threshold/n))
		}
	}
}
