//go:build unix

package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Of runs that begin at once in one folder one works, and the others say which process that is: a second one would
// remove what the first one is writing. The folder is the one that a run alone makes.
func TestRunsInOneFolder(t *testing.T) {
	file, base := weeksFile(t, 6), t.TempDir()
	alone, shared := filepath.Join(base, "alone"), filepath.Join(base, "shared")
	_ = batchOf(file, alone).Run() // so few draws have not converged, which the exit code says
	const runs = 8
	commands, said := make([]*exec.Cmd, runs), make([]bytes.Buffer, runs)
	for i := range commands {
		commands[i] = batchOf(file, shared)
		commands[i].Stderr = &said[i]
		require.NoError(t, commands[i].Start())
	}
	worked := 0
	for i, cmd := range commands {
		_ = cmd.Wait() // its exit code is looked at
		if code := cmd.ProcessState.ExitCode(); code == exitFine || code == exitNotConverged {
			worked++
			continue
		}
		assert.Equal(t, exitFailure, cmd.ProcessState.ExitCode(), said[i].String())
		assert.Contains(t, said[i].String(), "is writing to this folder")
	}
	assert.Positive(t, worked)
	assert.Equal(t, tablesOf(t, alone), tablesOf(t, shared))
	left, err := filepath.Glob(filepath.Join(shared, "*", ".part*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
