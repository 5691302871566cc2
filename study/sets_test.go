package study_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// setLabels are four labels of two items: sets of a, b and c.
func setLabels() (c study.Indexed) {
	sets, categories, category := study.NewSets([][]string{{"b", "a"}, {}, {"a", "b", "a"}, {"c"}})
	c = study.Indexed{Items: []string{"x", "y"}, Labelers: []string{"v", "w"}, Studies: []string{"s"},
		Item: []int32{0, 0, 1, 1}, Labeler: []int32{0, 1, 0, 1}, Study: make([]int32, 4), Kind: study.Nominal,
		Categories: categories, Sets: sets}
	for _, k := range category {
		c.Value = append(c.Value, float64(k))
	}
	return c
}

func TestSetsOfLabels(t *testing.T) {
	table, err := study.NewTable(setLabels())
	require.NoError(t, err)
	assert.Equal(t, []string{"a, b", study.EmptySet, "c"}, table.Categories())
	assert.Equal(t, []string{"a", "b", "c"}, table.Tags())
	assert.Equal(t, []float64{0, 1, 0, 2}, table.StudyAt(0).Value(), "order and repetition are of no account")
	for k, want := range [][]float64{{1, 0, 1, 0}, {1, 0, 1, 0}, {0, 0, 0, 1}} {
		tag := table.Against(k)
		assert.Equal(t, want, tag.StudyAt(0).Value())
		assert.Equal(t, study.Binary, tag.Kind())
		assert.Equal(t, []string{"not " + table.Tags()[k], table.Tags()[k]}, tag.Categories())
		assert.Nil(t, tag.Sets())
	}
	part, err := table.Select("s")
	require.NoError(t, err)
	assert.Equal(t, table.Sets(), part.Sets())
}

// Tags with commas do not make two sets one.
func TestSetsWithCommas(t *testing.T) {
	_, categories, category := study.NewSets([][]string{{"a, b"}, {"a", "b"}, {"(none)"}, {}})
	assert.Equal(t, []int{0, 1, 2, 3}, category)
	assert.Equal(t, []string{"a, b", `"a", "b"`, "(none)", `"(none)"`}, categories)
}

func TestSetsErrors(t *testing.T) {
	for want, spoil := range map[string]func(*study.Indexed){
		"ordinal labels of 3 categories have 3 sets": func(c *study.Indexed) { c.Kind = study.Ordinal },
		"nominal labels of 3 categories have 2 sets": func(c *study.Indexed) { c.Sets.Of = c.Sets.Of[1:] },
		"set 0 has no ascending places of labels":    func(c *study.Indexed) { c.Sets.Of[0] = []int32{1, 1} },
		"set 2 has no ascending places of labels":    func(c *study.Indexed) { c.Sets.Of[2] = []int32{3} },
		`label "a" is named twice`:                   func(c *study.Indexed) { c.Sets.Tags[1] = "a" },
	} {
		c := setLabels()
		if spoil(&c); c.Kind == study.Ordinal {
			c.Value = []float64{1, 2, 1, 3}
		}
		_, err := study.NewTable(c)
		require.EqualError(t, err, want)
	}
}
