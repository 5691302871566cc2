package browser

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// aJudged is a file of people and a judge, whose study has one label of each item.
func aJudged(t *testing.T) string {
	t.Helper()
	return written(t, "item,labeler,study,label", func(add func(string, ...any)) {
		for item := range 60 {
			for who := range 5 {
				add("i%d,w%d,people,%d", item, who, (item/20+item*who%7/5)%2)
			}
			add("i%d,model,judge,%d", item, (item/20+item%9/8)%2)
		}
	})
}

// compared is the JSON of fit judge.
type compared struct {
	Rows []struct {
		Quantity, Group, Of, Against, By, Scale, Category, Why string
		N                                                      int
		Value, Lower, Upper                                    float64
	}
}

// sameJudges asserts that a comparison of the page is the command's, but for Monte Carlo error: means differ by less
// than a share of the width of their interval.
func sameJudges(tb *tab, file string, args ...string) {
	tb.Helper()
	var got, want compared
	require.NoError(tb, json.Unmarshal([]byte(tb.download("Result as JSON")), &got))
	out, err := exec.Command(command(tb), append(append([]string{"judge", "--format=json", "--quiet"}, args...),
		file)...).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 4 {
		require.NoError(tb, err)
	}
	require.NoError(tb, json.Unmarshal(out, &want))
	require.NotEmpty(tb, want.Rows)
	require.Len(tb, got.Rows, len(want.Rows))
	for i, r := range want.Rows {
		of := got.Rows[i]
		width := r.Upper - r.Lower
		switch r.Quantity {
		case "validity", "worth", "judge_bias", "common_errors":
			assert.InDelta(tb, r.Value, of.Value, 0.25*width)
			assert.InDelta(tb, r.Lower, of.Lower, 0.4*width)
			assert.InDelta(tb, r.Upper, of.Upper, 0.4*width)
		}
		of.Value, of.Lower, of.Upper = r.Value, r.Lower, r.Upper
		assert.Equal(tb, r, of)
	}
}

// A file with a judge is fitted like any other, and the comparison is offered, not begun; once it is asked for, it is
// the command's, and run.json repeats it there.
func TestJudgesAreOffered(t *testing.T) {
	tb := open(t, file(t), 390, 844)
	judged := aJudged(t)
	tb.choose(judged)
	tb.few()
	tb.done()
	assert.Contains(t, tb.report(), "Reliability")
	assert.Equal(t, "reliability", tb.asked())
	assert.Contains(t, tb.text("likely"), "judge has one label of each item, and people has several")
	tb.press("compare")
	tb.until(`/^Done/.test(document.getElementById('status').textContent) &&
		document.getElementById('likely').hidden`)
	require.Empty(t, tb.text("fault"))
	assert.Contains(t, tb.report(), "better than a person")
	tb.fits()
	sameJudges(tb, judged, "--humans=people", fmt.Sprint("--draws=", draws))
	assert.Contains(t, tb.download("Report as a page"), "<!DOCTYPE html>")
	assert.Contains(t, tb.download("Estimates as a table"), "\nworth,,people,judge,")
	assert.Contains(t, tb.download("Report as text"), "── a person ──")
	run := filepath.Join(t.TempDir(), "run.json")
	require.NoError(t, os.WriteFile(run, []byte(tb.download("run.json")), 0o644))
	text, err := exec.Command(command(t), "judge", "--from", run, judged).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 4 {
		require.NoError(t, err, "%s", text)
	}
	assert.Contains(t, string(text), "js/wasm")
	tb.clean()
}

// By menus: the labelers of a file of one study are judges if they are chosen; what is wrong is said by the menu that
// mends it, and a comparison that is cancelled leaves the coefficients.
func TestJudgesByMenus(t *testing.T) {
	tb := open(t, file(t), 1000, 800)
	tb.choose(data("single.csv"))
	tb.few()
	tb.done()
	assert.True(t, value[bool](tb, `document.getElementById('likely').hidden`), "nothing to offer")
	tb.ask("judges")
	tb.press("again")
	tb.until(hasFault)
	assert.Contains(t, tb.text("fault"), "who are the judges?")
	assert.Equal(t, "judges", value[string](tb, "document.activeElement.id"))
	chosen := value[string](tb, `(() => {
		const menu = document.getElementById('judges');
		menu.options[0].selected = true;
		document.getElementById('again').click();
		return menu.options[0].value;
	})()`)
	tb.done()
	assert.Contains(t, tb.report(), "better than a person")
	assert.Equal(t, chosen, value[string](tb, "document.getElementById('judges').value"), "the choice is kept")
	sameJudges(tb, data("single.csv"), "--judge="+chosen, fmt.Sprint("--draws=", draws))
	tb.set("draws", "")
	tb.press("again")
	tb.until(`!document.getElementById('bar').hidden`)
	tb.press("cancel")
	tb.until(`/cancelled/.test(document.getElementById('status').textContent)`)
	assert.Contains(t, tb.report(), "single.csv")
	tb.clean()
}

// Six language models beside people who mark 1,698 answers from 1 to 5, with all draws.
func TestManyJudges(t *testing.T) {
	path := filepath.Join(filepath.Dir(root), "shared", "data", "prompts_judges.csv")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no shared/data/prompts_judges.csv beside the repository")
	} else {
		require.NoError(t, err)
	}
	tb := open(t, file(t), 1280, 900)
	tb.choose(path)
	tb.until(`!document.getElementById('likely').hidden`)
	tb.press("compare")
	tb.done()
	t.Logf("six judges: %s", tb.text("status"))
	assert.Contains(t, tb.report(), " than a person")
	sameJudges(tb, path, "--humans=human")
	tb.clean()
}
