package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// draws are so few that a fit ends soon; what is compared with the command has as many there.
const draws = 40

// few asks for few draws, and does it again.
func (tb *tab) few() {
	tb.Helper()
	tb.until(hasCoefficients)
	tb.set("draws", fmt.Sprint(draws))
	tb.press("again")
}

func (tb *tab) set(id, text string) {
	tb.Helper()
	value[bool](tb, fmt.Sprintf(`(() => {
		const c = document.getElementById(%q);
		c.value = %q;
		c.dispatchEvent(new Event('change', { bubbles: true }));
		return true;
	})()`, id, text))
}

// ask chooses a question.
func (tb *tab) ask(task string) {
	tb.Helper()
	value[bool](tb, fmt.Sprintf(`(document.querySelector('[name=task][value=%s]').click(), true)`, task))
}

// asked is the question that is chosen.
func (tb *tab) asked() string {
	tb.Helper()
	return value[string](tb, `document.querySelector('[name=task]:checked').value`)
}

func (tb *tab) press(id string) {
	tb.Helper()
	value[bool](tb, fmt.Sprintf(`(document.getElementById(%q).click(), true)`, id))
}

// done waits for the report of a fit with few draws.
func (tb *tab) done() {
	tb.Helper()
	tb.until(isDone + "||" + hasFault)
	require.Empty(tb, tb.text("fault"))
}

// report is the text of the report that is shown. The page may put another in its place at any moment, as the one with
// coefficients alone when the fit ends, so that whether it has loaded and what it says are read at once.
func (tb *tab) report() string {
	tb.Helper()
	const loaded = `document.getElementById('result').hasAttribute('aria-busy') ? null :
		document.getElementById('report').contentDocument?.body?.textContent || null`
	tb.until(`(window.shown = ` + loaded + `) !== null`)
	return value[string](tb, `window.shown`)
}

// fits asserts that neither page nor report is wider than the window.
func (tb *tab) fits() {
	tb.Helper()
	const wide = `[document, document.getElementById('report').contentDocument].map(
		d => d.documentElement.scrollWidth - d.documentElement.clientWidth)`
	for _, over := range value[[]float64](tb, wide) {
		assert.LessOrEqual(tb, over, 0.0, "nothing is wider than the window")
	}
}

// parsed reads the coefficients and the estimates of a result.
func parsed(t *testing.T, text string) (agreement, estimates []map[string]any) {
	t.Helper()
	var r struct{ Rows []map[string]any }
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	for _, row := range r.Rows {
		if _, counted := row["method"]; counted {
			delete(row, "p") // of studies replicated from the draws
			agreement = append(agreement, row)
		}
		if _, drawn := row["mcse_mean"]; drawn {
			estimates = append(estimates, row)
		}
	}
	require.NotEmpty(t, agreement)
	require.NotEmpty(t, estimates)
	return agreement, estimates
}

// From the disk: coefficients are the command's to the byte, and estimates within their Monte Carlo error; what can be
// kept is there, and run.json is one that the command takes. Oracle: the command, on the same file.
func TestPolicyFromTheDisk(t *testing.T) {
	tb := open(t, file(t), 1280, 900)
	tb.choose(data("policy.csv"))
	tb.few()
	tb.done()
	assert.Contains(t, tb.report(), "Reliability")
	got := tb.download("Result as JSON")
	out, err := exec.Command(command(t), "--format=json", "--quiet", fmt.Sprint("--draws=", draws),
		data("policy.csv")).Output()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 4 {
		require.NoError(t, err)
	}
	agreement, estimates := parsed(t, got)
	wantAgreement, wantEstimates := parsed(t, string(out))
	assert.Equal(t, wantAgreement, agreement)
	require.Len(t, estimates, len(wantEstimates))
	number := func(e map[string]any, key string) float64 { v, _ := e[key].(float64); return v }
	for i, want := range wantEstimates {
		// Five standard errors of the difference, of draws that are the same but for rounding, or independent.
		tolerance := 5 * (number(want, "mcse_mean") + number(estimates[i], "mcse_mean"))
		assert.InDelta(t, number(want, "value"), number(estimates[i], "value"), tolerance, "%v", want)
	}
	assert.Contains(t, tb.download("Report as a page"), "<!DOCTYPE html>")
	assert.Contains(t, tb.download("Estimates as a table"), "icc")
	assert.Contains(t, tb.download("Report as text"), "Reliability")
	run := filepath.Join(t.TempDir(), "run.json")
	require.NoError(t, os.WriteFile(run, []byte(tb.download("run.json")), 0o644))
	text, err := exec.Command(command(t), "--from", run, data("policy.csv")).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 4 {
		require.NoError(t, err, "%s", text)
	}
	assert.Contains(t, string(text), "js/wasm")
	tb.clean()
}

