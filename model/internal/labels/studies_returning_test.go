package labels_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/internal/labels"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// People who return connect studies that share no item, and each of which may have one labeler alone.
func TestReturningPeopleConnectStudies(t *testing.T) {
	b := study.Builder{}
	for i, person := range []string{"ann", "bob", "ann", "bob"} {
		b.Add([]string{"a", "b"}[i/2], person, "march", []float64{1.3, 2.1, 4.2, 4.9}[i])
		b.Add([]string{"c", "d"}[i/2], person, "april", []float64{2.2, 3.4, 5.1, 7.3}[i])
	}
	table, err := b.Table()
	require.NoError(t, err)
	_, err = labels.Resolve(table, spec.Spec{})
	var fault *refusal.Error
	require.True(t, errors.As(err, &fault))
	assert.Equal(t, refusal.NoSharedItem, fault.Code)
	resolved, err := labels.Resolve(table, spec.Spec{Labelers: spec.Returning})
	require.NoError(t, err)
	assert.True(t, resolved.HasLabelersIn(0) && resolved.HasLabelersIn(1))
	assert.True(t, resolved.Terms()[1].Exchangeable)

	one, err := table.Select("march")
	require.NoError(t, err)
	resolved, err = labels.Resolve(one, spec.Spec{Labelers: spec.Returning})
	require.NoError(t, err)
	assert.Equal(t, spec.Nested, resolved.Labelers)
}
