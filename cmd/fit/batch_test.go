//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// batchOf is the command that fits the weeks.
func batchOf(file, dir string, more ...string) *exec.Cmd {
	args := append([]string{"batch", "--by", "week", "--draws", "60", "--warmup", "50", "--chains", "2",
		"--replications", "0", "--out", dir, file}, more...)
	return exec.Command("fit", args...)
}

// tablesOf are the tables of a folder that are to be the same in every run.
func tablesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{"tasks.csv", "tasks.jsonl", "tasks.parquet"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		all[name] = string(b)
	}
	return all
}

// finishedTasks waits until a run has kept so many tasks, and returns what it keeps of them.
func finishedTasks(t *testing.T, dir string, most int) map[string]time.Time {
	t.Helper()
	kept := map[string]time.Time{}
	require.Eventually(t, func() bool {
		entries, _ := os.ReadDir(filepath.Join(dir, "tasks"))
		for _, e := range entries {
			if info, err := e.Info(); err == nil && filepath.Ext(e.Name()) == ".json" {
				kept[e.Name()] = info.ModTime()
			}
		}
		return len(kept) >= most
	}, time.Minute, time.Millisecond)
	return kept
}

// A run that is killed or interrupted goes on where it was: nothing that was finished is done again, and the tables are
// those of a run that was not stopped, on another number of cores.
func TestStoppedBatchGoesOn(t *testing.T) {
	file, base := weeksFile(t, 24), t.TempDir()
	whole := filepath.Join(base, "whole")
	_ = batchOf(file, whole, "--cores", "2").Run() // so few draws have not converged, which the exit code says
	want := tablesOf(t, whole)
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM} {
		dir := filepath.Join(base, signal.String())
		stopped := batchOf(file, dir, "--cores", "1")
		var stdout bytes.Buffer
		stopped.Stdout = &stdout
		require.NoError(t, stopped.Start())
		finishedTasks(t, dir, 2)
		require.NoError(t, stopped.Process.Signal(signal))
		require.Error(t, stopped.Wait())
		kept := finishedTasks(t, dir, 2)
		require.Less(t, len(kept), 24, "it was stopped before the end")
		if signal != syscall.SIGKILL {
			assert.Equal(t, exitInterrupted, stopped.ProcessState.ExitCode())
			assert.Contains(t, stdout.String(), "PARTIAL: interrupted. Repeat the command to finish.")
			assert.Less(t, len(tablesOf(t, dir)["tasks.csv"]), len(want["tasks.csv"]))
		}
		again := batchOf(file, dir, "--cores", "1")
		out, _ := again.Output()
		assert.Contains(t, string(out), "24 tasks: 24 fitted, ")
		assert.Contains(t, string(out), fmt.Sprintf("%d done before", len(kept)))
		assert.Equal(t, want, tablesOf(t, dir))
		now := finishedTasks(t, dir, 24)
		for name, written := range kept {
			assert.Equal(t, written, now[name], "%s is not written again", name)
		}
		left, err := filepath.Glob(filepath.Join(dir, "*", ".part*"))
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}

// What is interrupted before anything came of it says so. A command that was interrupted before it had read the file is
// tried again, with more time.
func TestInterruptBeforeTheFirstTask(t *testing.T) {
	file, dir := weeksFile(t, 2), filepath.Join(t.TempDir(), "run")
	for _, args := range [][]string{
		batchOf(file, dir, "--draws", "2000000").Args,
		{"fit", "--by", "week", "--draws", "2000000", file},
	} {
		for wait, early := 300*time.Millisecond, true; early; wait *= 2 {
			cmd := exec.Command(args[0], args[1:]...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			require.NoError(t, cmd.Start())
			time.Sleep(wait)
			require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
			require.Error(t, cmd.Wait())
			early = !cmd.ProcessState.Exited() || strings.Contains(stderr.String(), "interrupted while reading")
			if !early {
				assert.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode())
				assert.Contains(t, stderr.String(), "fit: interrupted before the first of the fits was done")
			}
		}
	}
}

// Labels that are packed have the tables, notes and warnings that they have where they are read as a whole, as they are
// where duplicates have a rule; from standard input too.
func TestPackedLabelsGiveTheSameTables(t *testing.T) {
	file, base := weeksFile(t, 5), t.TempDir()
	run := func(name string, cmd *exec.Cmd) (map[string]string, []string) {
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run() // so few draws have not converged, which the exit code says
		said := strings.ReplaceAll(stdout.String()+stderr.String(), filepath.Join(base, name), "FOLDER")
		// Steps that take more than a second tell so.
		lines := slices.DeleteFunc(strings.Split(said, "\n"), func(line string) bool {
			return strings.HasSuffix(line, " …") || strings.Contains(line, " fits done")
		})
		return tablesOf(t, filepath.Join(base, name)), lines
	}
	want, said := run("whole", batchOf(file, filepath.Join(base, "whole"), "--duplicates", "keep"))
	got, saidToo := run("packed", batchOf(file, filepath.Join(base, "packed")))
	assert.Equal(t, want, got)
	assert.Equal(t, said, saidToo)

	piped := batchOf("-", filepath.Join(base, "piped"))
	content, err := os.Open(file)
	require.NoError(t, err)
	defer content.Close()
	piped.Stdin = content
	got, _ = run("piped", piped)
	assert.Equal(t, want, got)
}
