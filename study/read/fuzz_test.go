package read

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/internal/container"
	"concord/study/read/internal/jsonrows"
)

// seedFiles adds the files of a folder of testdata.
func seedFiles(f *testing.F, folder string) {
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*"))
	require.NoError(f, err)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(data)
	}
}

// FuzzJSON parses any text: it is refused where encoding/json refuses it, and otherwise
// where it is ambiguous; what is accepted means the same to both.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a":1}`, `{"a":{"b":[1,2,"x"]},"c":null,"d":true}`, `{"a":"\u00e9\ud83d\ude00\n"}`, `{"a":01}`,
		`{"a":-0.5e+7}`, `{"a":"` + "\xff" + `"}`,
		`{"a":1,"a":2}`, `{"a":[[[[]]]]}`, `{"\ud800":1}`, `{ }`, `{"a":"\`, `{"":""}`, `{"a":1e}`, `{"a":tru}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var d jsonrows.Document
		end, err := d.Parse(bytes.Clone(data))
		var fault *jsonrows.JsonFault
		if err != nil && (!errors.As(err, &fault) || fault.At < 0 || fault.At > len(data)) {
			t.Fatalf("no fault with a place: %v", err)
		}
		if err == nil && jsonrows.SkipBlanks(data, end) < len(data) || !utf8.Valid(data) {
			return // more than a value, or strings as they stand
		}
		if err == nil != json.Valid(data) {
			for _, stricter := range []string{"twice", "half a character", "are nested"} {
				if err != nil && strings.Contains(err.Error(), stricter) {
					return
				}
			}
			t.Fatalf("encoding/json says valid: %v, and we: %v", json.Valid(data), err)
		}
		if err != nil {
			return
		}
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		var want any
		require.NoError(t, decoder.Decode(&want))
		require.Equal(t, want, plainValue(&d, 0))
	})
}

// plainValue is a value as encoding/json gives it.
func plainValue(d *jsonrows.Document, i int32) any {
	n := &d.Nodes[i]
	switch n.Kind {
	case jsonrows.ObjectNode:
		object := make(map[string]any)
		for _, c := range d.Below(i) {
			object[validRunes(string(d.Nodes[c].Key))] = plainValue(d, c)
		}
		return object
	case jsonrows.ArrayNode:
		list := make([]any, 0)
		for _, c := range d.Below(i) {
			list = append(list, plainValue(d, c))
		}
		return list
	case jsonrows.TextNode:
		return validRunes(string(n.Text))
	case jsonrows.LiteralNode:
		if s := string(n.Text); s == "true" || s == "false" {
			return s == "true"
		}
		return json.Number(n.Text)
	}
	return nil
}

// validRunes replaces each byte that is not UTF-8, as encoding/json does.
func validRunes(s string) string { return string([]rune(s)) }

// FuzzReadJSON reads any text as objects: an error in words or a valid table, the same from
// a reader that gives little at a time.
func FuzzReadJSON(f *testing.F) {
	seedFiles(f, "exports")
	for _, seed := range []string{`{"item":"a","label":1}`, `[{"item":"a","label":1},{"item":"b","label":0}]`, `[]`,
		`{"item":"a","labeler":["w"],"label":[1,2]}`,
		`{"item":"a","r":{"x":1,"y":2}}`,
		`{"id":1,"data":{},"annotations":[{"completed_by":{"id":3},"result":[` +
			`{"from_name":"q","type":"taxonomy","value":{"taxonomy":[["a","b"]]}}]}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []Options{{Format: study.JSON, AllowNominal: true, Duplicates: study.DuplicatesFirst},
			{Format: study.JSON, Wide: []string{"r*"}, Kind: study.Nominal, Duplicates: study.DuplicatesFirst}} {
			table, err := Read(context.Background(), bytes.NewReader(data), "fuzz", o)
			requireErrorOrTable(t, data, o)
			again, fault := Read(context.Background(), &pieces{data, 7}, "fuzz", o)
			if (err == nil) != (fault == nil) || err != nil && err.Error() != fault.Error() {
				t.Fatalf("in one piece: %v; in many: %v", err, fault)
			}
			if err == nil {
				require.Equal(t, tabletest.Dump(table), tabletest.Dump(again))
			}
		}
	})
}

// FuzzParquet reads any bytes as Parquet: an error in words or a valid table.
func FuzzParquet(f *testing.F) {
	seedFiles(f, "parquet")
	y, who := 1.5, "w"
	f.Add(parquetOf(f, []parquetRow{{Item: "a", Labeler: &who, Study: "s", Label: &y, Tags: []string{"x"}},
		{Item: "b", Labeler: &who}}, 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []Options{{AllowNominal: true, Format: study.Parquet},
			{Item: "id", Label: "value", Format: study.Parquet, MaxMemory: 1 << 20}} {
			requireErrorOrTable(t, data, o)
		}
	})
}

// FuzzParquetDamage changes single bytes of good files, which gets behind the footer that
// any other damage ends at. An edit is a place of two bytes and a value.
func FuzzParquetDamage(f *testing.F) {
	y, who := 1.5, "w"
	good := [][]byte{
		parquetOf(f, []parquetRow{{Item: "a", Labeler: &who, Study: "s", Label: &y, Tags: []string{"x"}},
			{Item: "b", Labeler: &who, Study: "t", Label: &y}}, 1),
		parquetOf(f, []parquetRow{{Item: "a", Labeler: &who, Study: "s", Label: &y},
			{Item: "b", Labeler: &who, Study: "t",
				Label: &y}}, 2, parquet.Compression(&parquet.Snappy), parquet.DataPageVersion(1)),
	}
	f.Add(uint8(0), []byte{0, 9, 0x80})
	f.Add(uint8(1), []byte{0, 40, 0xff, 1, 1, 1})
	f.Fuzz(func(t *testing.T, which uint8, edits []byte) {
		data := bytes.Clone(good[int(which)%len(good)])
		for ; len(edits) >= 3; edits = edits[3:] {
			data[(int(edits[0])<<8|int(edits[1]))%len(data)] ^= edits[2]
		}
		requireErrorOrTable(t, data, Options{AllowNominal: true, Duplicates: study.DuplicatesFirst})
	})
}

// FuzzWide reads any text whose columns are labelers.
func FuzzWide(f *testing.F) {
	f.Add([]byte(matrix), "rater_*")
	f.Add([]byte("item,A,B\na,1,2\n"), "?")
	f.Add([]byte("item,,A\n"), "*")
	f.Fuzz(func(t *testing.T, data []byte, pattern string) {
		requireErrorOrTable(t, data, Options{Wide: []string{pattern}, AllowNominal: true,
			Duplicates: study.DuplicatesLast})
	})
}

// FuzzUnpack opens any bytes as a file: words or bytes, never a panic, and not without bound.
func FuzzUnpack(f *testing.F) {
	seedFiles(f, "broken")
	f.Fuzz(func(t *testing.T, data []byte) {
		src, err := container.OpenText(context.Background(), bytes.NewReader(data), "fuzz")
		if err != nil {
			var typed *study.Error
			require.ErrorAs(t, err, &typed)
			require.NotEmpty(t, typed.Code)
			return
		}
		defer src.Close()
		n, err := io.Copy(io.Discard, io.LimitReader(src, 2*container.MostUnpacked))
		require.Less(t, n, int64(2*container.MostUnpacked))
		_ = err // damage that shows only later is an error of the reading, which the other targets look at
	})
}
