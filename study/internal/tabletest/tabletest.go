// Package tabletest draws tables of labels, and checks and shows them, for the tests of several packages.
package tabletest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
)

// Dump writes a table as one line a label, so that tests can say what they expect.
func Dump(t *study.Table) string {
	var b strings.Builder
	for s, name := range t.Studies() {
		v := t.StudyAt(s)
		for n := range v.Len() {
			who := "-"
			if t.HasLabelers() {
				who = t.Labelers()[v.Labeler()[n]]
			}
			label := strconv.FormatFloat(v.Value()[n], 'g', -1, 64)
			switch t.Kind() {
			case study.Nominal:
				label = t.Categories()[int(v.Value()[n])]
			case study.Ordinal:
				label = t.Categories()[int(v.Value()[n])-1]
			}
			b.WriteString(t.Items()[v.Item()[n]] + " " + who + " " + name)
			for _, f := range Further(t) {
				levels, _ := t.Levels(f)
				index, _ := v.Factor(f)
				b.WriteString(" " + levels[index[n]])
			}
			b.WriteString(" " + label + "\n")
		}
	}
	return b.String()
}

// Further returns the names of the factors besides items and labelers.
func Further(t *study.Table) []string {
	if t.HasLabelers() {
		return t.Factors()[2:]
	}
	return t.Factors()[1:]
}

// Again returns what a table says of its labels, from which it can be made again.
func Again(t *study.Table) study.Indexed {
	c := study.Indexed{Items: t.Items(), Labelers: t.Labelers(), Studies: t.Studies(), Kind: t.Kind(),
		Categories: t.Categories(), Label: t.LabelColumn()}
	for _, f := range Further(t) {
		levels, _ := t.Levels(f)
		c.Factors = append(c.Factors, study.Factor{Name: f, Levels: levels})
	}
	for s := range t.Studies() {
		v := t.StudyAt(s)
		for k := range c.Factors {
			index, _ := v.Factor(c.Factors[k].Name)
			c.Factors[k].Index = append(c.Factors[k].Index, index...)
		}
		c.Item, c.Labeler, c.Value = append(c.Item, v.Item()...), append(c.Labeler, v.Labeler()...), append(c.Value,
			v.Value()...)
		for range v.Len() {
			c.Study = append(c.Study, int32(s))
		}
	}
	return c
}

// RequireValid checks what a table promises: it holds what [study.NewTable] allows, among it no duplicates, and no name
// without a label.
func RequireValid(t require.TestingT, table *study.Table) {
	c := Again(table)
	require.Len(t, c.Value, table.Len())
	if table.Source().Repeated > 0 {
		c.Duplicates = study.DuplicatesKeep
	}
	again, err := study.NewTable(c)
	require.NoError(t, err)
	require.Equal(t, table.Factors(), again.Factors())
	for _, f := range table.Factors() {
		before, _ := table.Levels(f)
		after, _ := again.Levels(f)
		require.Equal(t, before, after, "each name has a label")
	}
	require.Equal(t, table.Studies(), again.Studies(), "each name has a label")
	require.Equal(t, Dump(table), Dump(again))
}

// WithMeans returns a design in which means that there are not, which equal nothing, are 0.
func WithMeans(d *study.Design) *study.Design {
	for s := range d.Studies {
		if math.IsNaN(d.Studies[s].Mean) {
			d.Studies[s].Mean = 0
		}
	}
	return d
}

// Draw draws labels without duplicates.
func Draw(t *rapid.T) study.Indexed {
	name := rapid.StringOfN(rapid.SampledFrom([]rune("abc,\";|=+é")), 1, 4, -1)
	c := study.Indexed{
		Items:   rapid.SliceOfNDistinct(name, 1, 8, rapid.ID).Draw(t, "items"),
		Studies: rapid.SliceOfNDistinct(name, 1, 4, rapid.ID).Draw(t, "studies"),
		Kind: rapid.SampledFrom([]study.Kind{study.Binary, study.Numeric, study.Nominal,
			study.Ordinal}).Draw(t, "kind"),
	}
	if rapid.Bool().Draw(t, "has labelers") {
		c.Labelers = rapid.SliceOfNDistinct(name, 1, 6, rapid.ID).Draw(t, "labelers")
		c.Labeler = []int32{}
	}
	for range rapid.IntRange(0, 2).Draw(t, "factors") {
		f := study.Factor{Name: rapid.SampledFrom([]string{"day", "a,\"b", "template"}).Draw(t, "factor"),
			Levels: rapid.SliceOfNDistinct(name, 1, 3, rapid.ID).Draw(t, "levels")}
		if !slices.ContainsFunc(c.Factors, func(g study.Factor) bool { return g.Name == f.Name }) {
			c.Factors = append(c.Factors, f)
		}
	}
	seen := make(map[[5]int32]bool)
	for n := range rapid.IntRange(1, 60).Draw(t, "labels") {
		row := [5]int32{rapid.Int32Range(0, int32(len(c.Items))-1).Draw(t, "item"),
			rapid.Int32Range(0, int32(len(c.Studies))-1).Draw(t, "study")}
		for k, f := range c.Factors {
			row[3+k] = rapid.Int32Range(0, int32(len(f.Levels))-1).Draw(t, "level")
		}
		if c.Labelers != nil {
			row[2] = rapid.Int32Range(0, int32(len(c.Labelers))-1).Draw(t, "labeler")
			if seen[row] {
				continue
			}
			seen[row] = true
			c.Labeler = append(c.Labeler, row[2])
		}
		c.Item, c.Study = append(c.Item, row[0]), append(c.Study, row[1])
		for k := range c.Factors {
			c.Factors[k].Index = append(c.Factors[k].Index, row[3+k])
		}
		y := rapid.Float64Range(-study.LargestLabel, study.LargestLabel).Draw(t, "number")
		if math.Abs(y) < 1e-30 {
			y = 0 // nor is it negative, which no file can say; and no two others differ by less than study.LeastSpan
		}
		switch c.Kind {
		case study.Binary:
			y = float64(rapid.IntRange(0, 1).Draw(t, "class"))
		case study.Nominal:
			c.Categories = []string{"x", "y y", "z,\""}
			y = float64(rapid.IntRange(0, 2).Draw(t, "category"))
		case study.Ordinal:
			c.Categories = []string{"x", "none, so far", "y y", "z,\""}
			y = float64(rapid.SampledFrom([]int{1, 3, 4}).Draw(t, "place"))
		case study.Numeric:
			if n == 0 {
				y = 7 // not all 0 and 1, which would read back as binary
			}
		}
		c.Value = append(c.Value, y)
	}
	return c
}
