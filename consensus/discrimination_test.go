package consensus

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/sampler"
)

// Discriminations and noise of labelers are those of the fit, and numbers are not biased by them.
func TestConsensusKnowsDiscriminationAndNoise(t *testing.T) {
	_, table := fitted(t, family.Gaussian{}, 5)
	fit, err := model.Fit(t.Context(), table, model.Spec{
		Discrimination: true, Residual: model.LabelerResidual, Effects: true},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 100})
	require.NoError(t, err)
	c, err := Of(t.Context(), fit, 0.9)
	require.NoError(t, err)
	one := c.Labelers[3]
	lambda, err := fit.StudyAt(0).Discrimination(one.Name)
	require.NoError(t, err)
	noise, err := fit.StudyAt(0).LabelerResidual(one.Name)
	require.NoError(t, err)
	assert.Equal(t, lambda.Summary(0.9).Mean, one.Discrimination.Mean)
	assert.Equal(t, noise.Summary(0.9).Upper, one.Noise.Upper)
	below := 0.0
	for _, chain := range lambda.Chains {
		for _, x := range chain {
			if x <= 0.1 {
				below++
			}
		}
	}
	assert.InDelta(t, below/200, one.Adrift, 1e-12)
	plain, _ := fitted(t, family.Gaussian{}, 5)
	c, err = Of(t.Context(), plain, 0.9)
	require.NoError(t, err)
	assert.True(t, math.IsNaN(c.Labelers[3].Discrimination.Mean) && math.IsNaN(c.Labelers[3].Noise.Mean) &&
		math.IsNaN(c.Labelers[3].Adrift))
}
