package read

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/internal/container"
	"concord/study/read/internal/jsonrows"
)

func TestReadJSON(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{name: "lines", want: smallDump,
			in: `{"item":"a","labeler":"w1","study":"s","label":0}` + "\n" +
				`{"item":"b","labeler":"w1","study":"s","label":1}` + "\n" +
				`{"item":"a","labeler":"w2","study":"t","label":1}`},
		{name: "array", want: smallDump, in: `[{"item":"a","labeler":"w1","study":"s","label":0}, ` +
			`{"item":"b","labeler":"w1","study":"s","label":1},
			{"item":"a","labeler":"w2","study":"t","label":1}]` + "\r\n"},
		{name: "byte-order mark, blanks, objects over several lines", want: smallDump, in: "\ufeff\n " + `{"item":
			"a","labeler":"w1","study":"s","label":0}{"item":"b","labeler":"w1","study":"s","label":1}` + "\n\n" +
			`{"item":"a","labeler":"w2","study":"t","label":1}`},
		{name: "members in any order, missing and null", want: "a w all 1\nb v all 2\nc w all 3\n",
			in: `{"item":"a","labeler":"w","label":1}{"label":2,"labeler":"v","item":"b"}` +
				`{"item":"c","labeler":"w","label":3,"x":9}{"item":"d","labeler":"w"}` +
				`{"item":"e","labeler":"w","label":null}{"item":"","labeler":null,"label":""}`},
		{name: "truth values", want: "a - all 1\nb - all 0\n",
			in: `{"item":"a","label":true}{"item":"b","label":false}`},
		{name: "numbers as ids keep their digits", want: "12345678901234567890 - all 0\n12345678901234567891 - all 1\n",
			in: `{"item":12345678901234567890,"label":1}{"item":12345678901234567891,"label":2.0}`},
		{name: "paths", want: "a w all 5\nb w all 4\n",
			options: Options{Item: "doc.id", Labeler: "who.name", Label: "out.score", Kind: study.Numeric},
			in: `{"doc":{"id":"a","text":"x"},"who":{"name":"w"},"out":{"score":5}}` +
				`{"doc":{"id":"b","text":"y"},"who":{"name":"w"},"out":{"score":4}}`},
		{name: "escapes", want: "a\"\\/\n\té😀 - all 1\nb - all 0\n",
			in: `{"item":"a\"\\\/\n\t\u00e9\ud83d\uDE00","label":1}{"\u0069tem":"b","label":0}`},
		{name: "blanks around text", want: "a - all 1\nb - all 0\n",
			in: `{"item":" a ","label":" 1"}{"item":"b","label":"0 "}`},
		{name: "an array of one is its element", want: "a - all 1\nb - all 0\n",
			in: `{"item":["a"],"label":[3],"tokens":[{"x":1}]}{"item":"b","label":[1]}{"item":"c","label":[]}`},
		{name: "several choices", want: "a - all [\"x\",\"y\"]\nb - all x\n",
			options: Options{Kind: study.Nominal, AsIs: true},
			in:      `{"item":"a","label":["x","y"]}{"item":"b","label":["x"]}`},
		{name: "columns of labelers", want: "a r.1 all 1\na r.2 all 2\nb r.2 all 3\n",
			options: Options{Wide: []string{"r.*"}},
			in:      `{"item":"a","r":{"1":1,"2":2}}{"item":"b","r":{"1":null,"2":3}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "x.json", c.options)
			require.NoError(t, err)
			assert.Equal(t, c.want, tabletest.Dump(table))
			assert.Equal(t, study.JSON, table.Source().Format)
			assert.Contains(t, table.Source().String(), ", JSON\n")
			again, err := Read(context.Background(), iotest.OneByteReader(strings.NewReader(c.in)), "x.json", c.options)
			require.NoError(t, err)
			assert.Equal(t, table, again, "a slow reader gives the same table")
		})
	}
}

func TestReadJSONErrors(t *testing.T) {
	first := `{"item":"a","label":1}` + "\n"
	far := strings.Repeat(first, 20_000)
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{name: "empty array", in: "[]", want: "x: there is no object in the JSON text"},
		{name: "empty object", in: "{}", want: "x: there is no column: the objects are empty, or none holds a label"},
		{name: "cut off", in: first + `{"item":"b"`,
			want: "x:2: the JSON text ends too early\n  check whether the file was cut off, and copy it again"},
		{name: "cut off in a string", in: first + `{"item":"b`,
			want: "x:2: the JSON text ends too early\n  check whether the file was cut off, and copy it again"},
		{name: "array cut off", in: `[{"item":"a","label":1},` + "\n",
			want: "x:2: the JSON text ends too early\n  check whether the file was cut off, and copy it again"},
		{name: "array without comma", in: `[{"item":"a","label":1}` + "\n" + `{"item":"b","label":1}]`,
			want: "x:2: there is no comma and no ] behind an object"},
		{name: "behind the array", in: `[{"item":"a","label":1}]` + "\nx", want: "x:2: text follows the closing ]"},
		{name: "behind an object", in: first + "x\n",
			want: "x:2: the text is not JSON: invalid character 'x' at start of value"},
		{name: "single quotes", in: first + "\n{'item':'b'}",
			want: "x:3: the text is not JSON: invalid character '\\'' at start of value\n" +
				"  write the file as JSON, in Python by json.dumps rather than by str or repr"},
		{name: "comma at the end", in: first + `{"item":"b",}`,
			want: "x:2: the text is not JSON: invalid character ',' at start of value"},
		{name: "no colon", in: first + `{"item" "b"}`,
			want: "x:2: the text is not JSON: invalid character '\"' after object name (expecting ':')"},
		{name: "leading zero", in: first + `{"item":"b","label":01}`,
			want: "x:2: the text is not JSON: invalid character '1' after object value (expecting ',' or '}')"},
		{name: "half a number", in: first + `{"item":"b","label":1.}`,
			want: "x:2: the text is not JSON: invalid character '}' in number (expecting digit)"},
		{name: "NaN is no JSON", in: first + `{"item":"b","label":NaN}`,
			want: "x:2: the text is not JSON: invalid character 'N' at start of value\n" +
				"  write null for a label that is missing; JSON has no such number"},
		{name: "half a character", in: first + `{"item":"\ud83d","label":1}`,
			want: "x:2: an escape in a string is half a character, or NUL"},
		{name: "NUL", in: first + `{"item":"\u0000","label":1}`,
			want: "x:2: an escape in a string is half a character, or NUL"},
		{name: "tab in a string", in: first + "{\"item\":\"a\tb\"}",
			want: "x:2: the text is not JSON: invalid character '\\t' in string (expecting non-control character)"},
		{name: "a name twice", in: first + `{"item":"b","label":1,"label":0}`,
			want: "x:2: an object has \"label\" twice"},
		{name: "a path twice", in: first + `{"item":"b","label":1,"x":{"y":1},"x.y":2}`,
			want: "x:2: one row has \"x.y\" twice"},
		{name: "an array in an array of objects", in: "[{\"item\":\"a\",\"label\":1},\n[1]]",
			want: "x:2: a JSON value is not an object, and each row is an object"},
		{name: "too deep", in: first + strings.Repeat(`{"a":`, 300) + "1" + strings.Repeat("}", 300),
			want: "x:2: more than 200 objects and arrays are nested"},
		{name: "infinite", in: first + `{"item":"b","label":1e400}`,
			want: "x:2: label \"1e400\" is not a finite number (1 row)\n  leave them out"},
		{name: "no UTF-8", in: first + "{\"item\":\"b\x81\",\"label\":0}",
			want: "x:2: the item in column \"item\", \"b\\x81\", is not UTF-8: byte 81 (1 row)\n" +
				"  save the file as UTF-8"},
		{name: "a bare id", in: `{"id":1,"label":1}`, want: "x: no column could be the item: id, label. Choose " +
			"one; perhaps (an ID can be the item, the labeler or the row)"},
		{name: "a delimiter of JSON", in: first, options: Options{Delimiter: ',', Format: study.JSON},
			want: "x: a delimiter is named, but the format is to be json"},
		{name: "JSON asked", in: small, options: Options{Format: study.JSON},
			want: "x:1: the text is not JSON: invalid character 'i' at start of value"},
		{name: "no format", in: small, options: Options{Format: 9}, want: "x: 9 is not a file format"},
		{name: "a column that comes too late", in: far + `{"item":"b","label":0,"group":"t"}`,
			want: "x:20001: \"group\" appears here first, long after the columns were chosen\n  give the first " +
				"row every field, if only as null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.Nil(t, table)
			require.EqualError(t, err, c.want)
			var typed *study.Error
			require.ErrorAs(t, err, &typed)
			require.NotEmpty(t, typed.Code)
		})
	}
	table, err := Read(context.Background(), strings.NewReader(far+`{"item":"b","label":0,"note":"t"}`), "x", Options{})
	require.NoError(t, err, "a column of no concern may come late")
	assert.Equal(t, 20_001, table.Len())
}

