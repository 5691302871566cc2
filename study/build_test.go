package study

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// requireValid checks what a table promises.
func requireValid(t require.TestingT, table *Table) {
	require.NoError(t, (&Indexed{Items: table.items, Labelers: table.labelers, Studies: table.studies,
		Item: table.item, Labeler: table.labeler, Study: studyOf(table), Value: table.value, Kind: table.kind, Categories: table.categories}).check())
	require.True(t, slices.IsSorted(table.start))
	require.Zero(t, table.start[0])
	require.Equal(t, table.Len(), table.start[len(table.studies)])
	for _, part := range []struct {
		names []string
		index []int32
	}{{table.items, table.item}, {table.labelers, table.labeler}, {table.studies, studyOf(table)}} {
		used := make(map[int32]bool)
		for _, i := range part.index {
			used[i] = true
		}
		require.Len(t, used, len(part.names), "each name has a label")
	}
	type key struct {
		study         int
		item, labeler int32
	}
	seen := make(map[key]bool)
	for s := range table.Studies() {
		v := table.StudyAt(s)
		for n, l := range v.Labeler() {
			k := key{s, v.Item()[n], l}
			require.False(t, seen[k], "no duplicates")
			seen[k] = true
		}
	}
}

func studyOf(t *Table) []int32 {
	var study []int32
	for s := range t.studies {
		for range t.StudyAt(s).value {
			study = append(study, int32(s))
		}
	}
	return study
}

// requireRoundTrip writes a table and reads it back.
func requireRoundTrip(t require.TestingT, table *Table) {
	var b bytes.Buffer
	require.NoError(t, Write(&b, table))
	o := Options{Kind: table.Kind(), Delimiter: ','}
	if table.Kind() == Numeric {
		if !slices.ContainsFunc(table.value, func(y float64) bool { return math.Abs(y) != 1 && y != 0 }) {
			return // what is left of numbers without duplicates reads as binary
		}
		o.Kind = 0
	}
	again, err := Read(&b, "again", o)
	require.NoError(t, err)
	require.Equal(t, dump(table), dump(again))
	require.Equal(t, table.Kind(), again.Kind())
}

func TestBuilder(t *testing.T) {
	var b Builder
	b.Add("a", "w1", "s", 0)
	b.Add("b", "w1", "t", 1)
	b.Add("a", "w2", "s", 1)
	table, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, "a w1 s 0\na w2 s 1\nb w1 t 1\n", dump(table))
	assert.Equal(t, Binary, table.Kind())
	assert.Equal(t, []string{"0", "1"}, table.Categories())
	assert.Equal(t, "label", table.LabelColumn())
	assert.Equal(t, "labels given by the program", table.Source().String())

	b.Add("c", "w3", "", 2.5)
	assert.Equal(t, 4, b.Len())
	more, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, Numeric, more.Kind())
	assert.Equal(t, []string{"s", "t", WholeFile}, more.Studies())
	assert.Equal(t, "a w1 s 0\na w2 s 1\nb w1 t 1\n", dump(table), "the earlier table is as it was")

	b.Add("c", "w3", "", 3.5)
	_, err = b.Table()
	require.EqualError(t, err, `labeler "w3" gave item "c" a second label in study "all" (1 row in all). Keep one of them or their mean: --duplicates first, last or mean`)
	b.Duplicates = DuplicatesMean
	mean, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, []float64{3}, mean.Study(WholeFile).Value())

	b.Add("d", "", "", 1)
	_, err = b.Table()
	require.EqualError(t, err, "1 of 6 labels name no labeler: all must, or none")

	var none Builder
	_, err = none.Table()
	require.EqualError(t, err, "there is no label")
	none.Add("a", "", "", math.Inf(1))
	_, err = none.Table()
	require.EqualError(t, err, "label 0 is +Inf, which is no finite number")
}

func TestNewTableErrors(t *testing.T) {
	good := func() Indexed {
		return Indexed{Items: []string{"a", "b"}, Labelers: []string{"w"}, Studies: []string{"s"},
			Item: []int32{0, 1}, Labeler: []int32{0, 0}, Study: []int32{0, 0}, Value: []float64{0, 1}, Kind: Binary}
	}
	_, err := NewTable(good())
	require.NoError(t, err)
	for want, spoil := range map[string]func(*Indexed){
		"there is no label": func(c *Indexed) { c.Value = nil },
		"2 labels have 1 items, 2 labelers and 2 studies":        func(c *Indexed) { c.Item = c.Item[:1] },
		"labelers are named and not used, or used and not named": func(c *Indexed) { c.Labelers = nil },
		"0 is no kind of label":                                  func(c *Indexed) { c.Kind = 0 },
		"binary labels have 3 categories":                        func(c *Indexed) { c.Categories = []string{"a", "b", "c"} },
		"7 is no way to treat duplicates":                        func(c *Indexed) { c.Duplicates = 7 },
		"the name of a study is empty":                           func(c *Indexed) { c.Studies = []string{""} },
		`item "a" is named twice`:                                func(c *Indexed) { c.Items = []string{"a", "a"} },
		`item "\xff" is not UTF-8`:                               func(c *Indexed) { c.Items = []string{"a", "\xff"} },
		"label 1 has item 2 of 2":                                func(c *Indexed) { c.Item[1] = 2 },
		"label 0 has labeler -1 of 1":                            func(c *Indexed) { c.Labeler[0] = -1 },
		"label 1 is 2, which is neither 0 nor 1":                 func(c *Indexed) { c.Value[1] = 2 },
		"label 1 is NaN, which is no finite number":              func(c *Indexed) { c.Value[1], c.Kind = math.NaN(), Numeric },
		"label 1 is 1, which is no index of a category":          func(c *Indexed) { c.Kind, c.Categories = Nominal, []string{"x"} },
		`category "x" is named twice`:                            func(c *Indexed) { c.Kind, c.Categories = Nominal, []string{"x", "x"} },
		`labeler "w" gave item "a" a second label in study "s" (1 row in all). Keep one: --duplicates first or --duplicates last`: func(c *Indexed) { c.Item[1] = 0 },
	} {
		c := good()
		spoil(&c)
		table, err := NewTable(c)
		require.EqualError(t, err, want)
		require.Nil(t, table)
	}
}

