package read

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

// parquetOf writes rows in row groups of the given size.
func parquetOf[T any](t testing.TB, rows []T, group int, options ...parquet.WriterOption) []byte {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, options...)
	for len(rows) > 0 {
		n := min(group, len(rows))
		_, err := w.Write(rows[:n])
		require.NoError(t, err)
		require.NoError(t, w.Flush())
		rows = rows[n:]
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

type parquetRow struct {
	Item    string   `parquet:"item,dict"`
	Note    string   `parquet:"note"`
	Labeler *string  `parquet:"labeler,optional"`
	Study   string   `parquet:"study,dict,zstd"`
	Label   *float64 `parquet:"label,optional"`
	Tags    []string `parquet:"tags,list"`
}

// Columns that play no part are looked at where they are small, so that one that divides the labels is seen,
// and left alone where they are not.
func TestUnusedParquetColumns(t *testing.T) {
	type row struct {
		Item    string  `parquet:"item,dict"`
		Variant string  `parquet:"variant,dict"`
		Image   []byte  `parquet:"image"`
		Label   float64 `parquet:"label"`
	}
	var rows []row
	image := make([]byte, mostUnused/300)
	for i := range 400 {
		for n := range image[:64] {
			image[n] = byte(i + n)
		}
		rows = append(rows, row{fmt.Sprint("i", i/4), []string{"old", "new"}[i%2], bytes.Clone(image), float64(i % 7)})
	}
	data := parquetOf(t, rows, 100)
	table, err := Read(context.Background(), bytes.NewReader(data), "x", Options{Item: "item", Label: "label"})
	require.NoError(t, err)
	require.Equal(t, []string{"variant", "image"}, table.Source().Ignored)
	require.Len(t, table.Source().Overlooked, 1)
	require.True(t, table.Source().Overlooked[0].AsStudy)
	r, err := (&input{ctx: t.Context(), file: "x", whole: bytes.NewReader(data), size: int64(len(data))}).parquet()
	require.NoError(t, err)
	require.Equal(t, []int{1}, r.Select([]bool{true, false, false, true}, []int{1, 2}))
}

// TestReadParquet reads the same labels from Parquet and from CSV, whatever the row groups,
// the compression and the way the bytes come.
func TestReadParquet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var rows []parquetRow
	var csv bytes.Buffer
	csv.WriteString("item,labeler,study,label\n")
	for i := range 3000 {
		row := parquetRow{Item: fmt.Sprint("i", i/3), Note: fmt.Sprint("text ", i), Study: []string{"s", "t"}[i%2]}
		label, who := "", fmt.Sprint("w", i%3)
		if r.IntN(5) > 0 {
			y := float64(r.IntN(9)) / 2
			row.Label, label = &y, fmt.Sprint(y)
		}
		row.Labeler = &who
		row.Tags = make([]string, r.IntN(3))
		rows = append(rows, row)
		fmt.Fprintf(&csv, "%s,%s,%s,%s\n", row.Item, who, row.Study, label)
	}
	want, err := Read(context.Background(), &csv, "x", Options{})
	require.NoError(t, err)
	for _, group := range []int{1, 700, 5000} {
		data := parquetOf(t, rows[:], group, parquet.Compression(&parquet.Snappy), parquet.PageBufferSize(1000))
		path := filepath.Join(t.TempDir(), "x")
		require.NoError(t, os.WriteFile(path, data, 0o600))
		var gz bytes.Buffer
		z := gzip.NewWriter(&gz)
		_, err := z.Write(data)
		require.NoError(t, err)
		require.NoError(t, z.Close())

		file, err := Read(context.Background(), nil, path, Options{})
		require.NoError(t, err)
		stream, err := Read(context.Background(), io.MultiReader(bytes.NewReader(data)), "x", Options{})
		require.NoError(t, err)
		packed, err := Read(context.Background(), &gz, "x", Options{})
		require.NoError(t, err)
		for _, table := range []*study.Table{file, stream, packed} {
			assert.Equal(t, tabletest.Dump(want), tabletest.Dump(table))
			assert.Equal(t, []string{"note", "tags"}, table.Source().Ignored)
			assert.Equal(t, want.Source().Missing, table.Source().Missing)
		}
		assert.Equal(t, path+`: 3000 rows, Parquet
columns: item = item, labeler = labeler, study = study, label = label; not used: note, tags
left out: `+fmt.Sprint(want.Source().Missing)+` rows without label`, file.Source().String())
	}
	_, err = Read(context.Background(), io.MultiReader(bytes.NewReader(parquetOf(t, rows, 5000))), "x",
		Options{MaxMemory: 1000})
	require.EqualError(t, err, "x: the Parquet data do not come from a plain file and need more memory than there "+
		"is. Name the file, uncompressed")
}

