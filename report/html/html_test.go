package html

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

	"concord/model"
)

func pageOf(t *testing.T, r Report) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, r))
	return b.String()
}

var (
	styles = regexp.MustCompile(`(?s)<style>.*?</style>|<script>"use strict";.*?</script>`)
	breaks = regexp.MustCompile(`</(th|td|dt|li|a|text|title)>`)
	blocks = regexp.MustCompile(
		`</?(p|h1|h2|h3|tr|caption|figure|figcaption|div|dd|pre|blockquote|ul|ol|table|svg|section)\b[^>]*>`)
	tags = regexp.MustCompile(`<[^>]*>`)
)

// textOf returns what a page says, a line for each row or paragraph.
func textOf(page string) string {
	page = styles.ReplaceAllString(page, "")
	page = breaks.ReplaceAllString(page, " ")
	page = blocks.ReplaceAllString(page, "\n")
	page = html.UnescapeString(tags.ReplaceAllString(page, ""))
	var lines []string
	for _, l := range strings.Split(page, "\n") {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// UPDATE_GOLDEN=1 go test ./report/html writes the file anew.
func TestGoldenText(t *testing.T) {
	got := textOf(pageOf(t, fixedReport(t)))
	path := filepath.Join("testdata", "page.text.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "UPDATE_GOLDEN=1 go test ./report/html makes it")
	assert.Equal(t, string(want), got)
}

// The page of a fit holds every estimate of the result with its interval, names everyone, and is the same
// each time.
func TestPageHoldsTheResult(t *testing.T) {
	r := reportOf(t, hostileTable(t), model.Spec{Effects: true})
	page := pageOf(t, r)
	assert.Equal(t, page, pageOf(t, r))
	text := textOf(page)
	for _, e := range r.Result.Estimates {
		assert.Contains(t, text, value(e)+" "+span(e), e.Quantity)
	}
	for _, title := range []string{"In short", "Data", "Reliability", "Validity", "Model against coefficients",
		"Labelers", "Items with most disagreement", "Planning", "Model and priors", "Diagnostics", "Predictive checks",
		"Methods paragraph", "How to reproduce"} {
		assert.Contains(t, page, "<h2>"+title+"</h2>")
	}
	assert.Contains(t, text, "Energies. E-BFMI by chain: ")
	assert.NotContains(t, page, "NaN")
	assert.NotContains(t, page, "Inf")
}

// Names from the data are text wherever they stand, and nothing is loaded or run.
func TestHostileNamesDoNoHarm(t *testing.T) {
	page := pageOf(t, reportOf(t, hostileTable(t), model.Spec{Effects: true}))
	text := textOf(page)
	for _, name := range hostile[:4] {
		assert.Contains(t, text, name)
	}
	body := styles.ReplaceAllString(page, "")
	for _, harm := range []string{"<script", "<img", "<link", "<iframe", "http://", "https://", "@import", "url("} {
		assert.NotContains(t, body, harm)
	}
	for _, tag := range tags.FindAllString(body, -1) {
		if !strings.Contains(tag, "aria-label") { // which may hold any text
			assert.NotContains(t, tag, "onload", tag)
		}
	}
	wellFormed(t, page)
	// The one script is the page's own, which its policy allows by the hash of every byte between the tags.
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(page, -1)
	require.Len(t, scripts, 1)
	sum := sha256.Sum256([]byte(scripts[0][1]))
	assert.Contains(t, html.UnescapeString(page),
		"script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'\"/>")
}

// Without tables to sort there is no script, and none is allowed.
func TestPageWithoutScript(t *testing.T) {
	page := pageOf(t, fixedReport(t))
	assert.NotContains(t, page, "script")
}

// wellFormed requires every element to be closed and every attribute to be quoted.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(styles.ReplaceAllString(page, "")))
	d.Strict = true
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// What a report lacks is left out or said, and never a number.
func TestPagesOfLess(t *testing.T) {
	whole := fixedReport(t)
	wellFormed(t, pageOf(t, whole))
	bare := whole
	bare.Posterior, bare.Check, bare.Command, bare.Version = nil, nil, "", ""
	page := pageOf(t, bare)
	assert.NotContains(t, page, "Planning")
	assert.NotContains(t, page, "Predictive checks</h2>")
	assert.Contains(t, page, "Reliability")
	coefficients := *whole.Result
	coefficients.Model, coefficients.Sampler, coefficients.Diagnostics = nil, nil, nil
	coefficients.Estimates, coefficients.Comparison, coefficients.Doubts = nil, nil, nil
	page = pageOf(t, Report{Result: &coefficients})
	assert.Contains(t, page, "<h2>Data</h2>")
	assert.NotContains(t, page, "Methods")
	without := reportOf(t, hostileTable(t), model.Spec{})
	assert.Contains(t, pageOf(t, without), "did not keep the effects of single labelers")
	assert.PanicsWithValue(t, "html: there is no result", func() { _ = Write(io.Discard, Report{}) })
}

// failing is a writer that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriteReturnsTheErrorOfTheWriter(t *testing.T) {
	assert.ErrorContains(t, Write(failing{}, fixedReport(t)), "full")
}