// From a host: the page is all that is asked for, it works when the host is gone, and neither it nor a worker can send
// anything anywhere, which the control of the test shows to be the page's doing.
func TestNothingLeavesTheComputer(t *testing.T) {
	var asked []string
	content, err := os.ReadFile(strings.TrimPrefix(file(t), "file://"))
	require.NoError(t, err)
	plain := "<!DOCTYPE html><p id='drop'>control</p>"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.URL.Path == "/page" {
			_, _ = w.Write(content)
			return
		}
		_, _ = w.Write([]byte(plain))
	}))
	defer server.Close()
	tb := open(t, server.URL+"/control", 1280, 900)
	const fetches = `fetch(%q).then(() => 'sent', () => 'refused')`
	assert.Equal(t, "sent", value[string](tb, fmt.Sprintf(fetches, server.URL+"/leak")), "the control can send")
	asked = nil
	tb.do(chromedp.Navigate(server.URL + "/page"))
	tb.choose(data("single.csv"))
	tb.few()
	assert.Equal(t, "refused", value[string](tb, fmt.Sprintf(fetches, server.URL+"/leak")))
	inWorker := fmt.Sprintf(`new Promise(done => {
		const w = new Worker(URL.createObjectURL(new Blob(["fetch('%s/leak').then(() => postMessage('sent'), " +
			"() => postMessage('refused'))"])));
		w.onmessage = e => done(e.data);
	})`, server.URL)
	assert.Equal(t, "refused", value[string](tb, inWorker))
	tb.done()
	for _, path := range asked {
		assert.Contains(t, []string{"/page", "/favicon.ico"}, path)
	}
	server.Close()
	before := len(asked)
	tb.choose(data("stars.csv"))
	tb.until(hasCoefficients)
	assert.Contains(t, tb.report(), "stars.csv")
	assert.Len(t, asked, before)
	assert.Contains(t, value[string](tb, "document.body.textContent"), "Nothing leaves this computer")
}

// On a phone: a file of stars, and one with a judge, fill the width and no more; controls can be hit and have names.
func TestStarsOnAPhone(t *testing.T) {
	tb := open(t, file(t), 390, 844)
	tb.choose(data("stars.csv"))
	tb.few()
	tb.done()
	assert.Contains(t, tb.report(), "ordered categories")
	tb.fits()
	assert.Empty(t, value[[]string](tb, `[...document.querySelectorAll('button, select, input, textarea, .button')]
		.filter(c => c.type !== 'file' && c.getClientRects().length && c.getBoundingClientRect().height < 44)
		.map(c => c.id)`), "too small for a finger")
	assert.Empty(t, value[[]string](tb, `[...document.querySelectorAll('select, input, textarea')]
		.filter(c => !c.labels.length).map(c => c.id)`), "without a name")
	tb.clean()
}

