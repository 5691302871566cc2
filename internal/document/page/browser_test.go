package page

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document/internal/sample"
)

// harness is a page that loads the report in frames of several widths and writes what it finds there.
const harness = `<!DOCTYPE html><title>harness</title><body><img src="/wait" alt=""><script>
const found = [], widths = [320, 390, 1280];
const saved = async (window, figure, label) => {
  let made;
  const come = new Promise(yes => made = yes);
  window.URL.createObjectURL = blob => { made(blob); return 'blob:x'; };
  window.HTMLAnchorElement.prototype.click = () => {};
  [...figure.querySelectorAll('button')].find(b => b.textContent === label).click();
  return come;
};
const done = async frame => {
  const d = frame.contentDocument, e = d.documentElement;
  const clipped = [...d.querySelectorAll('body *')].filter(x => {
    const right = x.getBoundingClientRect().right;
    return right > e.clientWidth + 1 && !x.closest('.scroll') && !x.closest('.hidden') && !x.closest('svg svg');
  }).map(x => x.tagName + ' ' + (x.className.baseVal || x.className) + ' ' + x.textContent.slice(0, 40));
  const cut = [...d.querySelectorAll('.scroll')].filter(s => s.scrollWidth > s.clientWidth + 1)
    .filter(s => frame.width < 640 || !s.closest('details')) // one that is folded may be wider than the text
    .map(s => s.getAttribute('aria-label') + ' ' + s.scrollWidth);
  // A word of letters that stands on two lines, although it is not longer than a line may be.
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
  // Texts of a figure that lie on one another.
  const overlapping = [];
  for (const s of d.querySelectorAll('figure > svg')) {
    const texts = [...s.querySelectorAll('text')].map(t => [t, t.getBoundingClientRect()]).filter(t => t[1].width > 0);
    texts.forEach(([t, a], i) => texts.slice(i + 1).forEach(([u, b]) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 4) overlapping.push(t.textContent + ' | ' + u.textContent);
    }));
  }
  const figures = [...d.querySelectorAll('figure')], files = [];
  for (const f of figures) {
    const text = await (await saved(frame.contentWindow, f, 'SVG')).text();
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    files.push({ fine: !parsed.querySelector('parsererror') && !/%"|var\(|class=/.test(text),
      texts: parsed.querySelectorAll('text').length });
  }
  const picture = await saved(frame.contentWindow, figures[0], 'PNG');
  const first = new Uint8Array(await picture.slice(0, 4).arrayBuffer());
  // A link to a folded section opens it, and so come the fields for sorting and searching.
  const folded = d.querySelector('section > details');
  const opened = new Promise(yes => folded.addEventListener('toggle', yes, { once: true }));
  frame.contentWindow.location.hash = folded.parentElement.id;
  await opened;
  found.push({
    cut, broken, overlapping, clipped, files, width: frame.width, scroll: e.scrollWidth, client: e.clientWidth,
    title: d.title, scripts: d.scripts.length, images: d.images.length,
    png: String.fromCharCode(...first.slice(1)),
    headers: [...d.querySelectorAll('table')].every(t => t.caption && t.querySelector('th[scope]')),
    shown: figures.every(f => [...f.querySelectorAll(':scope > svg')]
      .filter(s => s.getBoundingClientRect().width > 100).length === 1),
    text: d.body.innerText.length,
    sorted: (() => {
      const t = d.querySelector('table.sortable'), people = r => +r.cells[1].textContent.replace(' ', '');
      t.querySelectorAll('thead button')[1].click();
      const x = [...t.tBodies[0].rows].map(people);
      return x.length > 2 && x.every((v, i) => i === 0 || x[i - 1] <= v);
    })(),
    searched: (() => {
      const t = d.querySelector('table.sortable'), i = d.querySelector('input[type=search]');
      i.value = t.tBodies[0].rows[0].cells[0].textContent.toUpperCase();
      i.dispatchEvent(new Event('input'));
      return [...t.tBodies[0].rows].map(r => r.hidden).lastIndexOf(false) < t.tBodies[0].rows.length - 1;
    })(),
  });
  if (found.length === widths.length) fetch('/found', { method: 'POST', body: JSON.stringify(found) });
};
for (const w of widths) {
  const f = document.createElement('iframe');
  f.width = w; f.height = 800; f.onload = () => done(f); f.src = '/report.html';
  document.body.append(f);
}
</script>`

