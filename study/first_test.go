package study_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
)

// Labels that are kept are all there, in their order; the first of each are those that DuplicatesFirst leaves.
func TestFirstLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := tabletest.Draw(t)
		for range rapid.IntRange(0, 20).Draw(t, "again") {
			n := rapid.IntRange(0, len(c.Value)-1).Draw(t, "of")
			c.Item, c.Study, c.Value = append(c.Item, c.Item[n]), append(c.Study, c.Study[n]), append(c.Value,
				rapid.SampledFrom(c.Value).Draw(t, "value"))
			if c.Labeler != nil {
				c.Labeler = append(c.Labeler, c.Labeler[n])
			}
			for k, f := range c.Factors {
				c.Factors[k].Index = append(f.Index, f.Index[n])
			}
		}
		c.Duplicates = study.DuplicatesKeep
		kept, err := study.NewTable(c)
		require.NoError(t, err)
		tabletest.RequireValid(t, kept)
		require.Equal(t, len(c.Value), kept.Len())
		c.Duplicates = study.DuplicatesFirst
		want, err := study.NewTable(c)
		require.NoError(t, err)
		first, places := kept.FirstLabels()
		tabletest.RequireValid(t, first)
		assert.Equal(t, tabletest.Dump(want), tabletest.Dump(first))
		assert.Equal(t, kept.Len()-want.Len(), kept.Source().Repeated)
		assert.Zero(t, first.Source().Repeated)
		if places == nil {
			assert.Same(t, kept, first)
			assert.Equal(t, want.Len(), kept.Len())
			return
		}
		require.True(t, slices.IsSorted(places))
		var all, picked []float64
		for s := range kept.Studies() {
			all = append(all, kept.StudyAt(s).Value()...)
			picked = append(picked, first.StudyAt(s).Value()...)
		}
		for n, p := range places {
			assert.Equal(t, all[p], picked[n])
		}
	})
}

func TestKeptLabelsAreSaid(t *testing.T) {
	c := withFactors()
	c.Factors[0].Index[1] = 0
	c.Duplicates = study.DuplicatesKeep
	table, err := study.NewTable(c)
	require.NoError(t, err)
	assert.Equal(t, 1, table.Source().Repeated)
	assert.Zero(t, table.Source().Duplicates)
	source := table.Source()
	source.File = "f.csv"
	assert.Contains(t, source.String(), "\nkept: 1 label given again by the same labeler")
	for _, text := range []string{"keep", "KEEP"} {
		rule, err := study.ParseDuplicates(text)
		require.NoError(t, err)
		assert.Equal(t, study.DuplicatesKeep, rule)
	}
	assert.Equal(t, "keep", study.DuplicatesKeep.String())
}
