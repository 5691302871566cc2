package model_test

import (
	"context"
	"fmt"
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

// labels builds a table; each label is "item labeler study value".
func labels(t *testing.T, rows ...string) *study.Table {
	t.Helper()
	var b study.Builder
	for _, row := range rows {
		var item, labeler, name string
		var y float64
		_, err := fmt.Sscan(row, &item, &labeler, &name, &y)
		require.NoError(t, err)
		if labeler == "-" {
			labeler = ""
		}
		b.Add(item, labeler, name, y)
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// Labels that are sums but for a little, and in one of two studies of the same residual, determine a model.
func TestNearlyExactSumsAreFitted(t *testing.T) {
	for name, c := range map[string]struct {
		table *study.Table
		spec  spec.Spec
	}{
		"one off": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 4", "k a s 2.5", "k b s 4.501"), spec.Spec{}},
		"no cycle": {labels(t, "i a s 1", "i b s 3", "j b s 4", "j c s 2", "k c s 7", "k d s 1", "l a s 3"),
			spec.Spec{}},
		"another study has noise": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 4", "i a r 1", "i b r 3",
			"j a r 2", "j b r 5"), spec.Spec{Residual: spec.CommonResidual}},
		"far, but not the only one that differs": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 4.1",
			"k a s 1e5", "k b s 4.5"), spec.Spec{}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := model.Resolve(c.table, c.spec)
			require.NoError(t, err)
		})
	}
}

// Labels that do not determine the model end in words, not in numbers.
func TestDegenerateLabelsAreErrors(t *testing.T) {
	for name, c := range map[string]struct {
		table  *study.Table
		spec   spec.Spec
		code   refusal.Code
		reason string
	}{
		"one item": {labels(t, "i a s 1", "i b s 0", "i c s 1"), spec.Spec{}, refusal.OneItem,
			`group "s" has one item`},
		"one labeler": {labels(t, "i a s 1", "j a s 0", "k a s 2"), spec.Spec{}, refusal.ItemsNotRepeated,
			"one label for each of its 3 items"},
		"constant": {labels(t, "i a s 1", "j a s 1", "i b s 1"), spec.Spec{}, refusal.ConstantLabels,
			"has 3 labels, all of them 1"},
		"every item once": {labels(t, "i a s 1", "j b s 0", "k a s 1"), spec.Spec{}, refusal.ItemsNotRepeated,
			"one label for each of its 3 items"},
		"every labeler once": {labels(t, "i a s 1", "i b s 0", "j c s 1", "j d s 1"), spec.Spec{},
			refusal.LabelersNotRepeated,
			"one label by each of its 4 labelers, so the model cannot separate labelers from noise"},
		"one label": {labels(t, "i a s 1", "i b s 0", "j a s 1", "i c r 1"), spec.Spec{}, refusal.OneLabel,
			`group "r" has one label`},
		"no common item": {labels(t, "i a s 1", "i b s 0", "j a s 1", "k a r 1", "k b r 0", "l b r 1"), spec.Spec{},
			refusal.NoSharedItem,
			`groups "s" and "r" share no item, so ρ and xCC cannot be estimated`},
		"binary as gaussian": {labels(t, "i a s 1", "i b s 0", "j a s 1", "j b s 1"),
			spec.Spec{Family: family.Gaussian{}}, refusal.UnfitLabels, "the labels are binary"},
		"numbers as bernoulli": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 1"),
			spec.Spec{Family: family.Bernoulli{}}, refusal.UnfitLabels, "numbers other than 0 and 1"},
		"no labelers": {labels(t, "i - s 1", "i - s 3", "j - s 2"), spec.Spec{Labelers: spec.Nested},
			refusal.LabelersNotNamed, "name no labeler"},
		"no noise": {labels(t, "i a s 1", "i b s 1", "j a s 5", "j b s 5"),
			spec.Spec{Residual: spec.StudyResidual}, refusal.UnanimousItems, "labels are all equal"},
		"perfect agreement": {labels(t, "i a s 1", "i b s 1", "j a s 5", "j b s 5", "k a s 2", "k b s 2"),
			spec.Spec{}, refusal.PerfectAgreement, "labels of each item are all equal"},
		"sums": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 4", "k a s 2.5", "k b s 4.5"), spec.Spec{},
			refusal.ExactSums, "an item's value plus a labeler's value"},
		"sums in one of two groups": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 4", "i a r 1", "i b r 3",
			"j a r 2", "j b r 5"), spec.Spec{}, refusal.ExactSums, `group "s" has labels`},
		"one label far off": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 4.1", "k a s 1e9", "k b s 4.5"),
			spec.Spec{}, refusal.LabelTooFar, `a label 1e+09, of item k by labeler a`},
		"no disagreement": {labels(t, unanimous(20)...), spec.Spec{}, refusal.NoDisagreement,
			"only the prior decides how far apart items are"},
	} {
		t.Run(name, func(t *testing.T) {
			fit, err := model.Fit(context.Background(), c.table, c.spec, sampler.Settings{})
			var data *refusal.Error
			require.ErrorAs(t, err, &data)
			require.Nil(t, fit)
			require.Contains(t, err.Error(), c.reason)
			require.Equal(t, c.code, data.Code)
		})
	}
}

