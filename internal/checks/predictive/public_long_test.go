//go:build long

package predictive

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/study/read"
)

// The crowd of Snow et al. (2008) on textual entailment: the labelers whom the check names are
// those whose labels agree with the gold standard, which it does not see, about as often as a coin does. Run with
// go test -tags long.
func TestPublicStudyNamesThoseWhoDisagreeWithGold(t *testing.T) {
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", "snow_rte_crowd_vs_gold.csv"), read.Options{})
	require.NoError(t, err)
	crowd, err := table.Select("crowd")
	require.NoError(t, err)
	c := checked(t, fitted(t, crowd, 1), Options{Seed: 1})
	require.GreaterOrEqual(t, len(c.Outliers), 4)

	gold := map[int32]float64{}
	g, err := table.Study("gold")
	require.NoError(t, err)
	for n, j := range g.Item() {
		gold[j] = g.Value()[n]
	}
	right, labels := map[string]float64{}, map[string]float64{}
	v, err := table.Study("crowd")
	require.NoError(t, err)
	for n, l := range v.Labeler() {
		name := table.Labelers()[l]
		labels[name]++
		if gold[v.Item()[n]] == v.Value()[n] {
			right[name]++
		}
	}
	for _, l := range c.Outliers {
		assert.Less(t, right[l.Name]/labels[l.Name], 0.6, l.Name)
	}
}
