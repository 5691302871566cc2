//go:build long

package model_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Of this data set, of those whose ranks are tested, the curvature at the start is next to 0 in the direction of the
// templates' standard deviation. Pilot chains that started 35 times as far out did not come back, and what was learnt
// of them was no metric.
func TestFacetWhoseCurvatureIsNearZero(t *testing.T) {
	c := calibrationCase{
		name: "K = 1, nested, templates and items by template", plan: designed(15, 1, 8, 6, spec.Nested), templates: 3,
		spec: spec.Spec{Facets: append(templates(spec.Independent),
			spec.Facet{By: []string{study.ItemFactor, "template"}})},
		distribution: family.Ordinal{}, priors: tightPriors(),
	}
	_, fit, err := c.fit(97, sampler.Settings{Draws: 500})
	require.NoError(t, err)
	requireMixed(t, fit)
}

// requireMixed asks that the chains of a fit agree about everything.
func requireMixed(t *testing.T, fit *model.Posterior) {
	t.Helper()
	draws := fit.Draws()
	for v := range draws.Names() {
		q := draws.Quantity(v)
		require.Less(t, posterior.RHat(q.Chains), 1.05, q.Name)
	}
}

// Of this data set a metric from a hundred pilot draws is ten times too wide in a direction: a chain that starts by it
// has correlations so far out that it does not come back, and what it taught had no start at all.
func TestManyStudiesWhosePilotWentAstray(t *testing.T) {
	cases := manyStudiesGroup(family.Bernoulli{}).cases
	const name = "K = 10, nested, marginally uniform"
	at := slices.IndexFunc(cases, func(c calibrationCase) bool { return c.name == name })
	require.NotEqual(t, -1, at, "there is no %s", name)
	_, fit, err := cases[at].fit(264, sampler.Settings{Draws: 500})
	require.NoError(t, err)
	requireMixed(t, fit)
}