// drawIndexed draws labels without duplicates.
func drawIndexed(t *rapid.T) Indexed {
	name := rapid.StringOfN(rapid.SampledFrom([]rune("abc,\";|=+é")), 1, 4, -1)
	c := Indexed{
		Items:   rapid.SliceOfNDistinct(name, 1, 8, rapid.ID).Draw(t, "items"),
		Studies: rapid.SliceOfNDistinct(name, 1, 4, rapid.ID).Draw(t, "studies"),
		Kind:    rapid.SampledFrom([]Kind{Binary, Numeric, Nominal}).Draw(t, "kind"),
	}
	if rapid.Bool().Draw(t, "has labelers") {
		c.Labelers = rapid.SliceOfNDistinct(name, 1, 6, rapid.ID).Draw(t, "labelers")
		c.Labeler = []int32{}
	}
	seen := make(map[[3]int32]bool)
	for n := range rapid.IntRange(1, 60).Draw(t, "labels") {
		row := [3]int32{rapid.Int32Range(0, int32(len(c.Items))-1).Draw(t, "item"), rapid.Int32Range(0, int32(len(c.Studies))-1).Draw(t, "study")}
		if c.Labelers != nil {
			row[2] = rapid.Int32Range(0, int32(len(c.Labelers))-1).Draw(t, "labeler")
			if seen[row] {
				continue
			}
			seen[row] = true
			c.Labeler = append(c.Labeler, row[2])
		}
		c.Item, c.Study = append(c.Item, row[0]), append(c.Study, row[1])
		y := rapid.Float64Range(-largestLabel, largestLabel).Draw(t, "number")
		if math.Abs(y) < 1e-30 {
			y = 0 // nor is it negative, which no file can say; and no two others differ by less than leastSpan
		}
		switch c.Kind {
		case Binary:
			y = float64(rapid.IntRange(0, 1).Draw(t, "class"))
		case Nominal:
			c.Categories = []string{"x", "y y", "z,\""}
			y = float64(rapid.IntRange(0, 2).Draw(t, "category"))
		case Numeric:
			if n == 0 {
				y = 7 // not all 0 and 1, which would read back as binary
			}
		}
		c.Value = append(c.Value, y)
	}
	return c
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, err := NewTable(drawIndexed(t))
		require.NoError(t, err)
		requireValid(t, table)
		requireRoundTrip(t, table)
	})
}

func TestWrite(t *testing.T) {
	var b Builder
	b.Add("a,b", "", "", math.Copysign(0, -1))
	b.Add(`q"`, "", "", 1.5e-7)
	b.Add("=1+1", "", "", 3)
	table, err := b.Table()
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, Write(&out, table))
	assert.Equal(t, "item,label\n\"a,b\",0\n\"q\"\"\",1.5e-07\n=1+1,3\n", out.String())
	require.Error(t, Write(fullDisk{}, table))
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, assert.AnError }

func TestSelect(t *testing.T) {
	table, err := Read(strings.NewReader("item,labeler,study,label\na,w,s,0\nb,x,t,1\na,y,u,1\nc,w,t,0\n"), "x.csv", Options{})
	require.NoError(t, err)
	part, err := table.Select("t", "s")
	require.NoError(t, err)
	requireValid(t, part)
	assert.Equal(t, []string{"t", "s"}, part.Studies())
	assert.Equal(t, "b x t 1\nc w t 0\na w s 0\n", dump(part))
	assert.Equal(t, []string{"w", "x"}, part.Labelers())
	rest, err := table.Without("t")
	require.NoError(t, err)
	requireValid(t, rest)
	assert.Equal(t, "a w s 0\na y u 1\n", dump(rest))
	for want, f := range map[string]func() (*Table, error){
		`x.csv: no study is named "v": s, t, u`: func() (*Table, error) { return table.Select("s", "v") },
		`x.csv: study "s" is named twice`:       func() (*Table, error) { return table.Select("s", "s") },
		`x.csv: no study is left`:               func() (*Table, error) { return table.Without("s", "t", "u") },
		`x.csv: no study is named "w": s, t, u`: func() (*Table, error) { return table.Without("w") },
	} {
		_, err := f()
		require.EqualError(t, err, want)
	}
}
