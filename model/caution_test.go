package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Two judges beside people are warned of; one judge, or judges that sampled again, are not.
func TestSeveralJudgesAreCautionedAgainst(t *testing.T) {
	for _, test := range []struct {
		judges, times int
		want          []refusal.Caution
	}{
		{1, 1, nil},
		{2, 2, nil},
		{2, 1, []refusal.Caution{{Code: refusal.SeveralJudges, Studies: []string{"judge 0", "judge 1"},
			Pools: []string{"people"}}}},
	} {
		var b study.Builder
		for i := range 8 {
			item := fmt.Sprint(i)
			b.Add(item, "a", "people", float64(i))
			b.Add(item, "b", "people", float64(i%3))
			for j := range test.judges {
				for again := range test.times {
					b.Add(item, fmt.Sprintf("j%d.%d", j, again), fmt.Sprintf("judge %d", j), float64(i+again*(i%3)))
				}
			}
		}
		table, err := b.Table()
		require.NoError(t, err)
		sp, err := model.Resolve(table, spec.Spec{})
		require.NoError(t, err)
		got := model.Cautions(table, sp)
		assert.Equal(t, test.want, got)
		for _, c := range got {
			assert.Contains(t, c.String(), "the estimates of people move")
		}
	}
}
