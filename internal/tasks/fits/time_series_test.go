package fits

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/study"
)

// weekOf are labels from 1 to 3 by six people, of new items.
func weekOf(t *testing.T, rng *rand.Rand, kind study.Kind, week int, higher float64) TaskLabels {
	t.Helper()
	c := study.Indexed{Studies: []string{"all"}, Kind: kind, Categories: []string{"1", "2", "3"}}
	for k := range 6 {
		c.Labelers = append(c.Labelers, fmt.Sprint("p", (k+week)%6))
	}
	for j := range 30 {
		c.Items = append(c.Items, fmt.Sprint("week ", week, ", item ", j))
		b := rng.NormFloat64()
		for _, k := range rng.Perm(6)[:3] {
			y := 2 + 0.5*(b+rng.NormFloat64()) + higher
			c.Item, c.Labeler, c.Study = append(c.Item, int32(j)), append(c.Labeler, int32(k)), append(c.Study, 0)
			c.Value = append(c.Value, min(max(float64(int(y+0.5)), 1), 3))
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	key := []string{fmt.Sprint("week ", week)}
	return TaskLabels{Key: key, Within: key, Table: func() *study.Table { return table }}
}

// The mean of labels is in the numbers of their categories, and people are the same in all weeks by their names. The
// ICC of numbers takes the change that labels show.
func TestChangesOfLabels(t *testing.T) {
	for _, kind := range []study.Kind{study.Ordinal, study.Numeric} {
		rng := rand.New(rand.NewPCG(4, 7))
		var labels []TaskLabels
		for week := range 10 {
			higher := 0.0
			if week < 4 { // weeks 10 to 7
				higher = 0.6
			}
			labels = append(labels, weekOf(t, rng, kind, 10-week, higher))
		}
		all := seriesOf(labels)
		require.Len(t, all, 1)
		assert.Len(t, all[0].labelers, 6)
		assert.Len(t, all[0].items, 300)
		over, at := answer.New("batch", result.Data{}, result.Intervals{}), answer.Key{Term: MeanOverTime, Group: "all"}
		all[0].meanTrend(over, 0.95)
		changed := func(at answer.Key) float64 {
			at.Event = "changed"
			return over.Get("trend", at).P
		}
		before, after := over.Get("trend_before", at), over.Get("trend_after", at)
		assert.Greater(t, changed(at), 0.95)
		assert.Equal(t, "week 7", over.Get("trend_new", at).Said)
		assert.InDelta(t, 2, before.Value, 0.15)
		assert.InDelta(t, 0.55, after.Value-before.Value, 0.2)
		assert.Less(t, before.Upper, after.Lower)
		if kind == study.Numeric {
			at.Term = catalogue.ICC
			require.True(t, all[0].ratioTrend(over, at, 0.95))
			assert.Less(t, changed(at), 0.5)
			assert.InDelta(t, 0.45, over.Value("trend_before", at), 0.2, "of items whose variance is half of all")
		}
		labels[3].Within = []string{"other"}
		assert.Empty(t, seriesOf(labels), "these are no times")
	}
}
