package locate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/simulate"
	"concord/model/spec"
)

// However little four labelers tell of how much their residuals differ, chains start where there is a step to make:
// from where a residual is e⁻¹⁰⁰ of the others, log densities are −10⁹⁵ and cannot be told from each other.
func TestResidualsOfLabelersStartWithinReason(t *testing.T) {
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested, Studies: []simulate.StudyTruth{
		{Mean: -1.4, ItemSD: 0.6, LabelerSD: 0.7, LabelerResidualSD: 0.8, ResidualSD: 0.15},
		{Mean: 2, ItemSD: 1, LabelerSD: 1, LabelerResidualSD: 0.6, ResidualSD: 1.5},
	}, ItemCorrelation: simulate.CommonCorrelation(2, 0.3)}
	for seed := range uint64(5) {
		table := modeltest.Simulated(t, truth, modeltest.Everyone(8, 4, spec.Nested, "a", "b"), 1+seed)
		su := found(t, table, spec.Spec{Family: family.Gaussian{}, Residual: spec.LabelerResidual}, seed,
			Approach{})
		target, start := su.Target(), su.startFrom(su.found)
		x, grad := make([]float64, target.Dim()), make([]float64, target.Dim())
		rng := rand.New(rand.NewPCG(seed, 2))
		for range 500 {
			start(rng, 0, x)
			require.Greater(t, target.LogProbGrad(grad, x), -1e12)
		}
	}
}
