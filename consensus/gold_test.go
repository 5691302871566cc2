package consensus

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study/read"
)

// Of public labels with a gold standard, the consensus is right on about as many items as that of Dawid and Skene, and
// on more than the majority, which has 717.5 of 800.
func TestConsensusAgainstGold(t *testing.T) {
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", "snow_rte_crowd_vs_gold.csv"), read.Options{})
	require.NoError(t, err)
	gold := map[string]float64{}
	standard, err := table.Study("gold")
	require.NoError(t, err)
	for n, j := range standard.Item() {
		gold[table.Items()[j]] = standard.Value()[n]
	}
	crowd, err := table.Select("crowd")
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), crowd, spec.Spec{Discrimination: true, Effects: true},
		sampler.Settings{Seed: 1, Draws: 250})
	require.NoError(t, err)
	c, err := Of(t.Context(), fit, 0.95)
	require.NoError(t, err)
	ours, skene := 0, 0
	ds := NewDawidSkene(crowd.StudyAt(0))
	for i, item := range c.Items {
		if float64(item.Label) == gold[item.Name] {
			ours++
		}
		if float64(ds.Best(i)[0]) == gold[item.Name] {
			skene++
		}
	}
	t.Logf("of %d items the consensus is right on %d, that of Dawid and Skene (1979) on %d", len(c.Items), ours, skene)
	assert.InDelta(t, skene, ours, 4, "a standard error of the difference of two such numbers")
	assert.GreaterOrEqual(t, ours, 738)
}
