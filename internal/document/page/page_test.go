package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/document/internal/sample"
)

func pageOf(t *testing.T, d *document.Document) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, d, Options{Version: "v1 <test>", All: "index.html"}))
	return b.String()
}

var (
	styles = regexp.MustCompile(`(?s)<style>.*?</style>|<script>"use strict";.*?</script>`)
	breaks = regexp.MustCompile(`</(th|td|dt|li|a|text|title)>`)
	blocks = regexp.MustCompile(
		`</?(p|h1|h2|h3|tr|caption|figure|figcaption|div|dd|pre|summary|ul|ol|table|svg|section)\b[^>]*>`)
	tags   = regexp.MustCompile(`<[^>]*>`)
	narrow = regexp.MustCompile(`(?m)^<svg class="figure narrow".*$`) // says the same for phones
	values = regexp.MustCompile(`"[^"]*"`)
)

// textOf returns what a page says, a line for each row or paragraph.
func textOf(page string) string {
	page = narrow.ReplaceAllString(styles.ReplaceAllString(page, ""), "")
	page = breaks.ReplaceAllString(page, " ")
	page = blocks.ReplaceAllString(page, "\n")
	page = html.UnescapeString(tags.ReplaceAllString(page, ""))
	var lines []string
	for l := range strings.Lines(page) {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// UPDATE_GOLDEN=1 go test ./internal/document/page writes the file anew.
func TestGoldenText(t *testing.T) {
	got := textOf(pageOf(t, sample.Document("experts", "control", "treatment")))
	path := filepath.Join("testdata", "page.text.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "UPDATE_GOLDEN=1 go test ./internal/document/page makes it")
	assert.Equal(t, string(want), got)
}

// wellFormed requires every element to be closed and every attribute to be quoted.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(styles.ReplaceAllString(page, "")))
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// Names from the data are text wherever they stand, and nothing is loaded or run.
func TestHostileNamesDoNoHarm(t *testing.T) {
	page := pageOf(t, sample.Document(sample.Hostile()...))
	text := textOf(page)
	for _, name := range sample.Hostile()[:6] {
		assert.Contains(t, text, name)
	}
	assert.Contains(t, text, `right \u202eto left`)
	assert.NotContains(t, page, "\u202e")
	body := styles.ReplaceAllString(page, "")
	for _, harm := range []string{"<script", "<img", "<link", "<iframe", `"http://`, `"https://`, "@import", "url("} {
		assert.NotContains(t, body, harm)
	}
	for _, tag := range tags.FindAllString(body, -1) {
		assert.NotContains(t, values.ReplaceAllString(tag, ""), "onload", tag)
	}
	wellFormed(t, page)
	// The one script is the page's own, which its policy allows by the hash of every byte between the tags.
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(page, -1)
	require.Len(t, scripts, 1)
	sum := sha256.Sum256([]byte(scripts[0][1]))
	assert.Contains(t, html.UnescapeString(page),
		"script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'\"/>")
}

// A page that links to a script of the data's would be obeyed: such links are not made.
func TestLinksDoNoHarm(t *testing.T) {
	linked := &document.Table{Columns: []document.Column{{}},
		Groups: document.Rows(document.Row{Name: "a", Link: "javascript:alert(1)"})}
	d := &document.Document{Title: "t", Sections: []document.Section{{Parts: []document.Part{{Table: linked}}}}}
	assert.NotContains(t, pageOf(t, d), "javascript:")
}

// Every chart has a title, a description and its numbers.
func TestChartsCanBeReadWithoutEyes(t *testing.T) {
	page := pageOf(t, sample.Document("experts", "control", "treatment"))
	figures := regexp.MustCompile(`(?s)<figure.*?</figure>`).FindAllString(page, -1)
	require.Len(t, figures, 10)
	for _, f := range figures {
		assert.Equal(t, 2, strings.Count(f, `role="img"`))
		assert.Equal(t, 2, strings.Count(f, "</title><desc"))
		assert.Equal(t, 1, strings.Count(f, "<table"))
		assert.Contains(t, f, "<summary>The numbers</summary>")
	}
	ids := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		assert.False(t, ids[id[1]], "two elements %s", id[1])
		ids[id[1]] = true
	}
	for _, id := range regexp.MustCompile(` aria-labelledby="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		for one := range strings.FieldsSeq(id[1]) {
			assert.True(t, ids[one], one)
		}
	}
	d := &document.Document{Sections: []document.Section{{Parts: []document.Part{{
		Chart: document.Bars{About: document.About{ID: "b", Caption: "Shares"}, Names: []string{"a"},
			Series: []document.BarSeries{{Name: "s", Heights: []float64{1}}}},
		Table: &document.Table{Caption: "Shares", Columns: []document.Column{{}},
			Groups: document.Rows(document.Row{Name: "a"})},
	}}}}}
	assert.Equal(t, 1, strings.Count(pageOf(t, d), "<table"))
}

// A document may have nothing.
func TestEmptyDocument(t *testing.T) {
	page := pageOf(t, &document.Document{Title: "empty"})
	wellFormed(t, page)
	assert.NotContains(t, page, "<nav")
	assert.Contains(t, page, `<a href="index.html">All tasks</a>`)
	assert.Contains(t, page, "Made by Concord v1 &lt;test&gt;.")
}

// failing is a writer that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriteReturnsTheErrorOfTheWriter(t *testing.T) {
	assert.ErrorContains(t, Write(failing{}, sample.Document("a"), Options{}), "full")
}

// A folded table says how many rows it has.
func TestFolded(t *testing.T) {
	text := textOf(pageOf(t, sample.Document("a", "b", "c")))
	assert.Contains(t, text, "Every group: 3 rows")
}
