package consensus

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/model"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// Of public labels with a gold standard, the consensus is right on about as many items as that of Dawid and Skene, and
// on more than the majority, which has 717.5 of 800.
func TestConsensusAgainstGold(t *testing.T) {
	table, err := read.File(t.Context(), besidetest.Path(t, "data", "snow_rte_crowd_vs_gold.csv"), read.Options{})
	require.NoError(t, err)
	gold := map[string]float64{}
	standard, err := table.Study("gold")
	require.NoError(t, err)
	for n, j := range standard.Item() {
		gold[table.Items()[j]] = standard.Value()[n]
	}
	crowd, err := table.Select("crowd")
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), crowd, model.Spec{Discrimination: true, Effects: true},
		sampler.Settings{Seed: 1, Draws: 250})
	require.NoError(t, err)
	c, err := Of(t.Context(), fit, 0.95)
	require.NoError(t, err)
	ours, skene := 0, 0
	for i, p := range dawidSkene(crowd.StudyAt(0)) {
		item := c.Items[i]
		if float64(item.Label) == gold[item.Name] {
			ours++
		}
		if (p > 0.5) == (gold[item.Name] == 1) {
			skene++
		}
	}
	t.Logf("of %d items the consensus is right on %d, that of Dawid and Skene (1979) on %d", len(c.Items), ours, skene)
	assert.InDelta(t, skene, ours, 4, "a standard error of the difference of two such numbers")
	assert.GreaterOrEqual(t, ours, 738)
}

// dawidSkene returns the probability that each item is positive, by the EM of Dawid and Skene (1979) with one added to
// each cell of the confusion matrices, from the shares of positive labels.
func dawidSkene(v study.View) []float64 {
	items, labelers := len(v.Table().Items()), len(v.Table().Labelers())
	p, n := make([]float64, items), make([]float64, items)
	for i, j := range v.Item() {
		p[j] += v.Value()[i]
		n[j]++
	}
	for j := range p {
		p[j] /= n[j]
	}
	for range 200 {
		// Of each labeler and truth, labels and those that are positive.
		count := make([][2][2]float64, labelers)
		for l := range count {
			count[l] = [2][2]float64{{2, 1}, {2, 1}}
		}
		share := 0.0
		for _, x := range p {
			share += x / float64(items)
		}
		for i, l := range v.Labeler() {
			for truth, w := range [2]float64{1 - p[v.Item()[i]], p[v.Item()[i]]} {
				count[l][truth][0] += w
				count[l][truth][1] += w * v.Value()[i]
			}
		}
		odds := make([]float64, items)
		for j := range odds {
			odds[j] = share / (1 - share)
		}
		for i, l := range v.Labeler() {
			no, yes := count[l][0][1]/count[l][0][0], count[l][1][1]/count[l][1][0]
			if v.Value()[i] == 0 {
				no, yes = 1-no, 1-yes
			}
			odds[v.Item()[i]] *= yes / no
		}
		for j, o := range odds {
			p[j] = o / (1 + o)
		}
	}
	return p
}
