package browser

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ofCommand runs the command line that the page shows, and returns the rows of its CSV.
func (tb *tab) ofCommand() []string {
	tb.Helper()
	words := strings.Fields(tb.text("command"))
	require.Equal(tb, "fit", words[0])
	cmd := exec.Command(command(tb), append(words[1:], "--format=csv", "--quiet")...)
	cmd.Dir = data("")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 4 { // few draws have not converged
		require.NoError(tb, err, tb.text("command"))
	}
	return strings.Split(string(out), "\n")
}

// sameRows asserts that rows of CSV are the same, but for the last digits of numbers, because the functions of package
// math are not the same on all processors.
func sameRows(t *testing.T, want, got []string) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		cells, others := strings.Split(want[i], ","), strings.Split(got[i], ",")
		require.Len(t, others, len(cells), want[i])
		for k, cell := range cells {
			if x, err := strconv.ParseFloat(cell, 64); err == nil && x != 0 {
				y, err := strconv.ParseFloat(others[k], 64)
				require.NoError(t, err, got[i])
				assert.InEpsilon(t, x, y, 1e-9, want[i])
				continue
			}
			assert.Equal(t, cell, others[k], want[i])
		}
	}
}

// Each question has an answer, which is the answer of the command that the page shows: the same rows, and without a
// model the same numbers. A file chooses the question if it can, and the page is no wider than a phone.
func TestQuestions(t *testing.T) {
	tb := open(t, file(t), 400, 800)
	for _, c := range []struct{ file, found, ask, says string }{
		{"peak_flow.csv", "measurement", "", "Limits of agreement"},
		{"policy.csv", "reliability", "agreement", "People agree with each other more in control than in reference"},
		{"misfit_random.csv", "reliability", "labelers", "By urgency"},
		{"topics.csv", "agreement", "", "Krippendorff"},
		{"criteria.csv", "criteria", "criteria", "halo"},
		{"battles.csv", "pairs", "pairs", "Wins against the others"},
		{"answers.csv", "reliability", "property", "Covariates"},
		{"stars.csv", "reliability", "plan", "Labels an item needs"},
	} {
		tb.choose(data(c.file))
		tb.until(fmt.Sprintf(`document.getElementById('name').textContent === %q &&
			document.getElementById('status').textContent.startsWith('Done') ||
			document.getElementById('name').textContent === %[1]q && document.body.classList.contains('read') &&
			!/^Reading/.test(document.getElementById('status').textContent)`, c.file))
		assert.Equal(t, c.found, tb.asked(), c.file)
		if c.ask != "" {
			tb.set("draws", fmt.Sprint(draws))
			tb.ask(c.ask)
			tb.press("again")
			tb.until(`!/^Done/.test(document.getElementById('status').textContent)`)
		}
		tb.done()
		assert.Contains(t, tb.report(), c.says, c.file)
		tb.fits()
		want, got := tb.ofCommand(), strings.Split(tb.download("Estimates as a table"), "\n")
		assert.Equal(t, want[0], got[0], c.file)
		assert.Len(t, got, len(want), c.file)
		if c.ask == "" || c.ask == "agreement" {
			sameRows(t, want, got)
		}
		assert.Contains(t, tb.download("Report as a page"), "<!DOCTYPE html>")
		assert.Contains(t, tb.download("Report as text"), c.file)
		assert.Contains(t, tb.download("Result as JSON"), `"verdict"`)
	}
	tb.clean()
}

// Questions are radio buttons with a name: arrow keys choose one, and Enter asks it. Those that the file cannot answer
// stand below, with the reason.
func TestQuestionsByKeyboard(t *testing.T) {
	tb := open(t, file(t), 1000, 800)
	tb.choose(data("stars.csv"))
	tb.until(hasCoefficients)
	tb.press("cancel")
	tb.do(chromedp.Focus(chromedp.CSS("[name=task]:checked")), chromedp.KeyEvent(kb.ArrowDown),
		chromedp.KeyEvent(kb.ArrowDown))
	tb.until(`document.querySelector('[name=task]:checked').value === 'measurement'`)
	assert.Equal(t, "task", value[string](tb, "document.activeElement.name"), "the choice keeps the focus")
	assert.Empty(t, value[[]string](tb, `[...document.querySelectorAll('[name=task]')]
		.filter(c => !c.labels.length || c.getBoundingClientRect().height < 44).map(c => c.value)`))
	tb.do(chromedp.KeyEvent("\r"))
	tb.done()
	assert.Contains(t, tb.report(), "SEM")
	assert.Equal(t, "fit measurement stars.csv", tb.text("command"))
	assert.Contains(t, tb.text("reasons"), "Which of these is better?No two columns name two candidates")
	tb.clean()
}

// Broken files are refused by their line, whatever is asked, with how to go on. A fit that is cancelled can be
// asked for again.
func TestQuestionsOfBrokenFilesAndCancelled(t *testing.T) {
	tb := open(t, file(t), 1000, 800)
	broken := filepath.Join(t.TempDir(), "broken.csv")
	text, err := os.ReadFile(data("battles.csv"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(broken, append(text[:5000:5000], "\nq9,atlas\n"...), 0o644))
	tb.choose(broken)
	tb.until(hasFault)
	assert.Regexp(t, `broken\.csv:\d+: `, tb.text("fault"))
	assert.NotContains(t, tb.text("fault"), " --", "flags are the command's")
	assert.True(t, value[bool](tb, `document.getElementById('bar').hidden`), "nothing goes on")
	tb.choose(data("criteria.csv"))
	tb.until(`!document.getElementById('bar').hidden && /Fitting/.test(document.getElementById('status').textContent)`)
	tb.press("cancel")
	assert.Equal(t, "The work on criteria.csv was cancelled.", tb.text("status"))
	tb.ask("criteria")
	tb.set("draws", fmt.Sprint(draws))
	tb.press("again")
	tb.done()
	// The labels answer three questions, which another question does not know.
	value[bool](tb, `(() => {
		const radio = document.querySelector('[name=task]:checked');
		radio.value = 'reliability';
		document.getElementById('again').click();
		return true;
	})()`)
	tb.until(hasFault)
	assert.Regexp(t, `criteria\.csv:362: .* “Do criteria go together\?”`,
		strings.ReplaceAll(tb.text("fault"), "\n", " "))
	assert.Equal(t, "criteria", value[string](tb, "document.activeElement.id"))
	tb.clean()
}
