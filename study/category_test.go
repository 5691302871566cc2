package study_test

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
)

// ordered is three labels of two studies, of which neither has all categories.
func ordered() study.Indexed {
	return study.Indexed{Items: []string{"a", "b"}, Labelers: []string{"w", "v"}, Studies: []string{"s", "t"},
		Item: []int32{0, 1, 0}, Labeler: []int32{0, 0, 1}, Study: []int32{0, 0, 1}, Value: []float64{4, 2, 1},
		Kind: study.Ordinal, Categories: []string{"none", "some", "much", "all"}}
}

func TestOrdinal(t *testing.T) {
	table, err := study.NewTable(ordered())
	require.NoError(t, err)
	tabletest.RequireValid(t, table)
	assert.Equal(t, study.Ordinal, table.Kind())
	assert.Equal(t, "ordinal", table.Kind().String())
	all := []string{"none", "some", "much", "all"}
	assert.Equal(t, all, table.Categories(), "also that which no label has")
	assert.Equal(t, []float64{1, 2, 3, 4}, table.Scores())
	assert.Equal(t, "a w s all\nb w s some\na v t none\n", tabletest.Dump(table))
	assert.Equal(t, []float64{4, 2}, table.StudyAt(0).Value(), "counted from 1")

	var b strings.Builder
	require.NoError(t, study.Write(&b, table))
	assert.Equal(t, "item,labeler,study,label\na,w,s,all\nb,w,s,some\na,v,t,none\n", b.String())

	for _, part := range []func(...string) (*study.Table, error){table.Select, table.Without} {
		one, err := part("t")
		require.NoError(t, err)
		assert.Equal(t, all, one.Categories(), "also those that no label of the group has")
		assert.Equal(t, table.Scores(), one.Scores())
	}

	d := study.Describe(table)
	assert.Equal(t, []float64{3, 1}, []float64{d.Studies[0].Mean, d.Studies[1].Mean})
	assert.Nil(t, d.FewNumbers, "nothing is taken as a measurement")
	assert.Equal(t, []string{"none", "much"}, d.Studies[0].Unused)
	assert.Equal(t, []string{"some", "much", "all"}, d.Studies[1].Unused)
}

func TestMeanOfOrderedNumbers(t *testing.T) {
	c := ordered()
	c.Categories = []string{"0", "10", "20", "50"}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	assert.Equal(t, 30.0, study.Describe(table).Studies[0].Mean, "of the numbers, not of their places")
}

func TestScores(t *testing.T) {
	for names, want := range map[string][]float64{
		"1 2 3 4":         {1, 2, 3, 4},
		"0 0.5 1 2e1":     {0, 0.5, 1, 20},
		"5 4 2 -1":        {5, 4, 2, -1}, // 5 is the worst
		"2 3 1 4":         {1, 2, 3, 4},  // codes
		"1 1.0 2 3":       {1, 2, 3, 4},
		"1 2 3 many":      {1, 2, 3, 4},
		"1 2 3 Inf":       {1, 2, 3, 4},
		"1 2 3 NaN":       {1, 2, 3, 4},
		"0x1 0x2 0x4 0x8": {1, 2, 3, 4},
		"1 2 3 1e60":      {1, 2, 3, 4},
	} {
		c := ordered()
		c.Categories = strings.Fields(names)
		table, err := study.NewTable(c)
		require.NoError(t, err)
		assert.Equal(t, want, table.Scores(), names)
	}
	c := ordered()
	c.Kind = study.Numeric
	table, err := study.NewTable(c)
	require.NoError(t, err)
	assert.Nil(t, table.Scores())
	assert.Nil(t, table.Categories())
}

func TestOrdinalErrors(t *testing.T) {
	many := make([]string, study.MostOrdered+1)
	for i := range many {
		many[i] = strconv.Itoa(i)
	}
	for _, c := range []struct {
		code  study.Code
		text  string
		spoil func(*study.Indexed)
	}{
		{study.TooFewOrdered, "an order has at least 3 categories, not 2",
			func(c *study.Indexed) { c.Categories = []string{"a", "b"} }},
		{study.TooManyOrdered, "an order has at most 50 categories, not 51",
			func(c *study.Indexed) { c.Categories = many }},
		{study.RepeatedName, `category "a" is named twice`,
			func(c *study.Indexed) { c.Categories = []string{"a", "b", "a", "c"} }},
		{study.BadName, "the name of a category is empty",
			func(c *study.Indexed) { c.Categories = []string{"a", "b", "", "c"} }},
		{study.BadLabel, "label 1 is 0, which is not the place of a " +
			"category", func(c *study.Indexed) { c.Value[1] = 0 }},
		{study.BadLabel, "label 2 is 5, which is not the place of a " +
			"category", func(c *study.Indexed) { c.Value[2] = 5 }},
		{study.BadLabel, "label 0 is 1.5, which is not the place of a category",
			func(c *study.Indexed) { c.Value[0] = 1.5 }},
		{study.BadLabel, "label 0 is NaN, which is not a finite number",
			func(c *study.Indexed) { c.Value[0] = math.NaN() }},
	} {
		labels := ordered()
		c.spoil(&labels)
		_, err := study.NewTable(labels)
		require.EqualError(t, err, c.text)
		var e *study.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, c.code, e.Code, c.text)
	}
	most := ordered()
	most.Categories = many[1:]
	_, err := study.NewTable(most)
	require.NoError(t, err)
}

func TestOrderedDuplicates(t *testing.T) {
	b := study.Builder{Kind: study.Ordinal, Categories: []string{"none", "some", "all"}}
	b.Add("a", "w", "", 3)
	b.Add("a", "w", "", 3)
	b.Add("b", "w", "", 1)
	_, err := b.Table()
	require.EqualError(t, err, `labeler "w" gave item "a" a second label (1 row in all). `+
		`All of them, if labelers were asked again; the last row of each, if labelers corrected themselves; the `+
		`first row of each`)
	b.Duplicates = study.DuplicatesMean
	table, err := b.Table()
	require.NoError(t, err, "equal ones are their own mean")
	assert.Equal(t, "a w all all\nb w all none\n", tabletest.Dump(table))

	b.Add("a", "w", "", 2)
	_, err = b.Table()
	require.EqualError(t, err, `labeler "w" gave item "a" a second label; the two labels differ, and `+
		`ordinal labels have no mean (2 rows in all). All of them, if labelers were asked again; the last row of `+
		`each, if labelers corrected themselves; the first row of each`)
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, study.DuplicateLabel, e.Code)
	var d *study.Duplicate
	require.True(t, errors.As(err, &d) && d.Unlike)

	b.Duplicates = study.DuplicatesLast
	table, err = b.Table()
	require.NoError(t, err)
	assert.Equal(t, "a w all some\nb w all none\n", tabletest.Dump(table))

	b.Categories[0] = "nothing"
	assert.Equal(t, "none", table.Categories()[0], "the table is as it was")
}
