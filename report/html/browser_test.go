package html

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/study/read"
)

// harness is a page that loads the report in frames of several widths and writes what it finds there.
const harness = `<!DOCTYPE html><title>harness</title><body><pre id="found"></pre><script>
const found = [], widths = [320, 390, 1280];
const done = async frame => {
  const d = frame.contentDocument, e = d.documentElement;
  const clipped = [...d.querySelectorAll('body *')].filter(x => {
    const right = x.getBoundingClientRect().right;
    return right > e.clientWidth + 1 && !x.closest('.scroll') && !x.closest('.hidden');
  }).map(x => x.tagName + ' ' + x.className.baseVal + ' ' + x.textContent.slice(0, 40));
  const cut = [...d.querySelectorAll('.scroll')].filter(s => s.scrollWidth > s.clientWidth + 1)
    .filter(s => frame.width < 640 || !s.closest('details')) // one that is folded may be wider than the text
    .map(s => s.getAttribute('aria-label') + ' ' + s.scrollWidth);
  // A word of letters that stands on two lines, where it is not longer than a line may be.
  const broken = [];
  const words = d.createTreeWalker(d.body, NodeFilter.SHOW_TEXT), range = d.createRange();
  for (let n = words.nextNode(); n; n = words.nextNode()) {
    const at = n.parentElement;
    if (!at.closest('table, h2, h3, p, caption') || at.closest('svg, .hidden, details')) continue;
    for (const m of n.data.matchAll(/[\p{L}\p{N}_’']{2,16}/gu)) {
      if (/[\p{L}\p{N}_’']/u.test(n.data[m.index + m[0].length] || ' ')) continue; // goes on
      if (/[\p{L}\p{N}_’']/u.test(n.data[m.index - 1] || ' ')) continue;
      range.setStart(n, m.index); range.setEnd(n, m.index + m[0].length);
      const lines = new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.top)));
      if (lines.size > 1) broken.push(m[0]);
    }
  }
  // Fields for sorting and searching come when a folded table is opened.
  const folded = d.querySelector('table.sortable').closest('details');
  if (folded) {
    const opened = new Promise(yes => folded.addEventListener('toggle', yes, { once: true }));
    folded.open = true;
    await opened;
  }
  found.push({
    cut, broken, width: frame.width, scroll: e.scrollWidth, client: e.clientWidth, title: d.title,
    scripts: d.scripts.length, images: d.images.length, clipped,
    rows: [...d.querySelectorAll('.strips tbody tr:not(.group)')].map(r =>
      [...r.cells].filter(c => c.className !== 'drawing').map(c => c.textContent)),
    headers: [...d.querySelectorAll('table')].every(t => t.caption && t.querySelector('th[scope]')),
    named: [...d.querySelectorAll('figure > svg')].every(s =>
      s.getAttribute('role') === 'img' && s.getAttribute('aria-label')),
    visible: [...d.querySelectorAll('figure > svg')].every(s => s.getBoundingClientRect().width > 100),
    text: d.body.innerText.length,
    sorted: (() => {
      const t = d.querySelector('table.sortable'), level = r => +r.cells[3].textContent.replace('\u2212', '-');
      t.querySelectorAll('thead button')[3].click();
      const x = [...t.tBodies[0].rows].map(level);
      return x.length > 5 && x[0] < 0 && x.every((v, i) => i === 0 || x[i - 1] <= v);
    })(),
    searched: (() => {
      const t = d.querySelector('table.sortable'), i = d.querySelector('input[type=search]');
      i.value = t.tBodies[0].rows[0].cells[0].textContent.toUpperCase();
      i.dispatchEvent(new Event('input'));
      return [...t.tBodies[0].rows].map(r => r.hidden).lastIndexOf(false) < t.tBodies[0].rows.length - 1;
    })(),
  });
  if (found.length === widths.length) document.getElementById('found').textContent = JSON.stringify(found);
};
for (const w of widths) {
  const f = document.createElement('iframe');
  f.width = w; f.height = 800; f.onload = () => done(f); f.src = '/report.html';
  document.body.append(f);
}
</script>`

