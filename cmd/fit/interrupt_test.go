//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// interrupted starts a fit that would take very long, sends it this signal once it tells of
// draws, and returns its output and exit code.
func endedBy(t *testing.T, with syscall.Signal, format string) (out string, code int) {
	t.Helper()
	cmd := exec.Command("fit", "--draws", "2000000", "--bootstrap", "0", "--format", format, testdata("single.csv"))
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	// Under nohup the tests ignore SIGHUP, and a child would inherit that. It does not inherit a handler.
	handled := make(chan os.Signal, 1)
	signal.Notify(handled, with)
	defer signal.Stop(handled)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && (!strings.Contains(lines.Text(), " draws") || strings.Contains(lines.Text(), " 0 draws")) {
	}
	require.NoError(t, cmd.Process.Signal(with))
	for lines.Scan() {
	}
	var exit *exec.ExitError
	require.True(t, errors.As(cmd.Wait(), &exit), "an interrupted run does not end with exit code 0")
	return stdout.String(), exit.ExitCode()
}

// Schedulers end a job by SIGTERM, and a terminal that is closed by SIGHUP. Both are as good as Ctrl-C.
func TestInterruptReportsTheDrawsSoFar(t *testing.T) {
	for _, with := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		out, code := endedBy(t, with, "json")
		assert.Equal(t, exitInterrupted, code, with)
		r := answerIn(t, out)
		assert.True(t, r.Runs[0].Sampler.Partial)
		assert.Positive(t, r.Runs[0].Sampler.Draws)
		assert.Less(t, r.Runs[0].Sampler.Draws, 2000000)
		assert.NotEmpty(t, estimates(r))
	}
}