func TestResolveChoosesTheFamily(t *testing.T) {
	binary, err := model.Resolve(labels(t, "i a s 1", "i b s 0", "j a s 1", "j b s 1"), spec.Spec{})
	require.NoError(t, err)
	require.Equal(t, family.Bernoulli{}, binary.Family)
	require.Equal(t, spec.Nested, binary.Labelers)
	numbers, err := model.Resolve(labels(t, "i a s 1", "i b s 3", "j a s 2.5", "j b s 1"), spec.Spec{})
	require.NoError(t, err)
	require.Equal(t, family.Gaussian{}, numbers.Family)
	require.Equal(t, "student_t(3, 0, 2.5)", numbers.Priors.Mean.String())
}

// Studies in which each item has one label are fitted beside one that has more, as loadings on its items; alone they
// determine no model. Labeler effects are chosen for each study by itself.
func TestStudiesWithoutReplication(t *testing.T) {
	crowd := []string{"i a crowd 1", "i b crowd 3", "j a crowd 2", "j b crowd 2", "k a crowd 5", "k b crowd 4"}
	gold := []string{"i g gold 2", "j g gold 3", "k g gold 5"}
	judges := []string{"i x judges 2", "j y judges 3", "k x judges 4"}
	sp, err := model.Resolve(labels(t, slices.Concat(gold, crowd, judges)...),
		spec.Spec{Residual: spec.CommonResidual})
	require.NoError(t, err)
	require.Equal(t, []spec.StudyModel{{OneLabeler: true, OneLabel: true}, {}, {OneLabel: true}}, sp.Studies)
	require.Equal(t, spec.Nested, sp.Labelers)
	require.Equal(t, spec.StudyResidual, sp.Residual)
	for _, c := range []struct {
		rows    []string
		studies []string
		reason  string
	}{
		{slices.Concat(gold, judges), []string{"gold", "judges"}, "2 groups have one label for each of their items"},
		{gold, []string{"gold"}, `group "gold" has one label for each of its 3 items`},
	} {
		_, err := model.Resolve(labels(t, c.rows...), spec.Spec{})
		var data *refusal.Error
		require.ErrorAs(t, err, &data)
		require.Equal(t, c.studies, data.Studies)
		require.Contains(t, err.Error(), c.reason)
	}
}

// unanimous are the labels of two labelers who agree on each of so many items.
func unanimous(items int) []string {
	var rows []string
	for i := range items {
		for _, labeler := range []string{"a", "b"} {
			rows = append(rows, fmt.Sprintf("item%d %s s %d", i, labeler, i%2))
		}
	}
	return rows
}

// Few items on which all agree may be chance, and a prior without heavy tails says how far apart items may be.
func TestAgreementThatAModelDescribes(t *testing.T) {
	_, err := model.Resolve(labels(t, unanimous(19)...), spec.Spec{})
	require.NoError(t, err)
	_, err = model.Resolve(labels(t, unanimous(20)...), spec.Spec{Priors: spec.Priors{SD: spec.Normal{Scale: 2.5}}})
	require.NoError(t, err)
}
