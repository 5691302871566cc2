package result

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// Labelers of one label tell nothing of how they follow the items, which is said; few others are a warning.
func TestDiscriminationOfLabelersWithOneLabel(t *testing.T) {
	labels := study.Indexed{Studies: []string{"a"}, Items: []string{"x", "y", "z"}, Kind: study.Numeric}
	add := func(labeler string, items ...int32) {
		for _, j := range items {
			labels.Study, labels.Item = append(labels.Study, 0), append(labels.Item, j)
			labels.Labeler = append(labels.Labeler, int32(len(labels.Labelers)))
			labels.Value = append(labels.Value, float64(len(labels.Value)%5))
		}
		labels.Labelers = append(labels.Labelers, labeler)
	}
	for _, name := range []string{"ann", "bob", "cy", "di"} {
		add(name, 0, 1, 2)
	}
	add("eve", 1)
	table, err := study.NewTable(labels)
	require.NoError(t, err)
	said := func(sp spec.Spec) Data {
		var d Data
		resolved, err := model.Resolve(table, sp)
		require.NoError(t, err)
		d.AddTermNotes(table, resolved)
		return d
	}
	d := said(spec.Spec{Discrimination: true})
	assert.Equal(t, []string{"1 of 5 labelers of the file gave one label, which does not show how closely labelers " +
		"follow the items: the prior decides it."}, d.Notes)
	assert.Equal(t, []string{"the file has only 4 labelers with two labels or more, too few to show how closely " +
		"labelers follow the items: the prior will decide how much labelers differ"}, d.Warnings)
	assert.Contains(t, said(spec.Spec{Residual: spec.LabelerResidual}).Notes[0], "how careful labelers are")
	assert.Empty(t, said(spec.Spec{}).Notes)
	assert.Empty(t, said(spec.Spec{}).Warnings)

	labels.Labelers = append(labels.Labelers[:4:4], "eve")
	add("fay", 0, 2)
	table, err = study.NewTable(labels)
	require.NoError(t, err)
	d = said(spec.Spec{Discrimination: true})
	assert.Len(t, d.Notes, 1)
	assert.Empty(t, d.Warnings)
}
