package result

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// Where labelers differ on one of forty items the prior is named; not where its tails are light, or they differ more.
func TestPriorIsNamedWhereLabelersHardlyDiffer(t *testing.T) {
	fit := func(differ int, priors spec.Priors) Fit {
		var b study.Builder
		for i := range 40 {
			for l := range 2 {
				y := i % 2
				if l == 1 && i < differ {
					y = 1 - y
				}
				b.Add(fmt.Sprint("i", i), fmt.Sprint("l", l), "s", float64(y))
			}
		}
		table, err := b.Table()
		require.NoError(t, err)
		posterior, err := model.FitOnce(t.Context(), table, spec.Spec{Priors: priors},
			sampler.Settings{Chains: 1, Draws: 10, Warmup: 10})
		require.NoError(t, err)
		return Fit{Posterior: posterior}
	}
	require.Equal(t, []string{"Warning: labelers of s differ on only 1 of 40 items, so the prior decides how far " +
		"apart items are. Try prior sd normal(0, 2.5)."}, agreed(fit(1, spec.Priors{})))
	require.Empty(t, agreed(fit(4, spec.Priors{})))
	require.Empty(t, agreed(fit(1, spec.Priors{SD: spec.Normal{Scale: 2}})))
}
