package model_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
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

// Labels that do not determine the model end in words, not in numbers.
func TestDegenerateLabelsAreErrors(t *testing.T) {
	for name, c := range map[string]struct {
		table  *study.Table
		spec   model.Spec
		reason string
	}{
		"one item":        {labels(t, "i a s 1", "i b s 0", "i c s 1"), model.Spec{}, `study "s" has one item`},
		"one labeler":     {labels(t, "i a s 1", "j a s 0", "k a s 2"), model.Spec{}, "one labeler"},
		"constant":        {labels(t, "i a s 1", "j a s 1", "i b s 1"), model.Spec{}, "has 3 labels that are all 1"},
		"every item once": {labels(t, "i a s 1", "j b s 0", "k a s 1"), model.Spec{}, "one label for each of its 3 items"},
		"every labeler once": {labels(t, "i a s 1", "i b s 0", "j c s 1", "j d s 1"), model.Spec{},
			"one label by each of its 4 labelers, so labelers and noise cannot be told apart"},
		"one label": {labels(t, "i a s 1", "i b s 0", "j a s 1", "i c r 1"), model.Spec{}, `study "r" has one label`},
		"no common item": {labels(t, "i a s 1", "i b s 0", "j a s 1", "k a r 1", "k b r 0", "l b r 1"), model.Spec{},
			`studies "s" and "r" share no item, so ρ and xCC cannot be estimated`},
		"binary as gaussian":   {labels(t, "i a s 1", "i b s 0", "j a s 1", "j b s 1"), model.Spec{Family: model.Gaussian}, "the labels are binary"},
		"numbers as bernoulli": {labels(t, "i a s 1", "i b s 3", "j a s 2", "j b s 1"), model.Spec{Family: model.Bernoulli}, "numbers other than 0 and 1"},
		"no noise":             {labels(t, "i a s 1", "i b s 1", "j a s 5", "j b s 5"), model.Spec{Residual: model.StudyResidual}, "labels are all equal"},
		"perfect agreement":    {labels(t, "i a s 1", "i b s 1", "j a s 5", "j b s 5", "k a s 2", "k b s 2"), model.Spec{}, "labels of each item are all equal"},
	} {
		t.Run(name, func(t *testing.T) {
			fit, err := model.Fit(context.Background(), c.table, c.spec, sampler.Settings{})
			var data *model.DataError
			require.ErrorAs(t, err, &data)
			require.Nil(t, fit)
			require.Contains(t, err.Error(), c.reason)
			require.NotEmpty(t, data.Remedy)
		})
	}
}

func TestResolveChoosesTheFamily(t *testing.T) {
	binary, err := model.Resolve(labels(t, "i a s 1", "i b s 0", "j a s 1", "j b s 1"), model.Spec{})
	require.NoError(t, err)
	require.Equal(t, model.Bernoulli, binary.Family)
	require.Equal(t, model.Nested, binary.Labelers)
	numbers, err := model.Resolve(labels(t, "i a s 1", "i b s 3", "j a s 2.5", "j b s 1"), model.Spec{})
	require.NoError(t, err)
	require.Equal(t, model.Gaussian, numbers.Family)
	require.Equal(t, "student_t(3, 0, 2.5)", numbers.Priors.Mean.String())
}
