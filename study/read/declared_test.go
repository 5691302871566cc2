package read

import (
	"bytes"
	"context"
	"encoding/base64"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
	ours "concord/study/read/internal/parquet"
)

// Files of pandas whose labels are an ordered categorical.
var orderedFiles = []string{"testdata/ordered/ordered.parquet", "testdata/ordered/ordered.json"}

func TestOrderInFile(t *testing.T) {
	for _, path := range orderedFiles {
		table, err := Read(context.Background(), nil, path, Options{})
		require.NoError(t, err)
		assert.Equal(t, study.Ordinal, table.Kind())
		assert.Equal(t, []string{"none", "poor", "fair", "good"}, table.Categories(), "with one that no row has")
		assert.Equal(t, study.OrderInFile, table.Source().DefaultKind)
		assert.Equal(t, 1, table.Source().Missing)
		assert.Equal(t, []float64{3, 4, 4, 2, 2, 3, 4, 4, 3, 2, 3}, table.StudyAt(0).Value())
	}
}

// What the caller says of the labels wins over the file.
func TestOrderInFileYields(t *testing.T) {
	for _, path := range orderedFiles {
		read := func(o Options) (*study.Table, error) { return Read(context.Background(), nil, path, o) }
		table, err := read(Options{Order: []string{"good", "fair", "poor"}})
		require.NoError(t, err)
		assert.Equal(t, []string{"good", "fair", "poor"}, table.Categories())
		assert.Zero(t, table.Source().DefaultKind)
		table, err = read(Options{Kind: study.Ordinal})
		require.NoError(t, err, "the caller says that there is an order, and the file which")
		assert.Equal(t, []string{"none", "poor", "fair", "good"}, table.Categories())
		assert.Zero(t, table.Source().DefaultKind)
		table, err = read(Options{Missing: []string{"none"}})
		require.NoError(t, err)
		assert.Equal(t, []string{"poor", "fair", "good"}, table.Categories())
		table, err = read(Options{Kind: study.Nominal})
		require.NoError(t, err)
		assert.Equal(t, study.Nominal, table.Kind())
		table, err = read(Options{Positive: []string{"good"}, Negative: []string{"poor", "fair"}})
		require.NoError(t, err)
		assert.Equal(t, study.Binary, table.Kind())
		_, err = read(Options{Kind: study.Numeric})
		require.Error(t, err)
	}
}

// TestOrderInJSONTable reads what a schema may say of labels a, b and c.
func TestOrderInJSONTable(t *testing.T) {
	for _, c := range []struct {
		field string
		want  []string // nil where the file gives no order
	}{
		{`"constraints":{"enum":["c","b","a"]},"ordered":true`, []string{"c", "b", "a"}},
		{`"constraints":{"enum":["c","b","a"]},"ordered":false`, nil},
		{`"constraints":{"enum":["c","b","a"]}`, nil},
		{`"ordered":true`, nil},
		{`"constraints":{},"ordered":true`, nil},
		{`"constraints":7,"ordered":true`, nil},
		{`"constraints":{"enum":"c"},"ordered":true`, nil},
		{`"constraints":{"enum":["c","b"]},"ordered":true`, nil},                // two have no order
		{`"constraints":{"enum":["c","b","a","A"]},"ordered":true`, nil},        // alike
		{`"constraints":{"enum":["c","b","a",["d"]]},"ordered":true`, nil},      // no name
		{`"constraints":{"enum":["c","b","a",{"d":1}]},"ordered":true`, nil},    // no name
		{`"constraints":{"enum":["c","b","a"]},"ordered":{"x":"true"}`, nil},    // no truth value
		{`"constraints":{"enum":["c","b","a", null]},"ordered":true`, nil},      // no name
		{`"constraints":{"enum":["` + strings.Repeat(`x","`, 60) + `a"]}`, nil}, // too many
	} {
		text := `{"schema":{"fields":[3,{"name":"item"},{"name":"label",` + c.field + `}]},"data":[` +
			`{"item":"x","label":"a"},{"item":"x","label":"b"},{"item":"y","label":"c"},{"item":"y","label":"a"}]}`
		table, err := Read(context.Background(), strings.NewReader(text), "x", Options{AllowNominal: true})
		require.NoError(t, err, c.field)
		if c.want == nil {
			assert.Equal(t, study.Nominal, table.Kind(), c.field)
			continue
		}
		assert.Equal(t, study.Ordinal, table.Kind(), c.field)
		assert.Equal(t, c.want, table.Categories())
	}
	_, err := Read(context.Background(), strings.NewReader(`{"schema":{"fields":[{"name":"label","ordered":true,`+
		`"constraints":{"enum":["low","mid","high"]}}]},`+
		`"data":[{"item":"x","label":"mid"},{"item":"x","label":"hi"}]}`), "x", Options{})
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.OutsideOrder, e.Code)
	_, err = Read(context.Background(), strings.NewReader(`{"schema":{"fields":[]},"data":[{"item":"x","label":1},7]}`),
		"x", Options{})
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.BadJSON, e.Code)
}

// A schema that is damaged, or says less than it should, gives no order, and never ends the program.
func TestDamagedArrowSchema(t *testing.T) {
	b, err := os.ReadFile(orderedFiles[0])
	require.NoError(t, err)
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	require.NoError(t, err)
	text, ok := f.Lookup("ARROW:schema")
	require.True(t, ok)
	assert.Equal(t, map[string]bool{"label": true}, ours.OrderedInArrow(text))
	whole, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	assert.Equal(t, map[string]bool{"label": true}, ours.OrderedInArrow(base64.StdEncoding.EncodeToString(whole[4:])),
		"of a version before 0.15")
	for n := range whole {
		ours.OrderedInArrow(base64.StdEncoding.EncodeToString(whole[:n]))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		damaged := bytes.Clone(whole)
		for range 1 + r.IntN(4) {
			damaged[r.IntN(len(damaged))] = byte(r.IntN(256))
		}
		ours.OrderedInArrow(base64.StdEncoding.EncodeToString(damaged))
	}
	assert.Empty(t, ours.OrderedInArrow("no base64"))
	assert.Empty(t, ours.OrderedInArrow(""))
}

// Only an order that all row groups have alike is one: a column that says it is ordered may be written otherwise.
func TestDictionaryOfRowGroups(t *testing.T) {
	type row struct {
		Item  string `parquet:"item"`
		Label string `parquet:"label,dict"`
		Plain string `parquet:"plain"`
	}
	of := func(labels string, group int, column int) []string {
		var rows []row
		for _, l := range strings.Fields(labels) {
			rows = append(rows, row{Item: "x", Label: l})
		}
		b := parquetOf(t, rows, group)
		r, err := (&input{ctx: t.Context(), file: "x", whole: bytes.NewReader(b), size: int64(len(b))}).parquet()
		require.NoError(t, err)
		return r.dictionary(column)
	}
	assert.Equal(t, []string{"b", "a", "c"}, of("b a c b a c", 3, 1))
	assert.Nil(t, of("b a c a b c", 3, 1))
	assert.Nil(t, of("b a c", 3, 2), "no dictionary")
	assert.Nil(t, of(strings.Join(numbersTo(study.MostOrdered+1), " "), 100, 1), "too many for an order")
}
