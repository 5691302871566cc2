package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
)

// The true score of an item in a cluster is near the mean of its many labels, which the item's effect alone is not. It
// is the sum of both effects in each draw.
func TestTrueScoresHaveTheClusters(t *testing.T) {
	cluster := spec.Facet{By: []string{"patient"}, Covariance: spec.Correlated, Cluster: true}
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.NoLabelers,
		Studies: []simulate.StudyTruth{{Mean: 5, ItemSD: 1, ResidualSD: 0.5}},
		Facets:  []simulate.FacetTruth{{Facet: cluster, SD: []float64{2}}}}
	d := simulate.Design{Studies: []string{"all"}}
	for j := range 40 {
		d.Items = append(d.Items, fmt.Sprint(j))
		for range 25 {
			d.Study, d.Item = append(d.Study, 0), append(d.Item, int32(j))
		}
	}
	d, err := d.WithClusters("patient", 10)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, d, 1)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Facets: []spec.Facet{cluster}, Effects: true},
		sampler.Settings{Seed: 1, Chains: 1, Draws: 500})
	require.NoError(t, err)
	s := fit.StudyAt(0)
	scores, err := s.TrueScores()
	require.NoError(t, err)
	effects, err := s.ItemEffects()
	require.NoError(t, err)
	clusters, err := fit.TermEffects("patient")
	require.NoError(t, err)
	mean := make([]float64, 40)
	for n, j := range table.StudyAt(0).Item() {
		mean[j] += table.StudyAt(0).Value()[n] / 25
	}
	apart := 0.0
	for j := range scores {
		assert.InDelta(t, mean[j], s.Mean().Mean()+scores[j].Mean(), 0.1)
		assert.InDelta(t, scores[j].Chains[0][7], effects[j].Chains[0][7]+clusters[j/4].Chains[0][7], 1e-12)
		apart = max(apart, scores[j].Mean()-effects[j].Mean())
	}
	assert.Greater(t, apart, 1.0, "the clusters differ")
}