// seen is what the harness found at one width.
type seen struct {
	Width                           string
	Scroll, Client, Scripts, Images int
	Title                           string
	Clipped, Cut, Broken            []string
	Rows                            [][]string
	Headers, Named, Visible         bool
	Sorted, Searched                bool
	Text                            int
}

func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium here: the page is not loaded in a browser")
	return ""
}

// With names as people give them no word is broken in two, and no column out of sight, on a phone either.
func TestWordsAndColumnsAreWhole(t *testing.T) {
	path := browser(t)
	for _, file := range []string{"claims.csv", "stars.csv"} {
		table, err := read.File(t.Context(), filepath.Join("..", "..", "testdata", file), read.Options{})
		require.NoError(t, err)
		found, _, _ := inBrowser(t, path, pageOf(t, reportOf(t, table, model.Spec{Effects: true})))
		for _, f := range found {
			if f.Width == "320" {
				continue // tables may be wider than so narrow a page
			}
			assert.Empty(t, f.Broken, "%s: no word is broken at width %s", file, f.Width)
			assert.Empty(t, f.Cut, "%s: no column is out of sight at width %s", file, f.Width)
		}
	}
}

// inBrowser loads a page in frames of several widths, and returns what the harness found there, what else the page
// asked for, and the browser's log.
func inBrowser(t *testing.T, path, page string) (found []seen, others []string, logged string) {
	t.Helper()
	var asked atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch q.URL.Path {
		case "/report.html":
			fmt.Fprint(w, page)
		case "/":
			asked.Store(true)
			fmt.Fprint(w, harness)
		case "/favicon.ico":
			w.WriteHeader(http.StatusNoContent)
		default:
			others = append(others, q.URL.Path)
		}
	}))
	defer server.Close()
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu",
		"--disable-background-networking", "--no-first-run", "--user-data-dir="+t.TempDir(), "--enable-logging=stderr",
		"--v=0", "--virtual-time-budget=20000", "--dump-dom", server.URL+"/")
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	server.Close()
	if ctx.Err() != nil {
		// Loading takes seconds where the machine does other things too: a browser that has asked for the page and is
		// not done has a page that hangs.
		require.False(t, asked.Load(), "the page hangs the browser: it was asked for, and is not done in five minutes")
		t.Skip("Chromium does not start here: it asked for nothing in five minutes")
	}
	require.NoError(t, err, log.String())
	match := regexp.MustCompile(`(?s)<pre id="found">(.*?)</pre>`).FindStringSubmatch(string(out))
	require.NotNil(t, match, "%s", out)
	require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(match[1])), &found), match[1])
	require.Len(t, found, 3)
	return found, others, log.String()
}

// In a browser the page shows its numbers, fits the width of a phone, runs and loads nothing, and leaves the
// console empty, whatever the names.
func TestPageInBrowser(t *testing.T) {
	path := browser(t)
	r := reportOf(t, hostileTable(t), model.Spec{Effects: true})
	found, others, log := inBrowser(t, path, pageOf(t, r))
	for _, f := range found {
		assert.LessOrEqual(t, f.Scroll, f.Client, "at width %s", f.Width)
		assert.Empty(t, f.Clipped, "at width %s", f.Width)
		assert.Equal(t, 1, f.Scripts)
		assert.True(t, f.Sorted && f.Searched, "the table of labelers can be sorted and searched")
		assert.Zero(t, f.Images)
		assert.True(t, strings.HasPrefix(f.Title, "Rating quality: "), f.Title)
		assert.True(t, f.Headers, "tables have captions and headers")
		assert.True(t, f.Named && f.Visible, "figures have names and are there")
		assert.Greater(t, f.Text, 3000)
		want := []string{hostile[0], "", ""}
		e := estimates(r.Result, "icc", "label")[0]
		want[1], want[2] = value(e), span(e)
		assert.Equal(t, want, f.Rows[0], "the first row of the forest plot")
	}
	assert.Empty(t, others, "nothing else was asked for")
	for _, line := range strings.Split(log, "\n") {
		assert.NotContains(t, line, "CONSOLE", line)
	}
}
