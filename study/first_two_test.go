package study_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/collecttest"
	"concord/study"
)

// The first two labels of each item are those that every rule asks for, in the order of rows; the furthest and the most
// alike differ most and least. Items with one label are counted.
func TestTwoOfEach(t *testing.T) {
	b := study.Builder{Kind: study.Numeric}
	for _, row := range []struct {
		item string
		y    float64
	}{{"a", 1}, {"b", 7}, {"a", 5}, {"c", 3}, {"a", 2}, {"c", 3}} {
		b.Add(row.item, "", "s", row.y)
	}
	table, err := b.Table()
	require.NoError(t, err)
	for which, want := range map[study.Two][]float64{study.FirstTwo: {1, 5, 3, 3}, study.ApartTwo: {1, 5, 3, 3},
		study.AlikeTwo: {1, 2, 3, 3}} {
		two, fewer := table.TwoOfEach(0, which)
		assert.Equal(t, 1, fewer)
		assert.ElementsMatch(t, want, two.StudyAt(0).Value())
	}
}

// Whether labels decided their number is told from whether items in dispute have more labels for another reason, where
// rows are in the order of labelling, and not otherwise: also of labelers who differ, and of rows sorted by labeler.
func TestFirstLabelsThatDecided(t *testing.T) {
	said, alarms := 0, 0
	c := binaryStudy(300, 30, 9, -0.5, 1.5, 0.7)
	for seed := range uint64(10) {
		all := c.all(t, seed+1)
		rule := collecttest.Rules()[0]
		if study.Dependences(kept(t, all, rule.Collect(all.Item, all.Value, c.of)))[0].First != nil {
			said++
		}
		// Items in dispute are popular: six labels in place of two, whatever the first ones say.
		share := make([]float64, len(all.Items))
		for n, i := range all.Item {
			share[i] += all.Value[n] / 9
		}
		had := make([]int, len(all.Items))
		popular := kept(t, all, where(all, func(n int) bool {
			had[all.Item[n]]++
			most := 2
			if s := share[all.Item[n]]; s > 0.3 && s < 0.7 {
				most = 6
			}
			return had[all.Item[n]] <= most
		}))
		found := study.Dependences(popular)[0]
		require.NotNil(t, found.Disagreement, "items in dispute have more labels")
		if found.First != nil {
			alarms++
		}
		// The same rule, with the rows of each item in another order.
		places := rule.Collect(all.Item, all.Value, c.of)
		rand.New(rand.NewPCG(seed, 9)).Shuffle(len(places), func(i, j int) {
			places[i], places[j] = places[j], places[i]
		})
		if study.Dependences(kept(t, all, places))[0].First != nil {
			alarms++
		}
	}
	assert.Equal(t, 10, said)
	assert.Zero(t, alarms)
}
