package study_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// By hand, from the labels that TestFactors lists.
func TestWithin(t *testing.T) {
	table, err := study.NewTable(withFactors())
	require.NoError(t, err)
	for _, c := range []struct {
		factor, grouping string
		studies          []int
		want             bool
	}{
		{"day", "item", []int{0}, true},
		{"day", "item", []int{1}, true},
		{"day", "item", []int{0, 1}, false}, // Monday in one study, Tuesday in the other
		{"template", "item", []int{0}, true},
		{"template", "item", []int{1}, false},
		{"template", "labeler", []int{0}, false},
		{"template", "nobody", []int{0}, false},
		{"nothing", "item", []int{0}, false},
	} {
		assert.Equal(t, c.want, table.Within(c.factor, c.grouping, c.studies...), c)
	}
}
