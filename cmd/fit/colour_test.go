package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func environment(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

func TestColourIsWantedUnlessRefused(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"TERM": "xterm"}, true},
		{map[string]string{"TERM": "xterm", "NO_COLOR": ""}, true},
		{map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, false},
		{map[string]string{"TERM": "xterm", "NO_COLOR": "0"}, false}, // any value, says no-color.org
		{map[string]string{"TERM": "dumb"}, false},
		{map[string]string{}, false},
	} {
		assert.Equal(t, c.want, colourful(environment(c.env)), "%v", c.env)
	}
	assert.True(t, controllable(environment(map[string]string{"TERM": "xterm", "NO_COLOR": "1"})),
		"a bar has no colour")
	assert.False(t, controllable(environment(map[string]string{"TERM": "dumb"})))
}

func TestWhatIsNoTerminalIsNotPainted(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer file.Close()
	for _, w := range []io.Writer{file, &firstError{w: file}, &bytes.Buffer{}, &firstError{w: io.Discard}} {
		assert.False(t, isTerminal(w))
		assert.False(t, bool(paintFor(w)))
	}
}

func TestPageIsPainted(t *testing.T) {
	page := strings.Join([]string{
		"a.csv: 4 labels of 2 items", "", "Study  labels", "  Warning: x  4", "", "Reliability  Estimate", "  all  0.5",
		"",
		"HMC: 4 chains of 10 draws.", "NOT CONVERGED: R̂ 2 (μ).", "Warning: 1 divergence.", "Nothing more to say.", "",
	}, "\n")
	want := strings.Join([]string{
		"\x1b[1ma.csv: 4 labels of 2 items\x1b[0m", "", "\x1b[1mStudy  labels\x1b[0m", "  Warning: x  4", "",
		"\x1b[1mReliability  Estimate\x1b[0m", "  all  0.5", "",
		"HMC: 4 chains of 10 draws.", "\x1b[31mNOT CONVERGED: R̂ 2 (μ).\x1b[0m",
		"\x1b[33mWarning: 1 divergence.\x1b[0m", "Nothing more to say.", "",
	}, "\n")
	assert.Equal(t, want, paint(true).page(page))
	assert.Equal(t, page, paint(false).page(page))
	assert.Equal(t, "Warning: x\n", paint(false).page("Warning: x\n"))
	assert.Equal(t, yellow+"PARTIAL: interrupted."+plain+"\n", paint(true).page("PARTIAL: interrupted.\n"))
}

// What was read is dim, the verdict bold to its end, marks are green, and what explains the numbers is dim.
func TestScreenIsPainted(t *testing.T) {
	in := func(code string, lines ...string) string {
		return code + strings.Join(lines, plain+"\n"+code) + plain + "\n"
	}
	rest := "\nGroup  ICC\n  a    0.5\n\nChecks  ✓ fine\nMeans.\nNext   more: fit next\n"
	page := "a.csv  4 labels\n  2 items\n\nThe finding goes\n  on\nAnd another.\n" + rest
	want := in(dim, "a.csv  4 labels", "  2 items") + "\n" + in(bold, "The finding goes", "  on", "And another.") +
		"\n" + in(bold, "Group  ICC") + "  a    0.5\n\nChecks  " + green + "✓ " + plain + "fine\n" + in(dim, "Means.") +
		"Next   more: fit next\n"
	assert.Equal(t, want, paint(true).screen(page))
	assert.Equal(t, page, paint(false).screen(page))
	joined := "a.csv  4 labels\n  2 items\nThe finding.\n" + rest
	assert.Contains(t, paint(true).screen(joined), in(dim, "a.csv  4 labels", "  2 items")+in(bold, "The finding."))
	assert.Contains(t, paint(true).screen("a.csv\n\nNOT CONVERGED: x.\n"), in(red, "NOT CONVERGED: x."))
	assert.Empty(t, paint(true).screen(""))
	assert.Equal(t, in(dim, "a.csv"), paint(true).screen("a.csv\n"))
}

// What is bold in the report of a fit are its headings, and all of them.
func TestHeadingsOfAReport(t *testing.T) {
	out, _ := runFit(t, exitFine, "--full", "--draws", "300", "--bootstrap", "20", "--replications", "50",
		testdata("single.csv"))
	var headings []string
	for line := range strings.Lines(paint(true).page(out)) {
		if heading, ok := strings.CutPrefix(line, bold); ok {
			headings = append(headings, strings.Fields(heading)[0])
		}
	}
	assert.Equal(t, []string{"single.csv", "One", "Reliability", "Data", "Reliability",
		"Parameters", "Latent", "Do", "Coefficients", "Model" + plain, "Family", "The", "How"}, headings)
}

// The error of a page that cannot be made, or written, is not lost.
func TestDisplayedKeepsErrors(t *testing.T) {
	var b strings.Builder
	require.NoError(t, onDisplay(&b, "text", func(w io.Writer, _ int) error {
		_, err := io.WriteString(w, "Study")
		return err
	}))
	assert.Equal(t, "Study", b.String())
	failing := onDisplay(&b, "text", func(io.Writer, int) error { return fmt.Errorf("no page") })
	assert.EqualError(t, failing, "no page")
}
