package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
)

// What goes in as draws comes out as truths, draw by draw, for every shape of a model.
func TestTruthAt(t *testing.T) {
	shared := Truth{
		Family: Gaussian, Labelers: Shared, Studies: []StudyTruth{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}},
		ItemCorrelation:    [][]float64{{1, 0.1, 0.2}, {0.1, 1, 0.3}, {0.2, 0.3, 1}},
		LabelerCorrelation: [][]float64{{1, 0.4, 0.5}, {0.4, 1, 0.6}, {0.5, 0.6, 1}},
	}
	draws := posterior.NewDraws([]string{
		"mu[1]", "mu[2]", "mu[3]", "sd_item[1]", "sd_item[2]", "sd_item[3]", "sd_labeler[1]", "sd_labeler[2]", "sd_labeler[3]",
		"sd_residual[1]", "sd_residual[2]", "sd_residual[3]", "cor_item[1,2]", "cor_item[1,3]", "cor_item[2,3]",
		"cor_labeler[1,2]", "cor_labeler[1,3]", "cor_labeler[2,3]", "sd_residual",
	}, 2, 3)
	for v, x := range []float64{1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 13} {
		draws.Chain(v, 1)[2] = x
	}
	at := func(s Spec) Truth {
		p, err := FromDraws(s, []string{"a", "b", "c"}, draws)
		require.NoError(t, err)
		return TruthAt(p, 1, 2)
	}
	assert.Equal(t, shared, at(Spec{Family: Gaussian, Labelers: Shared, Residual: StudyResidual}))

	common := at(Spec{Family: Gaussian, Labelers: NoLabelers})
	assert.Equal(t, []StudyTruth{{1, 2, 0, 13}, {5, 6, 0, 13}, {9, 10, 0, 13}}, common.Studies)
	assert.Nil(t, common.LabelerCorrelation)

	binary := at(Spec{Family: Bernoulli, Labelers: Nested})
	assert.Equal(t, []StudyTruth{{1, 2, 3, 0}, {5, 6, 7, 0}, {9, 10, 11, 0}}, binary.Studies)
	assert.Equal(t, shared.ItemCorrelation, binary.ItemCorrelation)
	_, err := binary.validate(3)
	assert.NoError(t, err, "a draw is a valid truth")
}
