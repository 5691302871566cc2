package model_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// facetTable has two studies of four items that three labelers label with two templates, and further factors: form is
// the item by another name, person the labeler, day the same for all, serial another for each label, style the template
// by another name in the second study, and residual the name of a parameter.
func facetTable(t *testing.T) *study.Table {
	c := study.Indexed{
		Items: []string{"i", "j", "k", "l"}, Labelers: []string{"u", "v", "w"}, Studies: []string{"a", "b"},
		Kind: study.Numeric,
	}
	columns := map[string][]int32{}
	names := []string{"template", "form", "person", "day", "serial", "style", "residual"}
	for s := range int32(2) {
		for item := range int32(4) {
			for labeler := range int32(3) {
				n := int32(len(c.Value))
				c.Study, c.Item, c.Labeler = append(c.Study, s), append(c.Item, item), append(c.Labeler, labeler)
				c.Value = append(c.Value, float64((7*n)%5))
				template := (item + labeler) % 2
				style := (item + 2*labeler) % 3
				if s == 1 {
					style = 1 - template
				}
				for i, level := range []int32{template, 3 - item, (labeler + 1) % 3, 0, n, style, template} {
					columns[names[i]] = append(columns[names[i]], level)
				}
			}
		}
	}
	for _, name := range names {
		f := study.Factor{Name: name, Index: columns[name]}
		for l := range slices.Max(f.Index) + 1 {
			f.Levels = append(f.Levels, string('A'+l))
		}
		c.Factors = append(c.Factors, f)
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

// Facets that cannot be, or whose effects the labels cannot tell from others, end in words before any sampling.
func TestFacetsThatCannotBe(t *testing.T) {
	table := facetTable(t)
	by := func(factors ...string) spec.Facet { return spec.Facet{By: factors} }
	template := by("template")
	for name, c := range map[string]struct {
		facets   []spec.Facet
		labelers spec.LabelerEffects
		fault    refusal.Error // code, studies and terms
		reason   string
	}{
		"no factor": {[]spec.Facet{by()}, spec.Nested, refusal.Error{Code: refusal.NoFactor},
			"effects of a further term were asked for, but it names no factor"},
		"twice": {[]spec.Facet{template, {By: []string{"template"}, Covariance: spec.Correlated}}, spec.Nested,
			refusal.Error{Code: refusal.TermTwice, Term: "template"}, "effects of template are asked for twice"},
		"factor twice": {[]spec.Facet{by("item", "template", "item")}, spec.Nested,
			refusal.Error{Code: refusal.FactorTwice, Term: "item:template:item"},
			"item:template:item names a factor twice"},
		"item": {[]spec.Facet{by("item")}, spec.Nested, refusal.Error{Code: refusal.ReservedTerm, Term: "item"},
			"item cannot be a further term: sd_item is the name of another parameter"},
		"labeler": {[]spec.Facet{by("labeler")}, spec.NoLabelers,
			refusal.Error{Code: refusal.ReservedTerm, Term: "labeler"}, "sd_labeler is the name of another parameter"},
		"residual": {[]spec.Facet{by("residual")}, spec.Nested,
			refusal.Error{Code: refusal.ReservedTerm, Term: "residual"},
			"sd_residual is the name of another parameter"},
		"one level": {[]spec.Facet{by("day")}, spec.Nested,
			refusal.Error{Code: refusal.OneLevel, Studies: []string{"a"}, Term: "day", Labels: 12},
			`group "a" has one level of day, so the variance between levels cannot be estimated`},
		"a level for each label": {[]spec.Facet{by("serial")}, spec.Nested,
			refusal.Error{Code: refusal.LevelsNotRepeated, Studies: []string{"a"}, Term: "serial", Labels: 12},
			`group "a" has one label of each of its 12 levels of serial, so the model cannot separate their effects ` +
				`from noise`},
		"a combination for each label": {[]spec.Facet{by("item", "labeler")}, spec.Nested,
			refusal.Error{Code: refusal.LevelsNotRepeated, Studies: []string{"a"}, Term: "item:labeler", Labels: 12},
			"one label of each of its 12 levels of item:labeler"},
		"items by another name": {[]spec.Facet{template, by("form")}, spec.Nested,
			refusal.Error{Code: refusal.SameGrouping, Studies: []string{"a"}, Term: "form", OtherTerm: "item",
				Labels: 12},
			`group "a" has a level of form for each level of item, so the model cannot separate their effects`},
		"labelers by another name": {[]spec.Facet{{By: []string{"person"}, Covariance: spec.Correlated}},
			spec.Nested,
			refusal.Error{Code: refusal.SameGrouping, Studies: []string{"a"}, Term: "person", OtherTerm: "labeler",
				Labels: 12},
			"a level of person for each level of labeler"},
		"shared labelers by another name": {[]spec.Facet{by("person")}, spec.Shared,
			refusal.Error{Code: refusal.SameGrouping, Studies: []string{"a"}, Term: "person", OtherTerm: "labeler",
				Labels: 12},
			"a level of person for each level of labeler"},
		"a facet by another name, in one group": {[]spec.Facet{template, by("style")}, spec.Nested,
			refusal.Error{Code: refusal.SameGrouping, Studies: []string{"b"}, Term: "style", OtherTerm: "template",
				Labels: 12},
			`group "b" has a level of style for each level of template`},
		"the same product": {[]spec.Facet{by("item", "template"), by("template", "item")}, spec.Nested,
			refusal.Error{Code: refusal.SameGrouping, Studies: []string{"a"}, Term: "template:item",
				OtherTerm: "item:template", Labels: 12},
			"a level of template:item for each level of item:template"},
	} {
		t.Run(name, func(t *testing.T) {
			fit, err := model.Fit(context.Background(), table, spec.Spec{Labelers: c.labelers, Facets: c.facets},
				sampler.Settings{})
			var fault *refusal.Error
			require.ErrorAs(t, err, &fault)
			require.Nil(t, fit)
			require.Equal(t, c.fault, *fault)
			require.Contains(t, err.Error(), c.reason)
		})
	}
}

// A factor that the table does not have is answered with those that may have been meant.
func TestUnknownFactors(t *testing.T) {
	table := facetTable(t)
	for name, c := range map[string]struct {
		by     []string
		reason string
	}{
		"misspelt":          {[]string{"templte"}, `there is no factor "templte"; did you mean "template"?`},
		"part of a product": {[]string{"item", "session"}, `there is no factor "session"; did you mean "person"?`},
		"empty":             {[]string{""}, `there is no factor ""; there are "item"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := model.Fit(context.Background(), table, spec.Spec{Facets: []spec.Facet{{By: c.by}}},
				sampler.Settings{})
			var unknown *study.NameError
			require.ErrorAs(t, err, &unknown)
			require.Equal(t, table.Factors(), unknown.Names)
			require.Contains(t, err.Error(), c.reason)
		})
	}
	_, err := model.Resolve(labels(t, "i - s 1", "i - s 3", "j - s 2"),
		spec.Spec{Facets: []spec.Facet{{By: []string{"labeler"}}}})
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown, "labels that name no labelers do not have them as a factor")
}

// Facets that the labels tell apart are taken: a factor, a product with repeated labels, also of a labeler's, and one
// with labelers left out that is their grouping.
func TestFacetsThatCanBe(t *testing.T) {
	table := facetTable(t)
	for _, c := range []struct {
		by       []string
		labelers spec.LabelerEffects
	}{
		{[]string{"template"}, spec.Nested}, {[]string{"item", "template"}, spec.Shared},
		{[]string{"template", "labeler"}, spec.Nested}, {[]string{"person"}, spec.NoLabelers},
		{[]string{"residual", "labeler"}, spec.Nested},
	} {
		sp, err := model.Resolve(table, spec.Spec{Labelers: c.labelers, Facets: []spec.Facet{{By: c.by}}})
		require.NoError(t, err, c.by)
		require.Equal(t, family.Gaussian{}, sp.Family)
	}
}

// Labels given twice that are copies leave no noise.
func TestCopiesHaveNoResidual(t *testing.T) {
	read := func(second float64) *study.Table {
		c := study.Indexed{Items: []string{"i", "j", "k"}, Labelers: []string{"u", "v"}, Studies: []string{"a"},
			Kind: study.Numeric, Duplicates: study.DuplicatesKeep}
		for item := range int32(3) {
			for labeler := range int32(2) {
				for again := range 2 {
					c.Study, c.Item, c.Labeler = append(c.Study, 0), append(c.Item, item), append(c.Labeler, labeler)
					c.Value = append(c.Value, float64(item+3*labeler*item%4)+second*float64(again))
				}
			}
		}
		table, err := study.NewTable(c)
		require.NoError(t, err)
		return table
	}
	sp := spec.Spec{Facets: []spec.Facet{spec.ItemByLabeler()}}
	_, err := model.Resolve(read(0), sp)
	var fault *refusal.Error
	require.ErrorAs(t, err, &fault)
	require.Equal(t, refusal.UnanimousLevels, fault.Code)
	require.ErrorContains(t, err, "equal labels on each level of item:labeler")
	_, err = model.Resolve(read(0.5), sp)
	require.NoError(t, err)
}