// oracle flattens an object by encoding/json, as [JSON] describes it.
func oracle(prefix string, object map[string]any, to map[string]string) {
	for k, v := range object {
		if prefix != "" {
			k = prefix + "." + k
		}
		switch v := v.(type) {
		case map[string]any:
			oracle(k, v, to)
		case []any:
			if len(v) == 1 {
				switch e := v[0].(type) {
				case map[string]any, []any, nil:
				default:
					to[k] = strings.Trim(fmt.Sprint(e), " \t\r\n")
				}
			}
		case nil:
			to[k] = ""
		default:
			to[k] = strings.Trim(fmt.Sprint(v), " \t\r\n")
		}
	}
}

// TestJSONAgainstStandardLibrary writes random objects by encoding/json and reads them back.
func TestJSONAgainstStandardLibrary(t *testing.T) {
	leaf := rapid.OneOf(rapid.Map(rapid.String().Filter(func(s string) bool { return !strings.Contains(s, "\x00") }),
		func(s string) any { return s }),
		rapid.Map(rapid.Float64Range(-1e9, 1e9), func(x float64) any { return x }), rapid.Map(rapid.Int64(),
			func(x int64) any { return x }),
		rapid.Map(rapid.Bool(), func(x bool) any { return x }), rapid.Just[any](nil))
	name := rapid.StringMatching(`[a-c"\\é\n]{1,3}`)
	rapid.Check(t, func(t *rapid.T) {
		objects := rapid.SliceOfN(rapid.MapOf(name, rapid.OneOf(leaf,
			rapid.Map(rapid.MapOf(name, leaf), func(m map[string]any) any { return m }))), 1, 8).Draw(t, "objects")
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		if rapid.Bool().Draw(t, "indent") {
			e.SetIndent("", "\t")
		}
		for _, o := range objects {
			require.NoError(t, e.Encode(o))
		}
		requireObjects(t, b.Bytes())
	})
}

// requireObjects requires that a JSON text reads as encoding/json reads it.
func requireObjects(t require.TestingT, in []byte) {
	src, err := container.OpenText(context.Background(), bytes.NewReader(in), "x")
	require.NoError(t, err)
	r, err := jsonrows.NewJSONRecords(src, "x", func(string, bool) bool { return false })
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(in))
	d.UseNumber()
	for d.More() {
		var object map[string]any
		require.NoError(t, d.Decode(&object))
		want := make(map[string]string)
		oracle("", object, want)
		fields, _, err := r.Next()
		require.NoError(t, err)
		got := make(map[string]string)
		for i, f := range fields {
			if f != nil {
				got[r.Header()[i]] = string(f)
			}
		}
		for k := range got {
			if _, ok := want[k]; !ok { // an empty list, or one of several elements
				delete(got, k)
			}
		}
		require.Equal(t, want, got)
	}
	_, _, err = r.Next()
	require.Equal(t, io.EOF, err)
}
