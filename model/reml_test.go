package model_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// fiveFacets is 900 numbers of 60 items by 9 labelers under 6 templates, in 8 sessions and 5 languages, which go
// together at random: nothing is balanced.
func fiveFacets(t *testing.T) *study.Table {
	rng := rand.New(rand.NewPCG(11, 12))
	levels := func(prefix string, n int) []string {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprint(prefix, i)
		}
		return names
	}
	effects := func(n int, sd float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = sd * rng.NormFloat64()
		}
		return x
	}
	factor := func(name string, n int) study.Factor { return study.Factor{Name: name, Levels: levels(name, n)} }
	template, session, language := factor("template", 6), factor("session", 8), factor("language", 5)
	item, labeler, both := effects(60, 1), effects(9, 0.6), effects(360, 0.5)
	a, b, c := effects(6, 0.4), effects(8, 0.3), effects(5, 0.5)
	all := study.Indexed{Items: levels("i", 60), Labelers: levels("l", 9), Studies: []string{"s"}, Kind: study.Numeric,
		Duplicates: study.DuplicatesKeep}
	for n := range 900 {
		j, l := n%60, rng.IntN(9)
		u, v, w := min(rng.IntN(6), rng.IntN(6)), rng.IntN(8), rng.IntN(5)
		all.Item, all.Labeler = append(all.Item, int32(j)), append(all.Labeler, int32(l))
		all.Study = append(all.Study, 0)
		template.Index, session.Index = append(template.Index, int32(u)), append(session.Index, int32(v))
		language.Index = append(language.Index, int32(w))
		y := item[j] + labeler[l] + both[6*j+u] + a[u] + b[v] + c[w] + 0.8*rng.NormFloat64()
		all.Value = append(all.Value, math.Round(1000*y)/1000)
	}
	all.Factors = []study.Factor{template, session, language}
	table, err := study.NewTable(all)
	require.NoError(t, err)
	return table
}

// The reference is REML of lme4 1.1.31,
//
//	lmer(label ~ 1 + (1|item) + (1|labeler) + (1|template) + (1|session) + (1|language) + (1|item:template), d)
//
// of the same labels written by [study.Write]. Under a flat prior of the standard deviations the posterior's mean is
// near it where there are many levels; of few levels the posterior is skewed, and REML lies below its middle.
func TestFiveFacetsAgreeWithREML(t *testing.T) {
	flat := spec.Normal{Scale: 100}
	facets := []spec.Facet{{By: []string{"template"}}, {By: []string{"session"}}, {By: []string{"language"}},
		{By: []string{"item", "template"}}}
	fit, err := model.Fit(t.Context(), fiveFacets(t),
		spec.Spec{Facets: facets, Priors: spec.Priors{SD: flat, LabelerSD: flat, Mean: flat}},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 400})
	require.NoError(t, err)
	s := fit.StudyAt(0)
	for _, c := range []struct {
		sd     posterior.Quantity
		reml   float64
		levels int
	}{
		{s.ResidualSD(), 0.7848339782, 900}, {s.TermSD("item:template"), 0.5319973488, 300},
		{s.ItemSD(), 0.9682063389, 60}, {s.LabelerSD(), 0.6956291107, 9}, {s.TermSD("session"), 0.2961017148, 8},
		{s.TermSD("template"), 0.6895810811, 6}, {s.TermSD("language"), 0.3726238318, 5},
	} {
		require.LessOrEqual(t, c.sd.Summary(0.95).RHat, 1.05, c.sd.Name)
		if c.levels >= 60 {
			assert.InDelta(t, c.reml, c.sd.Mean(), 0.35*c.sd.SD(), c.sd.Name)
			continue
		}
		assert.Greater(t, c.reml, c.sd.Quantile(0.025), c.sd.Name)
		assert.Less(t, c.reml, c.sd.Quantile(0.6), c.sd.Name)
	}
}
