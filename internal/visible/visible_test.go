package visible_test

import (
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/visible"
)

func TestText(t *testing.T) {
	for given, want := range map[string]string{
		"":                          "",
		"Zoë, 東京 ad-17":             "Zoë, 東京 ad-17",
		"\x1b[31mred\x1b[0m":        `\x1b[31mred\x1b[0m`,
		"\x1b]0;title\a":            `\x1b]0;title\a`,
		"a\u202eb\u2066c\u200f":     `a\u202eb\u2066c\u200f`,
		"one\ntwo\r\tthree\x00":     `one\ntwo\r\tthree\x00`,
		"\u009b31m\u0085\x7f":       `\u009b31m\u0085\x7f`,
		"\u2028\u2029\ufeffx\u200b": `\u2028\u2029\ufeffx\u200b`,
		"\xff\xc3(":                 `\xff\xc3(`,
		"می\u200cخواهم 👩\u200d🔬":    "می\u200cخواهم 👩\u200d🔬",
		"\ufffd stays":              "\ufffd stays",
	} {
		assert.Equal(t, want, visible.Text(given))
	}
	assert.Equal(t, "a\\x1b\nb\\r\nc", visible.Lines("a\x1b\nb\r\nc"))
}

// Every character but those that show themselves is escaped, and the escape is that which Go reads back.
func TestAllCharacters(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := "x" + string(r) + "y"
		shown := visible.Text(s)
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Zl, unicode.Zp) {
			require.NotContains(t, shown, string(r), "%U", r)
		}
		if shown == s {
			continue
		}
		back, err := strconv.Unquote(`"` + shown + `"`)
		require.NoError(t, err)
		require.Equal(t, s, back)
	}
}

// What is made visible means the same to a reader of JSON, and is a record a line of CSV.
func TestFormatsStayThemselves(t *testing.T) {
	name := "a\x1b[2J\u202e\u0085\x7f\n\"b\",\r\nc"
	text, err := json.MarshalIndent(map[string]string{"study": name}, "", "  ")
	require.NoError(t, err)
	shown := visible.JSON(string(text))
	assertVisible(t, shown)
	var back map[string]string
	require.NoError(t, json.Unmarshal([]byte(shown), &back))
	assert.Equal(t, name, back["study"])

	var b strings.Builder
	w := csv.NewWriter(&b)
	require.NoError(t, w.WriteAll([][]string{{"study", "n"}, {name, "1"}, {"plain", "2"}}))
	shown = visible.CSV(b.String())
	assertVisible(t, shown)
	assert.Equal(t, 3, strings.Count(shown, "\n"))
	rows, err := csv.NewReader(strings.NewReader(shown)).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, [][]string{{"study", "n"}, {visible.Text(name), "1"}, {"plain", "2"}}, rows)
}

func assertVisible(t *testing.T, s string) {
	t.Helper()
	for _, r := range s {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			assert.Fail(t, "hidden", "%U in %q", r, s)
			return
		}
	}
}

func TestQuoted(t *testing.T) {
	assert.Equal(t, `"a", "b\x1b"`, visible.Quoted([]string{"a", "b\x1b"}, 2))
	assert.Equal(t, `"a", "b" and 3 more`, visible.Quoted([]string{"a", "b", "c", "d", "e"}, 2))
	assert.Empty(t, visible.Quoted(nil, 2))
}