// By keyboard alone: cells are pasted, a column is corrected, a faulty choice is said and focused.
func TestKeyboardAndPaste(t *testing.T) {
	tb := open(t, file(t), 1000, 800)
	var cells strings.Builder
	cells.WriteString("thing\tother\tverdict\n") // two columns that could be the item
	for item := range 8 {
		for who := range 8 {
			fmt.Fprintf(&cells, "i%d\to%d\t%d\n", item, who, (item+who)%8/4)
		}
	}
	tb.do(chromedp.KeyEvent("\t\t\r")) // the file, the summary, which opens
	tb.until(`document.getElementById('paste').open`)
	tb.do(chromedp.KeyEvent("\t"))
	assert.Equal(t, "cells", value[string](tb, "document.activeElement.id"))
	tb.set("cells", cells.String())
	tb.do(chromedp.KeyEvent("\t"))
	assert.Equal(t, "take", value[string](tb, "document.activeElement.id"))
	tb.do(chromedp.KeyEvent("\r"))
	tb.until(hasFault)
	assert.Contains(t, tb.text("fault"), "Choose above which column")
	assert.Equal(t, "alert", value[string](tb, `document.getElementById('fault').getAttribute('role')`))
	assert.Equal(t, "item", value[string](tb, "document.activeElement.id"))
	assert.Equal(t, "fault", value[string](tb, "document.activeElement.getAttribute('aria-describedby')"))
	tb.set("item", "thing")
	tb.set("labeler", "other")
	tb.set("label", "verdict")
	tb.set("draws", fmt.Sprint(draws))
	tb.do(chromedp.Focus(chromedp.CSS("#again")), chromedp.KeyEvent("\r"))
	tb.done()
	assert.Contains(t, tb.report(), "64 labels · 8 items")
	tb.clean()
}

// A file with a judge, whose study has one labeler, and the coefficients while its model is fitted; then another file,
// which ends that fit and says so.
func TestJudgeAndASecondFile(t *testing.T) {
	tb := open(t, file(t), 1000, 800)
	tb.choose(aJudged(t))
	tb.few()
	tb.done()
	assert.Contains(t, tb.report(), "judge")
	tb.choose(data("policy.csv"))
	tb.until(`!document.getElementById('bar').hidden`)
	// Dropped, not chosen.
	value[bool](tb, `(() => {
		const files = new DataTransfer();
		files.items.add(new File(['item,labeler,label\na,x,1\na,y,1\nb,x,0\nb,y,1\nc,x,0\nc,y,0\n'], 'second.csv'));
		for (const kind of ['dragenter', 'dragover', 'drop']) {
			dispatchEvent(new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
		}
		window.said = document.getElementById('status').textContent;
		return true;
	})()`)
	assert.Equal(t, "The work on policy.csv was cancelled. Reading second.csv…", value[string](tb, "window.said"))
	tb.until(hasCoefficients + ` && document.getElementById('report').contentDocument.title.includes('second.csv')`)
	tb.until(`!document.getElementById('bar').hidden`)
	tb.press("cancel")
	tb.until(`/cancelled/.test(document.getElementById('status').textContent)`)
	assert.Contains(t, tb.report(), "6 labels · 3 items")
	tb.clean()
}

// What cannot be used is said in words, by the name of the file, and the page goes on.
func TestBrokenFiles(t *testing.T) {
	tb := open(t, file(t), 1000, 800)
	dir := t.TempDir()
	for _, c := range []struct{ name, text, want string }{
		{"broken.csv", "item,labeler,label\na,x,1\nb,y\n", "broken.csv:3"},
		{"book.xlsx", "PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00xl/workbook.xml", "cut off"},
		{"table.parquet", "PAR1" + strings.Repeat("\x00", 40) + "PAR1", "Parquet"},
		{"empty.csv", "", "empty"},
		{"unanimous.csv", "item,labeler,label\na,x,1\na,y,1\nb,x,1\nb,y,1\n", ""},
	} {
		path := filepath.Join(dir, c.name)
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o644))
		tb.choose(path)
		tb.until(fmt.Sprintf(`%s && document.getElementById('name').textContent === %q`, hasFault, c.name))
		assert.Contains(t, tb.text("fault"), c.want)
		assert.NotContains(t, tb.text("fault"), " --", "flags are the command's")
	}
	tb.clean()
}

