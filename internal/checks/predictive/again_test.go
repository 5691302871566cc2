package predictive

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// labelsGivenAgain are numbers of a few items, which each labeler labelled twice.
func labelsGivenAgain(t *testing.T, rule study.Duplicates) *study.Table {
	c := study.Indexed{Items: []string{"a", "b", "c", "d", "e", "f"}, Labelers: []string{"v", "w", "x"},
		Studies: []string{"s", "t"}, Kind: study.Numeric, Duplicates: rule}
	for n := range 72 {
		c.Item, c.Labeler, c.Study = append(c.Item, int32(n%6)), append(c.Labeler, int32(n/6%3)), append(c.Study,
			int32(n/18%2))
		c.Value = append(c.Value, float64(n*n%5+3*(n%6)))
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

// What labelers gave again is left out of the labels that are checked and of those that are replicated.
func TestLabelsGivenAgainAreNotPairs(t *testing.T) {
	table := labelsGivenAgain(t, study.DuplicatesKeep)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Facets: []spec.Facet{spec.ItemByLabeler()}},
		sampler.Settings{Seed: 1, Draws: 50, Chains: 2, Warmup: 100})
	require.NoError(t, err)
	from := sourceOf(fit, fit.Table().Len(), 1)
	first := labelsGivenAgain(t, study.DuplicatesFirst)
	all := model.NewReplicator(fit).Labels(nil, 1, 3, rand.New(rand.NewPCG(1, 2)))
	replicated := from.drawer()(7, rand.New(rand.NewPCG(1, 2)))
	for s := range first.Studies() {
		assert.Equal(t, first.StudyAt(s).Value(), from.table.StudyAt(s).Value())
		assert.Equal(t, all[s][:18], replicated[s], "the second half of each group is what was given again")
	}
	want, err := Run(t.Context(), fit, Options{Seed: 1, Replicates: 9})
	require.NoError(t, err)
	alpha := want.Coefficients[0]
	d, err := newDesign(t.Context(), source{spec: fit.Spec(), whole: first, table: first})
	require.NoError(t, err)
	observed, err := d.newEvaluator().of(t.Context(), d.observed)
	require.NoError(t, err)
	assert.InDelta(t, observed[0], alpha.Observed, 1e-12)
}
