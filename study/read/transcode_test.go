package read

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/read/internal/container"
)

// units writes a text as UTF-16.
func units(text string, bigEndian bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if bigEndian {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

// Texts in UTF-16 and in Windows-1252, in pieces of any length, are what the standard library and golang.org/x/text
// make of them. The 200,000 bytes before some are more than the transcoder holds.
func TestTranscoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if rapid.Bool().Draw(t, "long") {
			text = strings.Repeat("é\n", 100_000) + text
		}
		size := rapid.IntRange(1, 9).Draw(t, "piece")
		big := rapid.Bool().Draw(t, "big-endian")
		got, err := io.ReadAll(container.FromUTF16(&pieces{units(text, big), size}, big))
		require.NoError(t, err)
		require.Equal(t, text, string(got))
		plain := container.FromWestern(&pieces{[]byte(text), size})
		got, err = io.ReadAll(plain)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
		require.Empty(t, plain.Said())
		// None of these bytes continues a character of UTF-8.
		bytes := rapid.SliceOf(rapid.SampledFrom([]byte("a\xe9\xeb\xdf\n,\"\xff\xfc"))).Draw(t, "western")
		want, err := charmap.Windows1252.NewDecoder().Bytes(bytes)
		require.NoError(t, err)
		got, err = io.ReadAll(container.FromWestern(&pieces{bytes, size}))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	})
}

// Each byte alone is what golang.org/x/text makes of it, except that a byte without meaning stays as it is.
func TestTranscoderOfEachByte(t *testing.T) {
	for b := range 256 {
		text := []byte{' ', byte(b), ' '}
		want, err := charmap.Windows1252.NewDecoder().String(string(text))
		require.NoError(t, err)
		got, err := io.ReadAll(container.FromWestern(bytes.NewReader(text)))
		require.NoError(t, err)
		if strings.ContainsRune(want, '\ufffd') {
			want = string(text)
		}
		assert.Equal(t, want, string(got))
	}
}

const foreignTable = "item,rater,score\na,Zoë,1\na,René,2\nb,Zoë,3\nb,René,2\n"

func inWestern(t *testing.T, text string) []byte {
	b, err := charmap.Windows1252.NewEncoder().String(text)
	require.NoError(t, err)
	return []byte(b)
}

// Tables and JSON in other encodings are read, and their errors name the lines of the file.
func TestForeignEncodings(t *testing.T) {
	records := `{"item":"a","rater":"Zoë","score":1}` + "\n" + `{"item":"b","rater":"René","score":2}` + "\n"
	for name, c := range map[string]struct {
		text []byte
		said string
	}{
		"western":     {inWestern(t, foreignTable), `Windows-1252, such as "Zoë"`},
		"json":        {inWestern(t, records), `Windows-1252, such as "Zoë"`},
		"little":      {units(foreignTable, false), "UTF-16"},
		"big":         {units(foreignTable, true), "UTF-16"},
		"marked":      {units("\ufeff"+foreignTable, false), "UTF-16"},
		"big, marked": {units("\ufeff"+records, true), "UTF-16"},
		"UTF-8":       {[]byte(foreignTable), ""},
	} {
		table, err := Read(t.Context(), bytes.NewReader(c.text), name, Options{})
		require.NoError(t, err, name)
		assert.Equal(t, []string{"Zoë", "René"}, table.Labelers(), name)
		assert.Equal(t, c.said, table.Source().Encoding, name)
	}
	for _, text := range [][]byte{inWestern(t, foreignTable+"c,Zoë\n"), units(foreignTable+"c,Zoë\n", true)} {
		_, err := Read(t.Context(), bytes.NewReader(text), "x", Options{})
		assert.ErrorContains(t, err, "x:6: 2 fields, and the header has 3")
	}
	// 81 is undefined in Windows-1252.
	_, err := Read(t.Context(), strings.NewReader("item,rater,score\na,Z\x81,1\nb,\xe9,1\n"), "x", Options{})
	assert.ErrorContains(t, err, "x:2: the labeler in column \"rater\", \"Z\\x81\", is not UTF-8: byte 81")
	// Half a character at the end.
	_, err = Read(t.Context(), bytes.NewReader(units(foreignTable+"c,Zoë,1", false)[1:]), "x", Options{})
	assert.Error(t, err)
}

// A file in another encoding is one shard, and one of several files may have it.
func TestForeignEncodingsInParts(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.csv")
	for _, text := range [][]byte{inWestern(t, foreignTable), units(foreignTable, false)} {
		require.NoError(t, os.WriteFile(path, text, 0o600))
		s, err := SurveyFile(t.Context(), path, SurveyOptions{ShardBytes: 1,
			Options: Options{Duplicates: study.DuplicatesError}})
		require.NoError(t, err)
		require.Equal(t, 1, s.Shards.Len())
		sent, err := json.Marshal(s.Shards)
		require.NoError(t, err)
		var got Shards
		require.NoError(t, json.Unmarshal(sent, &got))
		tables, err := got.Read(t.Context(), path, 0)
		require.NoError(t, err)
		assert.Equal(t, []string{"Zoë", "René"}, tables[0].Labelers())
	}
	plain := filepath.Join(dir, "plain.csv")
	require.NoError(t, os.WriteFile(plain, []byte("item,score\na,1\nb,2\n"), 0o600))
	other := filepath.Join(dir, "other.csv")
	require.NoError(t, os.WriteFile(other, inWestern(t, "item,score\né,1\nb,2\n"), 0o600))
	table, err := Read(t.Context(), nil, plain, Options{Beside: []string{other}})
	require.NoError(t, err)
	assert.Equal(t, `Windows-1252, such as "é"`, table.Source().Encoding)
}
