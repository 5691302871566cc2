package study_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read"
)

func TestBuilder(t *testing.T) {
	var b study.Builder
	b.Add("a", "w1", "s", 0)
	b.Add("b", "w1", "t", 1)
	b.Add("a", "w2", "s", 1)
	table, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, "a w1 s 0\na w2 s 1\nb w1 t 1\n", tabletest.Dump(table))
	assert.Equal(t, study.Binary, table.Kind())
	assert.Equal(t, []string{"0", "1"}, table.Categories())
	assert.Equal(t, "label", table.LabelColumn())
	assert.Equal(t, "labels given by the program", table.Source().String())

	b.Add("c", "w3", "", 2.5)
	assert.Equal(t, 4, b.Len())
	more, err := b.Table()
	require.NoError(t, err)
	assert.Equal(t, study.Numeric, more.Kind())
	assert.Equal(t, []string{"s", "t", study.WholeFile}, more.Studies())
	assert.Equal(t, "a w1 s 0\na w2 s 1\nb w1 t 1\n", tabletest.Dump(table), "the earlier table is as it was")

	b.Add("c", "w3", "", 3.5)
	_, err = b.Table()
	require.EqualError(t, err, `labeler "w3" gave item "c" a second label (1 row in all). All of `+
		`them, if labelers were asked again; the last row of each, if labelers corrected themselves; the first row `+
		`of each; their mean`)
	b.Duplicates = study.DuplicatesMean
	mean, err := b.Table()
	require.NoError(t, err)
	all, err := mean.Study(study.WholeFile)
	require.NoError(t, err)
	assert.Equal(t, []float64{3}, all.Value())

	b.Add("d", "", "", 1)
	_, err = b.Table()
	require.EqualError(t, err, "1 of 6 labels name no labeler: all must, or none")

	var none study.Builder
	_, err = none.Table()
	require.EqualError(t, err, "there is no label")
	none.Add("a", "", "", math.Inf(1))
	_, err = none.Table()
	require.EqualError(t, err, "label 0 is +Inf, which is not a finite number")
}

func TestNewTableErrors(t *testing.T) {
	good := func() study.Indexed {
		return study.Indexed{Items: []string{"a", "b"}, Labelers: []string{"w"}, Studies: []string{"s"},
			Item: []int32{0, 1}, Labeler: []int32{0, 0}, Study: []int32{0, 0}, Value: []float64{0,
				1}, Kind: study.Binary}
	}
	_, err := study.NewTable(good())
	require.NoError(t, err)
	for want, spoil := range map[string]func(*study.Indexed){
		"there is no label": func(c *study.Indexed) { c.Value = nil },
		"2 labels have 1 items, 2 labelers and 2 groups":              func(c *study.Indexed) { c.Item = c.Item[:1] },
		"2 labels have 1 rows":                                        func(c *study.Indexed) { c.Row = []int32{4} },
		"labelers have names without labels, or labels without names": func(c *study.Indexed) { c.Labelers = nil },
		"0 is not a kind of label":                                    func(c *study.Indexed) { c.Kind = 0 },
		"binary labels have 3 categories": func(c *study.Indexed) {
			c.Categories = []string{"a",
				"b", "c"}
		},
		"7 is not a way to treat duplicates": func(c *study.Indexed) { c.Duplicates = 7 },
		"the name of a study is empty":       func(c *study.Indexed) { c.Studies = []string{""} },
		`item "a" is named twice`: func(c *study.Indexed) {
			c.Items = []string{"a",
				"a"}
		},
		`item "\xff" is not UTF-8`: func(c *study.Indexed) {
			c.Items = []string{"a",
				"\xff"}
		},
		"label 1 has item 2 of 2":                func(c *study.Indexed) { c.Item[1] = 2 },
		"label 0 has labeler -1 of 1":            func(c *study.Indexed) { c.Labeler[0] = -1 },
		"label 1 is 2, which is neither 0 nor 1": func(c *study.Indexed) { c.Value[1] = 2 },
		"label 1 is NaN, which is not a finite number": func(c *study.Indexed) {
			c.Value[1],
				c.Kind = math.NaN(), study.Numeric
		},
		"label 1 is 1, which is not the index of a category": func(c *study.Indexed) {
			c.Kind,
				c.Categories = study.Nominal, []string{"x"}
		},
		`category "x" is named twice`: func(c *study.Indexed) {
			c.Kind,
				c.Categories = study.Nominal, []string{"x", "x"}
		},
		`labeler "w" gave item "a" a second label in group "s"` +
			` (1 row in all). All of them, if labelers were asked again; the last row of each, if labelers ` +
			`corrected themselves; the first row of each`: func(c *study.Indexed) { c.Item[1] = 0 },
	} {
		c := good()
		spoil(&c)
		table, err := study.NewTable(c)
		require.EqualError(t, err, want)
		require.Nil(t, table)
		var fault *study.Error
		require.ErrorAs(t, err, &fault)
		require.NotEmpty(t, fault.Code)
	}
}

func TestWrite(t *testing.T) {
	var b study.Builder
	b.Add("a,b", "", "", math.Copysign(0, -1))
	b.Add(`q"`, "", "", 1.5e-7)
	b.Add("=1+1", "", "", 3)
	table, err := b.Table()
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, study.Write(&out, table))
	assert.Equal(t, "item,label\n\"a,b\",0\n\"q\"\"\",1.5e-07\n=1+1,3\n", out.String())
	require.Error(t, study.Write(fullDisk{}, table))
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, assert.AnError }

func TestSelect(t *testing.T) {
	table, err := read.Read(context.Background(),
		strings.NewReader("item,labeler,study,label\na,w,s,0\nb,x,t,1\na,y,u,1\nc,w,t,0\n"), "x.csv", read.Options{})
	require.NoError(t, err)
	part, err := table.Select("t", "s")
	require.NoError(t, err)
	tabletest.RequireValid(t, part)
	assert.Equal(t, []string{"t", "s"}, part.Studies())
	assert.Equal(t, "b x t 1\nc w t 0\na w s 0\n", tabletest.Dump(part))
	assert.Equal(t, []string{"w", "x"}, part.Labelers())
	rest, err := table.Without("t")
	require.NoError(t, err)
	tabletest.RequireValid(t, rest)
	assert.Equal(t, "a w s 0\na y u 1\n", tabletest.Dump(rest))
	for want, f := range map[string]func() (*study.Table, error){
		`x.csv: no group is named "v": s, t, u`: func() (*study.Table, error) { return table.Select("s", "v") },
		`x.csv: group "s" is named twice`:       func() (*study.Table, error) { return table.Select("s", "s") },
		`x.csv: no group is left`:               func() (*study.Table, error) { return table.Without("s", "t", "u") },
		`x.csv: no group is named "w": s, t, u`: func() (*study.Table, error) { return table.Without("w") },
	} {
		_, err := f()
		require.EqualError(t, err, want)
	}
}