// seen has the findings of the harness at one width.
type seen struct {
	Width                             string
	Scroll, Client, Scripts, Images   int
	Title, PNG                        string
	Clipped, Cut, Broken, Overlapping []string
	Files                             []struct {
		Fine  bool
		Texts int
	}
	Headers, Shown, Sorted, Searched bool
	Text                             int
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

// inBrowser loads a page in frames of several widths, and returns what the harness found there, what else the page
// asked for, and the browser's log.
func inBrowser(t *testing.T, path, page string) (found []seen, others []string, logged string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	var asked atomic.Bool
	told := make(chan []byte, 1)
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch q.URL.Path {
		case "/report.html":
			fmt.Fprint(w, page)
		case "/":
			asked.Store(true)
			fmt.Fprint(w, harness)
		case "/found":
			text, _ := io.ReadAll(q.Body)
			told <- text
			close(done)
		case "/wait": // the browser ends when it has loaded everything
			select {
			case <-done:
			case <-ctx.Done():
			}
		case "/favicon.ico":
			w.WriteHeader(http.StatusNoContent)
		default:
			others = append(others, q.URL.Path)
		}
	}))
	defer server.Close()
	cmd := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu",
		"--disable-background-networking", "--no-first-run", "--user-data-dir="+t.TempDir(), "--enable-logging=stderr",
		"--v=0", "--dump-dom", server.URL+"/")
	var log strings.Builder
	cmd.Stderr = &log
	err := cmd.Run()
	if ctx.Err() != nil {
		// Loading takes seconds if the machine does other things too: a browser that has asked for the page and is
		// not done has a page that hangs.
		require.False(t, asked.Load(), "the page hangs the browser: asked for, and not done in five minutes: %s",
			log.String())
		t.Skip("Chromium does not start here: it asked for nothing in five minutes")
	}
	require.NoError(t, err, log.String())
	require.NoError(t, json.Unmarshal(<-told, &found), log.String())
	require.Len(t, found, 3)
	return found, others, log.String()
}

// In a browser the page shows its numbers, fits the width of a phone, saves its figures, loads nothing, and leaves the
// console empty, whatever the names.
func TestPageInBrowser(t *testing.T) {
	path := browser(t)
	people := []string{"experts", "control", "treatment", "lay people", "children", "machines", "students"}
	for _, names := range [][]string{people, sample.Hostile()} {
		found, others, log := inBrowser(t, path, pageOf(t, sample.Document(names...)))
		for _, f := range found {
			assert.LessOrEqual(t, f.Scroll, f.Client, "at width %s", f.Width)
			assert.Empty(t, f.Clipped, "at width %s", f.Width)
			assert.Empty(t, f.Overlapping, "at width %s", f.Width)
			if f.Width != "320" { // tables may be wider than so narrow a page
				if names[0] == people[0] {
					assert.Empty(t, f.Broken, "no word is broken at width %s", f.Width)
				}
				assert.Empty(t, f.Cut, "no column is out of sight at width %s", f.Width)
			}
			assert.Equal(t, 1, f.Scripts)
			assert.Zero(t, f.Images)
			assert.True(t, strings.HasPrefix(f.Title, "Rating quality: "), f.Title)
			assert.True(t, f.Sorted && f.Searched, "tables can be sorted and searched")
			assert.True(t, f.Headers, "tables have captions and headers")
			assert.True(t, f.Shown, "one form of each figure is shown")
			assert.Greater(t, f.Text, 1000)
			assert.Equal(t, "PNG", f.PNG)
			assert.Len(t, f.Files, 10)
			for _, file := range f.Files {
				assert.True(t, file.Fine && file.Texts > 0, "figures are saved as SVG that stands alone")
			}
		}
		assert.Empty(t, others, "nothing else was asked for")
		for line := range strings.Lines(log) {
			assert.NotContains(t, line, "CONSOLE", line)
		}
	}
}
