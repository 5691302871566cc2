package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"concord/internal/slowtest"
)

// pseudoTerminal returns the two ends of a terminal of so many columns: what a command writes to the second
// is read from the first.
func pseudoTerminal(t *testing.T, columns int) (screen, line *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	skipWhereLacking(t, "pseudo-terminal", err)
	t.Cleanup(func() { screen.Close() })
	fd := int(screen.Fd())
	require.NoError(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	require.NoError(t, err)
	line, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	skipWhereLacking(t, "pseudo-terminal", err)
	require.NoError(t, unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: uint16(columns)}))
	return screen, line
}

// onTerminal runs the command with both outputs on a terminal and returns what the terminal got.
func onTerminal(t *testing.T, environment []string, args ...string) string {
	t.Helper()
	return onWideTerminal(t, 100, environment, args...)
}

func onWideTerminal(t *testing.T, columns int, environment []string, args ...string) string {
	t.Helper()
	screen, line := pseudoTerminal(t, columns)
	cmd := exec.Command("fit", args...)
	cmd.Env = append(os.Environ(), environment...)
	cmd.Stdout, cmd.Stderr = line, line
	return shownBy(t, cmd, screen, line)
}

// screenOf is the output of the command alone, on a terminal without colours.
func screenOf(t *testing.T, columns int, args ...string) string {
	t.Helper()
	screen, line := pseudoTerminal(t, columns)
	cmd := exec.Command("fit", args...)
	cmd.Env = append(os.Environ(), "TERM=dumb")
	cmd.Stdout = line
	return shownBy(t, cmd, screen, line)
}

// shownBy runs the command and returns what its terminal got.
func shownBy(t *testing.T, cmd *exec.Cmd, screen, line *os.File) string {
	t.Helper()
	require.NoError(t, cmd.Start())
	require.NoError(t, line.Close())
	got := make(chan string)
	go func() {
		var b bytes.Buffer
		_, _ = io.Copy(&b, screen) // ends by EIO when the command has closed its end
		got <- b.String()
	}()
	_ = cmd.Wait() // few draws: the exit code may be 4
	return strings.ReplaceAll(<-got, "\r\n", "\n")
}

func TestColourOnATerminal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	_, _ = exec.Command("fit", shortly("--quiet", "--out", dir)...).Output() // few draws: the exit code may be 4
	colour, none := []string{"TERM=xterm", "NO_COLOR="}, []string{"TERM=xterm", "NO_COLOR=1"}
	dumb := []string{"TERM=dumb", "NO_COLOR="}
	out := onTerminal(t, colour, "report", dir)
	assert.Contains(t, out, "\n"+bold+"Reliability ")
	assert.Regexp(t, "\n\x1b\\[3[13]mChecks  ✗ ", out)
	for _, env := range [][]string{none, dumb} {
		out := onTerminal(t, env, "report", dir)
		assert.NotContains(t, out, "\x1b", "%v", env)
		assert.Contains(t, out, "\nReliability ", "%v", env)
	}
	for _, format := range []string{"json", "csv", "markdown", "latex", "apa"} {
		assert.NotContains(t, onTerminal(t, colour, "report", dir, "--format", format), "\x1b", format)
	}
	assert.Contains(t, onTerminal(t, colour, "check", testdata("single.csv")), bold+"Group ")
	assert.Contains(t, onTerminal(t, colour, "plan", dir), bold+"Labels an item needs ")
	assert.Contains(t, onTerminal(t, colour, "diagnose", dir), bold+"Chain ")
	two := writeStudy(t)
	assert.Contains(t, onTerminal(t, colour, "agreement", "--bootstrap", "0", "--label", "label,label2", two),
		dim+"two.csv")
	csv := []string{"agreement", "--quiet", "--bootstrap", "0", "--label", "label,label2", "--format", "csv", two}
	assert.NotContains(t, onTerminal(t, colour, csv...), "\x1b")
	assert.Contains(t, onTerminal(t, colour, "agreement", "--label", "label", "--bootstrap", "0", two),
		yellow+"Warning: ")
}