// TestParquetTypes reads each type that can be a label or an id, as text.
func TestParquetTypes(t *testing.T) {
	type row struct {
		Item    int64    `parquet:"item"`
		Bool    bool     `parquet:"bool"`
		Int     int32    `parquet:"int"`
		Uint    uint64   `parquet:"uint"`
		Float   float32  `parquet:"float"`
		Double  float64  `parquet:"double"`
		Decimal int64    `parquet:"decimal,decimal(2:10)"`
		UUID    [16]byte `parquet:"uuid,uuid"`
		Enum    string   `parquet:"enum,enum"`
		Nested  struct {
			Score int8 `parquet:"score"`
		} `parquet:"nested"`
	}
	a := row{Item: 1 << 60, Bool: true, Int: -7, Uint: 1<<64 - 1, Float: 0.1, Double: 12, Decimal: -5,
		UUID: [16]byte{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd,
			0xef}, Enum: "x"}
	b := row{Item: 1<<60 + 1, Decimal: 12345, Double: 1e300}
	a.Nested.Score, b.Nested.Score = 3, 4
	data := parquetOf(t, []row{a, b}, 10)
	for column, want := range map[string]string{"bool": "true,false", "int": "-7,0", "uint": "0,18446744073709551615",
		"float":  "0,0.1",
		"double": "12,1e+300", "decimal": "-0.05,123.45",
		"uuid": "01234567-89ab-cdef-0123-456789abcdef,00000000-0000-0000-0000-000000000000", "nested.score": "3,4"} {
		table, err := Read(context.Background(), bytes.NewReader(data), "x",
			Options{Label: column, Kind: study.Nominal})
		require.NoError(t, err, column)
		got := table.Categories()[0] + "," + table.Categories()[1]
		assert.Equal(t, want, got, column)
		assert.Equal(t, []string{"1152921504606846976", "1152921504606846977"}, table.Items())
	}
	table, err := Read(context.Background(), bytes.NewReader(data), "x", Options{Label: "nested.score", Item: "enum"})
	require.EqualError(t, err, `x:2: the item in column "enum" is empty (1 row)`+"\n  without those rows; fill it "+
		"in, or delete those rows")
	require.Nil(t, table)

	type dated struct {
		Item string `parquet:"item"`
		Day  int32  `parquet:"day,date"`
		Tags []int  `parquet:"label,list"`
	}
	data = parquetOf(t, []dated{{"a", 1, nil}, {"b", 19782, nil}}, 1)
	table, err = Read(context.Background(), bytes.NewReader(data), "x", Options{Label: "day", Kind: study.Nominal})
	require.NoError(t, err)
	assert.Equal(t, []string{"1970-01-02", "2024-02-29"}, table.Categories())
	_, err = Read(context.Background(), bytes.NewReader(data), "x", Options{})
	require.EqualError(t, err, `x: column "label" holds lists, which can be neither labels nor names. `+
		`Choose another column`)
}

// Labels of 16 bits are the numbers that they are, and not two bytes each.
func TestHalfLabels(t *testing.T) {
	path := filepath.Join("internal", "parquet", "testdata", "types.parquet")
	table, err := Read(context.Background(), nil, path, Options{Item: "text", Label: "float16", Labeler: "large_text"})
	require.ErrorContains(t, err, "is empty")
	require.Nil(t, table)
	table, err = Read(context.Background(), nil, path, Options{Item: "int64", Label: "float16", Kind: study.Numeric})
	require.NoError(t, err)
	assert.Equal(t, "-9223372036854775808 - all 0.1\n9223372036854775807 - all -65500\n", tabletest.Dump(table))
}

// NUL, which text that is read as such refuses too, is no part of a name or a label.
func TestParquetNUL(t *testing.T) {
	type row struct {
		Item  string `parquet:"item"`
		Label string `parquet:"label"`
	}
	for want, r := range map[string]row{
		`x:1: the item in column "item" holds a NUL byte, which no text does (1 row)`: {"a\x00", "yes"},
		`x:1: label "ye\x00s" holds a NUL byte, which no text does (1 row)`:           {"a", "ye\x00s"},
	} {
		data := parquetOf(t, []row{r}, 1)
		_, err := Read(context.Background(), bytes.NewReader(data), "x", Options{AllowNominal: true})
		require.EqualError(t, err, want+"\n  save the file as UTF-8")
	}
}

// What is wrong with the pages of a column is said of the file, the row and the column, and a file that unpacks to far
// more than it is large is refused before it takes memory or time.
func TestParquetFaults(t *testing.T) {
	y, who := 1.5, "w"
	data := parquetOf(t, []parquetRow{{Item: "a", Labeler: &who, Study: "s", Label: &y}}, 1,
		parquet.Compression(&parquet.Lz4Raw))
	var err error
	for n := 4; err == nil || !strings.Contains(err.Error(), `"labeler": the checksum`); n++ {
		require.Less(t, n, len(data))
		bad := bytes.Clone(data)
		bad[n] ^= 0xff
		_, err = Read(context.Background(), bytes.NewReader(bad), "x", Options{})
	}
	require.EqualError(t, err, `x:1: the Parquet data are damaged or cut off: column "labeler": the checksum of a `+
		"page does not agree with its bytes\n  write or copy the file again")
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, "labeler", fault.Column)

	path := filepath.Join("internal", "parquet", "testdata", "bomb.parquet")
	_, err = Read(context.Background(), nil, path, Options{})
	require.EqualError(t, err, path+":256: the Parquet data are refused: they unpack to more than 500 times their "+
		"size, which no table of labels does")
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.Bomb, fault.Code)
	_, err = Read(context.Background(), nil, path, Options{MaxMemory: 1 << 20})
	require.ErrorContains(t, err, `column "item": the Parquet data need more memory than there is`)
}

