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
		study            int // −1: all
		want             bool
	}{
		{"day", "item", 0, true},
		{"day", "item", 1, true},
		{"day", "item", -1, false}, // Monday in one study, Tuesday in the other
		{"template", "item", 0, true},
		{"template", "item", 1, false},
		{"template", "labeler", 0, false},
		{"template", "nobody", 0, false},
		{"nothing", "item", 0, false},
	} {
		within := table.Within
		if c.study >= 0 {
			within = table.StudyAt(c.study).Within
		}
		assert.Equal(t, c.want, within(c.grouping, c.factor), c)
	}
}
