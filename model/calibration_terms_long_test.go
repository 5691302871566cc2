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

// labelerPriors are tight ones with those of labelers who differ in more than their level.
func labelerPriors() spec.Priors {
	p := tightPriors()
	p.DiscriminationSD, p.LabelerResidualSD = spec.Normal{Scale: 0.7}, spec.Normal{Scale: 0.7}
	return p
}

// termCases are labelers who follow the items more or less closely (with ω up to 1.5 and more: some against them), who
// are more or less careful, who label their items twice, and three facets.
func termCases(distribution family.Family) []calibrationCase {
	slopes := spec.Spec{Discrimination: true}
	cases := []calibrationCase{
		{name: "K = 1, discrimination", plan: designed(25, 1, 8, 5, spec.Nested), spec: slopes},
		{name: "K = 1, discrimination, few labels each", plan: designed(25, 1, 20, 3, spec.Nested), spec: slopes},
		{name: "K = 1, discrimination, four labelers", plan: designed(25, 1, 4, 3, spec.Nested), spec: slopes},
		{name: "K = 2, discrimination, nested", plan: designed(25, 2, 8, 4, spec.Nested), spec: slopes},
		{name: "K = 2, discrimination, shared", plan: designed(25, 2, 10, 4, spec.Shared), spec: slopes},
		{name: "K = 1, items by labelers", plan: designed(25, 1, 8, 3, spec.Nested), again: true,
			spec: spec.Spec{Facets: []spec.Facet{spec.ItemByLabeler()}}},
		{name: "K = 1, templates, items and labelers by templates", plan: designed(15, 1, 6, 6, spec.Nested),
			templates: 4, spec: spec.Spec{Facets: append(templates(spec.Independent),
				spec.Facet{By: []string{study.ItemFactor, "template"}},
				spec.Facet{By: []string{study.LabelerFactor, "template"}})}},
		{name: "K = 2, items by labelers, nested", plan: designed(25, 2, 8, 3, spec.Nested), again: true,
			spec: spec.Spec{Facets: []spec.Facet{spec.ItemByLabeler()}}},
		{name: "K = 2, correlated templates, items and labelers by templates",
			plan: designed(15, 2, 6, 6, spec.Nested), templates: 4,
			spec: spec.Spec{Facets: append(templates(spec.Correlated),
				spec.Facet{By: []string{study.ItemFactor, "template"}},
				spec.Facet{By: []string{study.LabelerFactor, "template"}})}},
	}
	cases = append(cases, studentCases(distribution)...)
	if distribution.LocationScale() {
		noisy, both := spec.Spec{Residual: spec.LabelerResidual}, slopes
		both.Residual = spec.LabelerResidual
		cases = append(cases,
			calibrationCase{name: "K = 1, residual of labelers", plan: designed(25, 1, 8, 5, spec.Nested),
				spec: noisy},
			calibrationCase{name: "K = 2, residual of labelers, nested", plan: designed(25, 2, 8, 4, spec.Nested),
				spec: noisy},
			calibrationCase{name: "K = 2, residual of labelers, shared", plan: designed(25, 2, 10, 4, spec.Shared),
				spec: noisy},
			calibrationCase{name: "K = 1, discrimination and residual of labelers",
				plan: designed(25, 1, 10, 6, spec.Nested), spec: both})
	}
	return cases
}

// studentCases have items from Student's t. Only numbers have discriminations and residuals too.
func studentCases(distribution family.Family) []calibrationCase {
	far := spec.Spec{Items: spec.StudentItems}
	sloped, noisy := far, far
	sloped.Discrimination, noisy.Residual = true, spec.LabelerResidual
	cases := []calibrationCase{
		{name: "K = 1, Student's t", plan: designed(25, 1, 8, 4, spec.Nested), spec: far},
		{name: "K = 1, Student's t, no labelers", plan: designed(25, 1, 8, 3, spec.NoLabelers), spec: far},
		{name: "K = 2, Student's t, nested", plan: designed(25, 2, 8, 3, spec.Nested), spec: far},
		{name: "K = 3, Student's t, shared", plan: designed(25, 3, 10, 2, spec.Shared), spec: far},
	}
	if !distribution.LocationScale() {
		return cases
	}
	return append(cases,
		calibrationCase{name: "K = 1, Student's t and discrimination", plan: designed(25, 1, 8, 5, spec.Nested),
			spec: sloped},
		calibrationCase{name: "K = 2, Student's t and residual of labelers", plan: designed(25, 2, 8, 4, spec.Nested),
			spec: noisy})
}

// Simulation-based calibration of labelers who differ in more than their level, and of three facets, 500 data sets each
// or as many as DATA_SETS says:
//
//	go test -tags long -timeout 4h -v -run LongRanksOfTerms ./model
func TestLongRanksOfTermsAreUniform(t *testing.T) {
	n := dataSets(t)
	e := newECDFTest(n, rankValues, 20_000, 5)
	for _, distribution := range family.All() {
		for _, c := range termCases(distribution) {
			c.distribution, c.priors = distribution, labelerPriors()
			t.Run(distribution.String()+"/"+c.name, func(t *testing.T) {
				names, ranks := c.ranks(t, n, runtime.GOMAXPROCS(0), sampler.Settings{Draws: 250})
				requireUniform(t, e, c, names, ranks)
			})
		}
	}
}
