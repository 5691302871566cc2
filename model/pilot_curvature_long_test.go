//go:build long

package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/sampler"
	"concord/study"
)

// Of this data set, of those whose ranks are tested, the curvature at the draws of a pilot run is not finite: it gave a
// metric that the sampler refused.
func TestCurvatureThatIsNotFiniteIsLeftOut(t *testing.T) {
	c := calibrationCase{
		name: "K = 1, nested, templates and items by template", plan: designed(15, 1, 8, 6, model.Nested), templates: 3,
		spec: model.Spec{Facets: append(templates(model.Independent),
			model.Facet{By: []string{study.ItemFactor, "template"}})},
		distribution: family.Ordinal{}, priors: tightPriors(),
	}
	_, fit, err := c.fit(97, sampler.Settings{Chains: 1, Draws: 50})
	require.NoError(t, err)
	require.NotNil(t, fit)
}