// TestParquetOfOthers reads what Impala and Spark wrote; testdata/parquet/README.md says
// what that is.
func TestParquetOfOthers(t *testing.T) {
	path := func(name string) string { return filepath.Join("testdata", "parquet", name+".parquet") }
	for _, c := range []struct {
		label string
		kind  study.Kind
		want  string
	}{
		{"bool_col", study.Binary,
			"4 - all 1\n5 - all 0\n6 - all 1\n7 - all 0\n2 - all 1\n3 - all 0\n0 - all 1\n1 - all 0\n"},
		{"double_col", study.Numeric, "4 - all 0\n5 - all 10.1\n6 - all 0\n7 - all 10.1\n2 - all 0\n3 - all 10.1\n" +
			"0 - all 0\n1 - all 10.1\n"},
		{"float_col", study.Numeric,
			"4 - all 0\n5 - all 1.1\n6 - all 0\n7 - all 1.1\n2 - all 0\n3 - all 1.1\n0 - all 0\n1 - all 1.1\n"},
		{"bigint_col", 0, "4 - all 0\n5 - all 1\n6 - all 0\n7 - all 1\n2 - all 0\n3 - all 1\n0 - all 0\n1 - all 1\n"},
	} {
		o := Options{Item: "id", Label: c.label, Kind: c.kind}
		table, err := Read(context.Background(), nil, path("alltypes_plain"), o)
		require.NoError(t, err)
		assert.Equal(t, c.want, tabletest.Dump(table), c.label)
	}
	_, err := Read(context.Background(), nil, path("alltypes_plain"), Options{Item: "id", Label: "timestamp_col"})
	require.EqualError(t, err, path("alltypes_plain")+`:1: timestamp_col "2009-03-01" is a date or `+
		"a time (1 row, and 7 more with dates or times), and no label\n  if bool_col holds the labels; if "+
		"tinyint_col holds the labels; if smallint_col holds the labels; to compare dates, write them as "+
		"numbers, such as days")
	for _, name := range []string{"int32_decimal", "int64_decimal", "byte_array_decimal", "fixed_length_decimal"} {
		table, err := Read(context.Background(), nil, path(name), Options{Item: "value", Label: "value"})
		require.ErrorContains(t, err, "cannot be both")
		require.Nil(t, table)
		f, err := os.Open(path(name))
		require.NoError(t, err)
		info, err := f.Stat()
		require.NoError(t, err)
		r, err := (&input{ctx: t.Context(), file: name, whole: f, size: info.Size()}).parquet()
		require.NoError(t, err)
		r.Select([]bool{true}, nil)
		for n := 1; n <= 24; n++ {
			fields, row, err := r.Next()
			require.NoError(t, err)
			require.Equal(t, n, row)
			require.Equal(t, fmt.Sprintf("%d.00", n), string(fields[0]), name)
		}
		_, _, err = r.Next()
		require.Equal(t, io.EOF, err)
		require.NoError(t, f.Close())
	}
}

// TestParquetDamaged cuts and changes a file at every place: words or a table, never a panic.
func TestParquetDamaged(t *testing.T) {
	slowtest.Only(t)
	y, who := 1.5, "w"
	data := parquetOf(t, []parquetRow{{Item: "a", Labeler: &who, Study: "s", Label: &y},
		{Item: "b", Labeler: &who, Study: "s", Label: &y}}, 1)
	for n := 4; n < len(data); n += 3 {
		_, err := Read(context.Background(), bytes.NewReader(data[:n]), "x", Options{})
		require.ErrorContains(t, err, "x: the Parquet data are damaged or cut off: ")
	}
	for n := range data {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			bad := bytes.Clone(data)
			bad[n] ^= flip
			requireErrorOrTable(t, bad, Options{})
		}
	}
}

// requireErrorOrTable reads any bytes: an error in words or a valid table.
func requireErrorOrTable(t testing.TB, data []byte, o Options) {
	t.Helper()
	table, err := Read(context.Background(), bytes.NewReader(data), "fuzz", o)
	if err != nil {
		var typed *study.Error
		require.ErrorAs(t, err, &typed)
		require.NotEmpty(t, typed.Code)
		require.NotEmpty(t, typed.Found)
		require.Nil(t, table)
		return
	}
	tabletest.RequireValid(t, table)
}
