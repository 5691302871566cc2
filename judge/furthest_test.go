package judge_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/study"
)

// An item on which many people say 0 and the judge 1 leads one on which a single person says so. The true scores are
// Kelley's, by hand: with an ICC of 1/2 and a mean of all labels of 3/8, a label of 0 is 3/16 and four are 3/8·1/5.
func TestFurthestItems(t *testing.T) {
	var b study.Builder
	add := func(item, of string, labels ...float64) {
		for i, y := range labels {
			b.Add(item, of+string(rune('a'+i)), of, y)
		}
	}
	add("one", "people", 0)
	add("many", "people", 0, 0, 0, 0)
	add("agreed", "people", 1, 1, 1)
	add("alone", "judge", 1)
	for _, item := range []string{"one", "many", "agreed"} {
		add(item, "judge", 1)
	}
	table, err := b.Table()
	require.NoError(t, err)
	people, err := table.Study("people")
	require.NoError(t, err)
	of, err := table.Study("judge")
	require.NoError(t, err)
	far := judge.Furthest(people, of, 0.5, 10)
	require.Len(t, far, 3, "people did not label the fourth item")
	assert.Equal(t, "many", far[0].Item)
	assert.InDelta(t, 3.0/8*(1-4.0/5), far[0].People, 1e-12)
	assert.Equal(t, []float64{0, 0, 0, 0}, far[0].PeopleLabels)
	assert.Equal(t, "one", far[1].Item)
	assert.InDelta(t, 3.0/16, far[1].People, 1e-12)
	assert.InDelta(t, 1, far[1].Label, 1e-12)
	assert.Equal(t, "agreed", far[2].Item)
	assert.Len(t, judge.Furthest(people, of, 0.5, 1), 1)
}
