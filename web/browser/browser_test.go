// Package browser tests the page for browsers in one: Chromium, without a window. It is a module of its own, so that
// what drives the browser is no dependency of the others.
package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// root is the folder of the repository.
var root = func() string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return dir
}()

// built is a file that Go makes of the repository, once: args with the file's name after -o.
func built(name string, args ...string) func(t testing.TB) string {
	make := sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "concord-browser-")
		if err != nil {
			return "", err
		}
		made = append(made, dir)
		file := filepath.Join(dir, name)
		args := slices.Clone(args)
		args[slices.Index(args, "-o")+1] = file
		cmd := exec.Command("go", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
		}
		return file, nil
	})
	return func(t testing.TB) string {
		t.Helper()
		file, err := make()
		require.NoError(t, err)
		return file
	}
}

var (
	page    = built("concord.html", "run", "./web/build", "-o", "")
	command = built("fit", "build", "-o", "", "./cmd/fit")
	made    []string // folders
)

func TestMain(m *testing.M) {
	code := m.Run()
	for _, dir := range made {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// data returns the path of a file that comes with the repository.
func data(name string) string { return filepath.Join(root, "testdata", name) }

// written returns the path of a file with a head and the rows that a function adds.
func written(t *testing.T, head string, rows func(add func(format string, values ...any))) string {
	t.Helper()
	var text strings.Builder
	text.WriteString(head + "\n")
	rows(func(format string, values ...any) { fmt.Fprintf(&text, format+"\n", values...) })
	path := filepath.Join(t.TempDir(), "labels.csv")
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o644))
	return path
}

// tab is the page in a browser.
type tab struct {
	testing.TB
	ctx       context.Context
	downloads string // folder

	mu      sync.Mutex
	console []string // what went wrong, in its words
}

// open starts a browser with the page at an address, as large as a window or a phone.
func open(t testing.TB, address string, width, height int64) *tab {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium here: the page is not tried in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.UserDataDir(t.TempDir()),
		// Nothing but this machine has an address, so that what is asked of the network fails and is seen.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	allocated, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	ctx, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	tb := &tab{TB: t, ctx: ctx, downloads: t.TempDir()}
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			text := e.ExceptionDetails.Text
			if x := e.ExceptionDetails.Exception; x != nil {
				text += ": " + x.Description
			}
			tb.console = append(tb.console, text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == "error" {
				for _, a := range e.Args {
					tb.console = append(tb.console, a.Description)
				}
			}
		}
	}))
	_, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: "allow", DownloadPath: tb.downloads,
	})
	require.NoError(t, err)
	tb.do(chromedp.EmulateViewport(width, height), chromedp.Navigate(address))
	return tb
}

// file is the address of the page as a file.
func file(t testing.TB) string {
	t.Helper()
	if given := os.Getenv("CONCORD_PAGE"); given != "" {
		return "file://" + given
	}
	return "file://" + page(t)
}

func (tb *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tb.Helper()
	require.NoError(tb, chromedp.Do(tb.ctx, steps...))
}

// value evaluates an expression in the page, and waits for it if it is a promise.
func value[T any](tb *tab, expression string) T {
	tb.Helper()
	v, err := chromedp.Run(tb.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(tb, err, expression)
	return v
}

// until waits until an expression holds in the page, and says what the page shows if it never does.
func (tb *tab) until(expression string) {
	tb.Helper()
	const most = 4 * time.Minute
	for began := time.Now(); !value[bool](tb, expression); time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > most {
			tb.Fatalf("%s does not hold after %v; the page says %q, %q", expression, most, tb.text("status"),
				tb.text("fault"))
		}
	}
}

func (tb *tab) text(id string) string {
	return value[string](tb, fmt.Sprintf("document.getElementById(%q).textContent", id))
}

// choose gives a file to the page.
func (tb *tab) choose(path string) {
	tb.Helper()
	tb.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
}

const (
	hasCoefficients = `!document.getElementById('result').hidden`
	hasFault        = `!document.getElementById('fault').hidden`
	isDone          = `/^Done/.test(document.getElementById('status').textContent)`
)

// download clicks a link and returns what the browser keeps.
func (tb *tab) download(text string) string {
	tb.Helper()
	name := value[string](tb, fmt.Sprintf(`(() => {
		const a = [...document.querySelectorAll('#downloads a')].find(a => a.textContent === %q);
		a.click();
		return a.download;
	})()`, text))
	file := filepath.Join(tb.downloads, name)
	for range 500 {
		if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
			require.NoError(tb, os.Remove(file))
			return string(b)
		}
		time.Sleep(20 * time.Millisecond)
	}
	tb.Fatalf("%s has not come", name)
	return ""
}

// clean asserts that nothing went wrong unseen.
func (tb *tab) clean() {
	tb.Helper()
	tb.mu.Lock()
	defer tb.mu.Unlock()
	assert.Empty(tb, tb.console)
}

// packed returns how many bytes are left by gzip.
func packed(t *testing.T, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(b)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Len()
}
