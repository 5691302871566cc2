//go:build long

package model_test

import (
	"runtime"
	"testing"

	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// Simulation-based calibration of models with facets, 500 data sets each or as many as DATA_SETS says:
//
//	go test -tags long -timeout 2h -v -run LongRanksOfFacets ./model
func TestLongRanksOfFacetsAreUniform(t *testing.T) {
	n := dataSets(t)
	e := newECDFTest(n, rankValues, 20_000, 5)
	both := spec.Facet{By: []string{study.ItemFactor, "template"}}
	for _, distribution := range family.All() {
		for _, c := range []calibrationCase{
			{name: "K = 1, nested, templates", plan: designed(25, 1, 8, 4, spec.Nested),
				spec: spec.Spec{Facets: templates(spec.Independent)}, templates: 6},
			{name: "K = 1, no labelers, templates", plan: designed(40, 1, 0, 4, spec.NoLabelers),
				spec: spec.Spec{Facets: templates(spec.Independent)}, templates: 6},
			{name: "K = 2, nested, correlated templates", plan: designed(25, 2, 8, 4, spec.Nested),
				spec: spec.Spec{Facets: templates(spec.Correlated)}, templates: 8},
			{name: "K = 1, nested, templates and items by template", plan: designed(15, 1, 8, 6, spec.Nested),
				spec: spec.Spec{Facets: append(templates(spec.Independent), both)}, templates: 3},
		} {
			c.distribution, c.priors = distribution, tightPriors()
			t.Run(distribution.String()+"/"+c.name, func(t *testing.T) {
				names, ranks := c.ranks(t, n, runtime.GOMAXPROCS(0), sampler.Settings{Draws: 500})
				requireUniform(t, e, c, names, ranks)
			})
		}
	}
}