// writeStudy writes a study of two label columns with a name that stands in two spellings.
func writeStudy(t *testing.T) string {
	path := t.TempDir() + "/two.csv"
	const rows = "item,labeler,label,label2\na,x,1,0\na,y,1,1\nb,x,0,0\nb,y,1,0\n"
	require.NoError(t, os.WriteFile(path, []byte(rows), 0o644))
	return path
}

// What of a bar stays on the screen is nothing; a terminal that cannot move its cursor gets lines.
func TestBarOnATerminal(t *testing.T) {
	shown := func(terminal string) string {
		t.Setenv("TERM", terminal)
		screen, line := pseudoTerminal(t, 100)
		p := newProgress(line)
		for n := range 11 {
			p.sampled(tenth(n))
		}
		p.finish()
		require.NoError(t, line.Close())
		got, _ := io.ReadAll(screen) // ends by EIO when the other end is closed
		return strings.ReplaceAll(string(got), "\r\n", "\n")
	}
	bar := shown("xterm")
	assert.Contains(t, bar, "2 of 4 chains done, 0 divergences, 4 s left")
	assert.NotContains(t, bar, "\n")
	assert.True(t, strings.HasSuffix(bar, "\r"), "%q", bar)
	for _, frame := range strings.Split(bar, "\r") {
		assert.LessOrEqual(t, utf8.RuneCountInString(frame), 100, "it fits the width: %q", frame)
	}
	assert.Equal(t, "400 of 4000 iterations, 0 draws: 4 chains warming up, 0 divergences, 9 s left\n", shown("dumb"))
}

// Whatever the width of the terminal, it has to break no line of a page, and so no number.
func TestPagesFitTheTerminal(t *testing.T) {
	slowtest.Only(t)
	dir := filepath.Join(t.TempDir(), "run")
	_, _ = exec.Command("fit", "--quiet", "--draws", "50", "--chains", "2", "--bootstrap", "10", "--out", dir,
		testdata("policy.csv")).Output()
	two := writeStudy(t)
	for _, columns := range []int{60, 80, 100, 120, 200} {
		for _, args := range [][]string{
			{"report", dir}, {"report", dir, "--format", "apa"}, {"diagnose", dir}, {"plan", dir},
			{"check", testdata("policy.csv")},
			{"agreement", "--bootstrap", "10", testdata("policy.csv")},
			{"agreement", "--bootstrap", "0", "--label", "label,label2", two},
			{"--reference", "nobody", two}, {"check", "--strict", testdata("absent.csv")},
			{testdata("single_truth.json")},
		} {
			out := onWideTerminal(t, columns, []string{"TERM=dumb"}, args...)
			assert.NotEmpty(t, out, "%q", args)
			for line := range strings.Lines(out) {
				line = strings.TrimSuffix(line, "\n")
				marks := strings.Count(line, "\u0302")       // the hat of R̂ takes no column
				one := len(strings.Fields(line)) == 1        // such as a path
				command := strings.HasPrefix(line, "  fit ") // which is to be pasted whole
				fits := utf8.RuneCountInString(line)-marks <= columns
				assert.True(t, one || command || fits, "%d columns, %q: %q", columns, args, line)
			}
		}
	}
}

// Help breaks at words too, but for examples, which are to be copied.
func TestHelpFitsTheTerminal(t *testing.T) {
	for _, columns := range []int{80, 100, 200} {
		for _, args := range [][]string{
			{"--help"}, {"agreement", "--help"}, {"simulate", "--help"}, {"plan", "--help"},
		} {
			out := onWideTerminal(t, columns, []string{"TERM=dumb"}, args...)
			before, rest, found := strings.Cut(out, "\nExamples:\n")
			require.True(t, found)
			_, flags, found := strings.Cut(rest, "\nColumns:\n")
			if !found { // fit simulate and fit plan DIR have no columns
				_, flags, found = strings.Cut(rest, "\nOutput:\n")
			}
			require.True(t, found)
			assert.Contains(t, flags, "  --")
			for line := range strings.Lines(before + flags) {
				line = strings.TrimSuffix(line, "\n")
				assert.LessOrEqual(t, utf8.RuneCountInString(line), columns, "%d columns, %q: %q", columns, args, line)
			}
		}
	}
}
