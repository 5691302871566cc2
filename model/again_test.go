package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// askedAgain is labels of 30 items by 6 people of a pool, each once, and by so many samplers, each so often, whose
// labels have effects of item and sampler with standard deviation 0.8.
func askedAgain(t *testing.T, samplers, times int) *study.Table {
	rng := rand.New(rand.NewPCG(4, 5))
	c := study.Indexed{Studies: []string{"people", "model"}, Kind: study.Numeric, Duplicates: study.DuplicatesKeep}
	c.Labelers = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}[:6+samplers]
	for j := range int32(30) {
		c.Items = append(c.Items, string(rune('A'+j)))
		u := 1.2 * rng.NormFloat64()
		for l := range int32(6 + samplers) {
			study, n, own := int32(0), 1, 0.0
			if l >= 6 {
				study, n, own = 1, times, 0.8*rng.NormFloat64()
			}
			for range n {
				c.Item, c.Labeler, c.Study = append(c.Item, j), append(c.Labeler, l), append(c.Study, study)
				c.Value = append(c.Value, u+own+0.1*float64(l)+0.5*rng.NormFloat64())
			}
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

// Effects of item and labeler together are those of the studies in which labelers gave labels again.
func TestLabelsGivenAgainInOneStudy(t *testing.T) {
	table := askedAgain(t, 3, 4)
	require.True(t, model.GivenAgain(table))
	sp := spec.Spec{Facets: []spec.Facet{spec.ItemByLabeler()}}
	resolved, err := model.Resolve(table, sp)
	require.NoError(t, err)
	assert.Equal(t, []spec.StudyModel{{NotAgain: true}, {}}, resolved.Studies)
	fit, err := model.Fit(t.Context(), table, sp, sampler.Settings{Seed: 1, Chains: 2, Draws: 300})
	require.NoError(t, err)
	people, sampled := fit.StudyAt(0), fit.StudyAt(1)
	assert.Zero(t, people.TermSD("item:labeler").Mean())
	assert.Len(t, people.Terms(), 2)
	q := sampled.TermSD("item:labeler")
	assert.InDelta(t, 0.8, q.Mean(), 4*q.SD())
	assert.Greater(t, q.Quantile(0.025), 0.5, "found, as 90 samples of four labels each should be")
	for _, s := range fit.EachStudy() {
		r := s.ResidualSD()
		assert.InDelta(t, 0.5, r.Mean(), 4*r.SD(), s.Name())
	}

	for name, none := range map[string]*study.Table{"one sampler": askedAgain(t, 1, 4), "once": askedAgain(t, 3, 1)} {
		assert.False(t, model.GivenAgain(none), name)
		_, err := model.Resolve(none, sp)
		var fault *refusal.Error
		require.ErrorAs(t, err, &fault, name)
	}
}
