package study_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
)

// withFactors is six labels of two items by two labelers in two studies, under templates and on days.
func withFactors() study.Indexed {
	return study.Indexed{
		Items: []string{"a", "b"}, Labelers: []string{"w", "x"}, Studies: []string{"s", "t"},
		Item:    []int32{0, 0, 1, 0, 1, 1},
		Labeler: []int32{0, 0, 1, 1, 0, 0},
		Study:   []int32{1, 1, 0, 0, 1, 0},
		Factors: []study.Factor{
			{Name: "template", Levels: []string{"short", "never", "long"}, Index: []int32{0, 2, 0, 2, 2, 0}},
			{Name: "day", Levels: []string{"mo", "tu"}, Index: []int32{1, 1, 0, 0, 1, 0}},
		},
		Value: []float64{1, 0, 1, 1, 0, 0}, Kind: study.Binary,
	}
}

func TestFactors(t *testing.T) {
	table, err := study.NewTable(withFactors())
	require.NoError(t, err)
	tabletest.RequireValid(t, table)
	assert.Equal(t, []string{"item", "labeler", "template", "day"}, table.Factors())
	assert.Equal(t, "b x s short mo 1\na x s long mo 1\nb w s short mo 0\na w t short tu 1\na w t long tu 0\nb w "+
		"t long tu 0\n",
		tabletest.Dump(table))
	for factor, want := range map[string][]string{
		"item": {"a", "b"}, "labeler": {"w", "x"}, "template": {"short", "long"}, "day": {"mo", "tu"}} {
		levels, ok := table.Levels(factor)
		assert.True(t, ok, factor)
		assert.Equal(t, want, levels, factor)
	}
	second := table.StudyAt(1)
	for factor, want := range map[string][]int32{
		"item": {0, 0, 1}, "labeler": {0, 0, 0}, "template": {0, 1, 1}, "day": {1, 1, 1}} {
		index, ok := second.Factor(factor)
		assert.True(t, ok, factor)
		assert.Equal(t, want, index, factor)
	}
	for _, none := range []string{"study", "label", "Day", ""} {
		_, ok := table.Levels(none)
		assert.False(t, ok, none)
		_, ok = second.Factor(none)
		assert.False(t, ok, none)
	}
	_, err = table.Study("u")
	assert.ErrorContains(t, err, `there is no group "u"`)

	var b study.Builder
	b.Add("a", "", "", 1)
	anonymous, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, []string{"item"}, anonymous.Factors())
	_, ok := anonymous.Levels("labeler")
	assert.False(t, ok)
	_, ok = anonymous.StudyAt(0).Factor("labeler")
	assert.False(t, ok)
}

func TestFactorsOfParts(t *testing.T) {
	table, err := study.NewTable(withFactors())
	require.NoError(t, err)
	part, err := table.Select("t")
	require.NoError(t, err)
	tabletest.RequireValid(t, part)
	assert.Equal(t, "a w t short tu 1\na w t long tu 0\nb w t long tu 0\n", tabletest.Dump(part))
	days, _ := part.Levels("day")
	assert.Equal(t, []string{"tu"}, days, "without the level that no label has")
	rest, err := table.Without("t")
	require.NoError(t, err)
	tabletest.RequireValid(t, rest)
	assert.Equal(t, "b x s short mo 1\na x s long mo 1\nb w s short mo 0\n", tabletest.Dump(rest))
	turned, err := table.Select("t", "s")
	require.NoError(t, err)
	assert.Equal(t, tabletest.Dump(part)+tabletest.Dump(rest), tabletest.Dump(turned))
	var text strings.Builder
	require.NoError(t, study.Write(&text, part))
	assert.Equal(t, "item,labeler,study,template,day,label\na,w,t,short,tu,1\na,w,t,long,tu,0\nb,w,t,long,tu,0\n",
		text.String())
}

func TestDuplicatesUnderFactors(t *testing.T) {
	c := withFactors()
	c.Factors[0].Index[1] = 0 // now the second label repeats the first
	_, err := study.NewTable(c)
	require.ErrorContains(t, err, `labeler "w" gave item "a" a second label in group "t", template "short", day `+
		`"tu" (1 row in all)`)
	var d *study.Duplicate
	require.ErrorAs(t, err, &d)
	assert.Equal(t, study.Duplicate{Labeler: "w", Item: "a", Study: "t", Factors: []string{"template", "day"},
		Levels: []string{"short", "tu"}, First: 0, Row: 1, Count: 1, Kind: study.Binary}, *d)
	c.Duplicates = study.DuplicatesLast
	table, err := study.NewTable(c)
	require.NoError(t, err)
	tabletest.RequireValid(t, table)
	assert.Equal(t, "b x s short mo 1\na x s long mo 1\nb w s short mo 0\na w t short tu 0\nb w t long tu 0\n",
		tabletest.Dump(table))
	assert.Equal(t, 1, table.Source().Duplicates)
	c.Factors = nil
	c.Kind, c.Duplicates = study.Numeric, study.DuplicatesMean
	plain, err := study.NewTable(c)
	require.NoError(t, err)
	assert.Equal(t, "b x s 1\na x s 1\nb w s 0\na w t 0.5\nb w t 0\n", tabletest.Dump(plain),
		"without factors they are one cell")
}

func TestFactorErrors(t *testing.T) {
	for want, spoil := range map[string]func(f *study.Factor){
		"the name of a factor is empty":                          func(f *study.Factor) { f.Name = "" },
		`factor "\xff" is not UTF-8`:                             func(f *study.Factor) { f.Name = "\xff" },
		`factor "day" is named twice`:                            func(f *study.Factor) { f.Name = "day" },
		`factor "labeler" has the name of a part of every table`: func(f *study.Factor) { f.Name = "labeler" },
		`6 labels have 5 levels of factor "template"`:            func(f *study.Factor) { f.Index = f.Index[:5] },
		`label 2 has level of factor "template" 3 of 3`:          func(f *study.Factor) { f.Index[2] = 3 },
		`level of factor "template" "long" is named twice`:       func(f *study.Factor) { f.Levels[1] = "long" },
		`the name of a level of factor "template" is empty`:      func(f *study.Factor) { f.Levels[1] = "" },
		`6 labels have 0 levels of factor "template"`:            func(f *study.Factor) { f.Index = nil },
		`label 0 has level of factor "template" 0 of 0`:          func(f *study.Factor) { f.Levels = nil },
		`label 1 has level of factor "template" -1 of 3`:         func(f *study.Factor) { f.Index[1] = -1 },
		`factor "study" has the name of a part of every table`:   func(f *study.Factor) { f.Name = "study" },
	} {
		c := withFactors()
		c.Factors[0], c.Factors[1] = c.Factors[1], c.Factors[0] // so that a name can be taken by the one before
		spoil(&c.Factors[1])
		_, err := study.NewTable(c)
		require.EqualError(t, err, want)
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		require.NotEmpty(t, fault.Code)
	}
}
