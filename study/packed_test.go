package study_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
)

// packedOf packs labels, with a row without label before each.
func packedOf(c study.Indexed) study.Packed {
	twice := func(index []int32) *study.Codes {
		codes := &study.Codes{}
		for n := range c.Value {
			codes.Append(index[0])
			codes.Append(index[n])
		}
		return codes
	}
	p := study.Packed{Items: c.Items, Labelers: c.Labelers, Studies: c.Studies, Item: twice(c.Item),
		Study: twice(c.Study), Kind: c.Kind, Categories: c.Categories, Label: c.Label, Source: c.Source,
		Value: &study.Codes{}, Values: []float64{math.NaN()}}
	if c.Labeler != nil {
		p.Labeler = twice(c.Labeler)
	}
	for _, f := range c.Factors {
		p.Factors = append(p.Factors, study.PackedFactor{Name: f.Name, Levels: f.Levels, Index: twice(f.Index)})
	}
	for n, y := range c.Value {
		p.Value.Append(0)
		p.Value.Append(int32(n) + 1)
		p.Values = append(p.Values, y)
	}
	return p
}

// Labels that are packed are cut into the parts that a table is, and described as it is.
func TestPackedLabelsAreCutAsTablesAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := tabletest.Draw(t)
		c.Source.File, c.Source.Rows = "x.csv", 2*len(c.Value)
		var by []string
		for _, f := range c.Factors {
			if rapid.Bool().Draw(t, "by") {
				by = append(by, f.Name)
			}
		}
		p := packedOf(c)
		table, err := study.NewTable(c)
		require.NoError(t, err)
		parts, err := table.Split(by...)
		require.NoError(t, err)

		cutting, err := p.Cut(by...)
		require.NoError(t, err)
		require.Equal(t, tabletest.WithMeans(study.Describe(table)), tabletest.WithMeans(cutting.Design()))
		require.Equal(t, table.Len(), cutting.Design().Labels())
		head := cutting.Head()
		require.Equal(t, table.Studies(), head.Studies())
		require.Equal(t, table.Categories(), head.Categories())
		require.Equal(t, table.Scores(), head.Scores())
		require.Equal(t, table.Factors(), head.Factors())
		require.Equal(t, table.Source(), head.Source())
		require.Len(t, cutting.Parts(), len(parts))
		for k, part := range cutting.Parts() {
			require.Equal(t, parts[k].Levels, part.Levels)
			require.Equal(t, parts[k].Labels, part.Labels)
			require.Equal(t, parts[k].Unit, part.Unit)
			want, got := parts[k].Table(), part.Table()
			require.Equal(t, tabletest.Again(want), tabletest.Again(got))
			require.Equal(t, tabletest.Dump(want), tabletest.Dump(got))
			require.Equal(t, want.Source(), got.Source())
			tabletest.RequireValid(t, got)
		}
	})
}

// What is wrong with labels is what a table of them says.
func TestPackedFaults(t *testing.T) {
	labels := func() study.Indexed {
		return study.Indexed{Items: []string{"a", "b"}, Labelers: []string{"p", "q"}, Studies: []string{"s"},
			Item: []int32{0, 1, 0, 1, 0, 0}, Labeler: []int32{0, 0, 1, 1, 0, 1}, Study: make([]int32, 6),
			Value: []float64{1, 0, 1, 0, 1, 1}, Kind: study.Binary, Factors: []study.Factor{
				{Name: "week", Levels: []string{"w1", "w2"}, Index: []int32{0, 0, 1, 0, 1, 0}}}}
	}
	_, err := packedOf(labels()).Cut("week")
	require.NoError(t, err)
	for name, spoil := range map[string]func(*study.Indexed){
		"a label given again":        func(c *study.Indexed) { c.Factors[0].Index = []int32{0, 0, 1, 0, 0, 1} },
		"a label that is not binary": func(c *study.Indexed) { c.Value[2] = 2 },
		"numbers too close": func(c *study.Indexed) {
			c.Kind, c.Value = study.Numeric, []float64{0, 0, 0, 0, 0, 1e-60}
		},
		"a name twice":         func(c *study.Indexed) { c.Items[1] = "a" },
		"a name that is empty": func(c *study.Indexed) { c.Factors[0].Levels[1] = "" },
		"a factor called item": func(c *study.Indexed) { c.Factors[0].Name = "item" },
		"two ordered categories": func(c *study.Indexed) {
			c.Kind, c.Categories = study.Ordinal, []string{"x", "y"}
		},
		"no such labeler": func(c *study.Indexed) { c.Labeler[3] = 2 },
	} {
		c := labels()
		spoil(&c)
		p := packedOf(c)
		_, want := study.NewTable(c)
		require.Error(t, want, name)
		_, err := p.Cut("week")
		var fault, like *study.Error
		require.ErrorAs(t, err, &fault, name)
		require.ErrorAs(t, want, &like, name)
		assert.Equal(t, like.Code, fault.Code, name)
	}
	c := labels()
	c.Factors[0].Index, c.Item = []int32{0, 0, 1, 1, 0, 1}, []int32{0, 1, 0, 0, 0, 0}
	_, want := study.NewTable(c)
	_, err = packedOf(c).Cut("week")
	var one, other *study.Duplicate
	require.ErrorAs(t, want, &one)
	require.ErrorAs(t, err, &other)
	one.First, one.Row = 2*one.First+1, 2*one.Row+1 // behind rows without label
	assert.Equal(t, one, other)
	assert.Equal(t, 3, other.Count)

	_, err = packedOf(labels()).Cut("day")
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
	none := packedOf(labels())
	none.Values = []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	_, err = none.Cut("week")
	require.EqualError(t, err, "there is no label")
}
