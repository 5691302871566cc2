package report

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/model/spec"
	studyread "concord/study/read"
)

func pageOf(t *testing.T, s Source) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, page.Write(&b, Fit(s, document.Appendix), page.Options{Version: s.Version, All: s.All}))
	return b.String()
}

// The page of a fit has the sections in the order in which readers need them, is the same each time, and obeys no name.
func TestPageOfAFit(t *testing.T) {
	s := sourceOf(t, hostileTable(t), spec.Spec{Effects: true})
	s.Task, s.All = hostile[0], "index.html"
	html := pageOf(t, s)
	again := s
	sampler := *s.Result.Runs[0].Sampler
	sampler.SamplingSeconds += 1.5
	result := *s.Result
	result.Runs = slices.Clone(result.Runs)
	result.Runs[0].Sampler = &sampler
	again.Result = &result
	assert.Equal(t, html, pageOf(t, again), "seconds are not on the page")
	last := 0
	for _, id := range []string{"answer", "labels", "disputed", "items", "labelers", "reliability", "validity", "model",
		"diagnostics", "checks", "methods", "reproduction"} {
		at := strings.Index(html, `<section id="`+id+`"`)
		assert.Greater(t, at, last, id)
		last = at
	}
	assert.Regexp(t, `<section id="reliability">\s*<details`, html, "every number is folded")
	assert.Contains(t, html, `<a href="index.html">All tasks</a>`)
	_, body, _ := strings.Cut(html, "</style>")
	body, _, _ = strings.Cut(body, `<script>"use strict"`)
	for _, harm := range []string{"<script", "<img", "NaN", "Inf"} {
		assert.NotContains(t, body, harm)
	}
	names := map[string]bool{}
	for _, name := range regexp.MustCompile(`<figure data-name="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		assert.False(t, names[name[1]], "two figures %s", name[1])
		names[name[1]] = true
	}
	assert.True(t, names["labels"] && names["labelers-1"] && names["energy"] && names["checks"])
}

// A result without its draws, and coefficients alone, have a page of what there is.
func TestPagesOfLess(t *testing.T) {
	bare := fixedSource(t)
	bare.Posterior, bare.Check = nil, nil
	html := pageOf(t, bare)
	assert.NotContains(t, html, `<section id="labels"`)
	assert.Contains(t, html, `<section id="methods"`)
	coefficients := answer.New("fit", fixedSource(t).Result.Data, result.Intervals{})
	coefficients.Runs = []answer.Run{{}}
	coefficients.Add("kripp_alpha", answer.Key{Group: "experts"}, 0.35)
	html = pageOf(t, Source{Result: coefficients})
	assert.Contains(t, html, `<section id="data"`)
	assert.NotContains(t, html, `<section id="methods"`)
}

// The page of three studies prints on at most 15 sheets.
func TestPagePrints(t *testing.T) {
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
		}
	}
	if browser == "" {
		t.Skip("no Chromium here: the page is not printed")
	}
	table, err := studyread.Read(t.Context(), nil, filepath.Join("..", "testdata", "policy.csv"), studyread.Options{})
	require.NoError(t, err)
	dir := t.TempDir()
	file, printed := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.pdf")
	require.NoError(t, os.WriteFile(file, []byte(pageOf(t, sourceOf(t, table, spec.Spec{Effects: true}))), 0o600))
	cmd := exec.CommandContext(context.Background(), browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+filepath.Join(dir, "data"), "--no-pdf-header-footer", "--print-to-pdf="+printed,
		"file://"+file)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	pdf, err := os.ReadFile(printed)
	require.NoError(t, err)
	sheets := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1))
	assert.Greater(t, sheets, 5)
	assert.LessOrEqual(t, sheets, 15)
}