// The answer to an example is on the first screen of the window: the form is one line, and opens to be changed.
func TestAnswerFirst(t *testing.T) {
	for _, window := range [][2]int64{{1280, 900}, {390, 844}} {
		tb := open(t, file(t), window[0], window[1])
		tb.do(chromedp.Click(chromedp.CSS("[data-file='stars.csv']")))
		tb.until(hasCoefficients)
		assert.False(t, value[bool](tb, `document.getElementById('change').open`))
		assert.Less(t, value[float64](tb, `document.getElementById('report').getBoundingClientRect().top`),
			float64(window[1])/3, "in the upper third")
		assert.Equal(t, "stars.csv: How reliable are these labels?", tb.text("name")+tb.text("asked"))
		tb.do(chromedp.Click(chromedp.CSS("#change > summary")))
		tb.until(`document.getElementById('again').getClientRects().length === 1`)
		tb.set("draws", fmt.Sprint(draws))
		tb.press("again")
		tb.done()
		assert.False(t, value[bool](tb, `document.getElementById('change').open`))
		tb.fits()
		tb.clean()
	}
}

// Of a workbook with two tables one sheet is chosen, and the command that the page shows reads the same.
func TestWorkbook(t *testing.T) {
	tb := open(t, file(t), 1000, 800)
	tb.choose(data("strangers/workbook_waves.xlsx"))
	tb.until(hasFault)
	assert.Contains(t, tb.text("fault"), `"Wave 1", "Wave 2". Write the name of the sheet above`)
	assert.Equal(t, "sheet", value[string](tb, "document.activeElement.id"))
	tb.set("sheet", "Wave 2")
	tb.set("draws", fmt.Sprint(draws))
	tb.press("again")
	tb.done()
	assert.Contains(t, tb.report(), "workbook_waves.xlsx")
	assert.Contains(t, tb.text("command"), "--sheet=Wave 2")
	tb.clean()
}

// A file of 2 GB, which the page reads piece by piece, is refused where it is damaged, by its line, and the page lives
// on.
func TestHugeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.csv")
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteString("item,labeler,label\n" + strings.Repeat("a,x,1\n", 100_000))
	require.NoError(t, err)
	require.NoError(t, f.Truncate(2<<30)) // with a hole that takes no room on the disk, and is zeros to who reads it
	tb := open(t, file(t), 1000, 800)
	tb.choose(path)
	tb.until(hasFault)
	assert.Contains(t, tb.text("fault"), "huge.csv:100002")
	tb.choose(data("single.csv"))
	tb.until(hasCoefficients)
	tb.clean()
}

// 100,000 labels are read, described and fitted while the page answers. The aim is that it never stops for more than
// 100 ms; the longest task takes 30 to 45 of processor time. What fails is a task that takes longer than a loop of
// known work takes on the same machine at the same time, as reading or fitting in the page would, and what made the
// report take ten times as long: fields in folded tables, for which browsers lay all their rows out.
func TestManyLabelsDoNotFreezeThePage(t *testing.T) {
	path := written(t, "item,labeler,label", func(add func(string, ...any)) {
		for item := range 2000 {
			for k := range 50 {
				who := (item + k*10) % 500
				add("i%d,w%d,%d", item, who, (item/7+item*k%11/9+who%5/4)%2)
			}
		}
	})
	tb := open(t, file(t), 1000, 800)
	busy := tb.trace()
	value[bool](tb, `setTimeout(() => {
		let x = 0;
		for (let i = 0; i < 3e8; i++) x += Math.sqrt(i);
		window.looped = x;
	}) > 0`)
	tb.until(`window.looped > 0`)
	frozen, _ := busy()
	require.Greater(t, frozen, 0.0, "a page that is frozen would be seen")
	longest := tb.trace()
	tb.choose(path)
	tb.until(hasCoefficients)
	tb.set("draws", "5")
	tb.press("again")
	began := time.Now()
	tb.done()
	assert.Contains(t, tb.report(), "100 000 labels · 2 000 items")
	most, tasks := longest()
	t.Logf("%d tasks in %v, the longest %.0f ms of processor time, the loop %.0f ms", tasks, time.Since(began),
		most, frozen)
	assert.Greater(t, tasks, 50, "the trace holds what the page did")
	assert.Less(t, most, frozen)
	const folded = `[...document.getElementById('report').contentDocument.querySelectorAll('details:not([open])')]`
	assert.Equal(t, 2, value[int](tb, folded+`.filter(d => d.querySelector('table.sortable')).length`))
	assert.Zero(t, value[int](tb, folded+`.filter(d => d.querySelector('input')).length`))
	value[bool](tb, folded+`[0].open = true`)
	tb.until(`document.getElementById('report').contentDocument.querySelectorAll('details[open] input').length === 1`)
	tb.clean()
}

