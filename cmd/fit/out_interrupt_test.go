//go:build unix

package main

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/export"
)

// An interrupted run keeps the draws that it had, marked partial, in files that agree on their number.
func TestInterruptKeepsTheDrawsSoFar(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cmd := exec.Command("fit", "--draws", "2000000", "--chains", "1", "--bootstrap", "0", "--out", dir,
		testdata("single.csv"))
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && (!strings.Contains(lines.Text(), " draws") || strings.Contains(lines.Text(), " 0 draws")) {
	}
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM)) // as schedulers end a job
	for lines.Scan() {
	}
	require.Error(t, cmd.Wait(), "an interrupted run does not end with exit code 0")
	require.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode())

	saved, err := export.Open(dir)
	require.NoError(t, err)
	assert.True(t, saved.Manifest.Partial)
	assert.True(t, saved.Result.Runs[0].Sampler.Partial)
	assert.Equal(t, saved.Result.Runs[0].Sampler.Draws, saved.Manifest.Settings.Draws)
	assert.Less(t, saved.Manifest.Settings.Draws, 2000000)
	draws, err := saved.Draws()
	require.NoError(t, err)
	assert.Equal(t, saved.Manifest.Settings.Draws, draws.Fit.Draws().Iterations())
}