// The page is small enough to be sent.
func TestSize(t *testing.T) {
	content, err := os.ReadFile(strings.TrimPrefix(file(t), "file://"))
	require.NoError(t, err)
	assert.Less(t, packed(t, content), 5_350_000, "bytes as a server sends it compressed")
}

// No script runs but the page's own and the report's, in the page or in the frame of the report. Theirs do: the
// report's tables can be searched.
func TestForeignScriptsDoNotRun(t *testing.T) {
	tb := open(t, file(t), 1200, 900)
	tb.choose(data("misfit_random.csv"))
	tb.few()
	tb.done()
	require.NotEmpty(t, tb.report())
	const foreign = `(page => {
		const script = page.createElement('script'), image = page.createElement('img');
		script.textContent = 'parent.foreign = 1';
		image.setAttribute('onerror', 'parent.foreign = 2');
		page.body.append(script, image);
		image.dispatchEvent(new Event('error'));
		return window.foreign === undefined;
	})(%s)`
	assert.True(t, value[bool](tb, fmt.Sprintf(foreign, "document")))
	assert.True(t, value[bool](tb, fmt.Sprintf(foreign, "document.getElementById('report').contentDocument")))
	assert.True(t, value[bool](tb, `(() => {
		const page = document.getElementById('report').contentDocument;
		const sortable = page.querySelectorAll('table.sortable').length;
		for (const folded of page.querySelectorAll('details')) folded.open = true;
		return sortable === 0 || new Promise(done => {
			setTimeout(() => done(page.querySelector('input[type=search]') !== null), 500);
		});
	})()`))
}

// On a wide window the report's list of sections stays in sight while the page is scrolled, and its links lead to the
// sections, although the report stands in a frame that is as high as itself.
func TestListOfSectionsStaysInSight(t *testing.T) {
	tb := open(t, file(t), 1400, 800)
	tb.choose(data("single.csv"))
	tb.few()
	tb.done()
	const place = `(() => {
		const frame = document.getElementById('report'), list = frame.contentDocument.querySelector('nav');
		return frame.getBoundingClientRect().top + list.getBoundingClientRect().%s;
	})()`
	for _, share := range []float64{0.3, 0.6, 0.9} {
		value[bool](tb, fmt.Sprintf(`new Promise(done => {
			scrollTo(0, %v * document.documentElement.scrollHeight);
			requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
		})`, share))
		assert.GreaterOrEqual(t, value[float64](tb, fmt.Sprintf(place, "top")), 0.0, "at %v of the page", share)
		assert.LessOrEqual(t, value[float64](tb, fmt.Sprintf(place, "bottom")), 800.0, "at %v of the page", share)
	}
	value[bool](tb, `(() => {
		scrollTo(0, 0);
		document.getElementById('report').contentDocument.querySelector('nav a[href="#labels"]').click();
		return true;
	})()`)
	tb.until(`(() => {
		const frame = document.getElementById('report');
		const top = frame.getBoundingClientRect().top +
			frame.contentDocument.getElementById('labels').getBoundingClientRect().top;
		return top > -50 && top < 700 && scrollY > 0;
	})()`)
	tb.clean()
}
