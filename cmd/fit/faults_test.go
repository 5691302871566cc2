//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/export"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study/read"
)

// shortly is a fit that takes a moment.
func shortly(args ...string) []string {
	return append([]string{"--draws", "100", "--chains", "2", "--bootstrap", "20", "--replications", "20",
		testdata("single.csv")}, args...)
}

// listed returns the names in a folder but for hidden ones, under which files are made.
func listed(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// requireWhole requires that the folder of a run has all its draws.
func requireWhole(t *testing.T, dir string) {
	t.Helper()
	saved, err := export.Open(dir)
	require.NoError(t, err)
	_, err = saved.Draws()
	require.NoError(t, err)
}

// Killed at any moment, a run leaves the earlier files or the new ones, never half of one.
func TestKilledAtAnyMoment(t *testing.T) {
	base := t.TempDir()
	dir, page := filepath.Join(base, "run"), filepath.Join(base, "page.html")
	args := shortly("--quiet", "--format", "csv", "--out", dir, "--html", page)
	begin := time.Now()
	out, err := exec.Command("fit", args...).CombinedOutput()
	require.True(t, err == nil || strings.Contains(err.Error(), "status 4"), "%v %s", err, out)
	whole := time.Since(begin)
	const moments = 12
	killed := 0
	for n := range moments {
		cmd := exec.Command("fit", args...)
		require.NoError(t, cmd.Start())
		time.Sleep(whole * time.Duration(n) / (moments - 1))
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait() // that it was killed, or the exit code of a run that was quicker
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			killed++
		}
		requireWhole(t, dir)
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(strings.TrimSpace(string(text)), "</html>"), "moment %d", n)
		require.ElementsMatch(t, []string{"run", "page.html"}, listed(t, base), "moment %d", n)
	}
	assert.Positive(t, killed)
}

// What a full disk refuses is an error of every command and format, also where output is buffered.
func TestFullStandardOutput(t *testing.T) {
	_, err := os.Stat("/dev/full")
	skipWhereLacking(t, "/dev/full", err)
	run := filepath.Join(t.TempDir(), "run")
	_, _ = exec.Command("fit", shortly("--out", run)...).Output()
	requireWhole(t, run)
	commands := [][]string{
		{"agreement", "--bootstrap", "0", testdata("single.csv")},
		{"check", testdata("single.csv")},
		{"plan", run},
		{"diagnose", run},
		{"simulate"},
		{"--help"},
		{"--version"},
	}
	for _, format := range []string{"text", "json", "csv", "markdown", "latex"} {
		commands = append(commands, []string{"report", run, "--format", format})
	}
	for _, args := range commands {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		require.NoError(t, err)
		var stderr bytes.Buffer
		cmd := exec.Command("fit", args...)
		cmd.Stdout, cmd.Stderr = full, &stderr
		err = cmd.Run()
		require.NoError(t, full.Close())
		assert.Error(t, err, "%q", args)
		assert.Equal(t, exitFailure, cmd.ProcessState.ExitCode(), "%q", args)
		assert.Contains(t, stderr.String(), "no space left on device", "%q", args)
	}
}

// A reader that goes away ends the command as it ends others, by SIGPIPE; what goes to files is whole by then.
func TestClosedStandardOutput(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	read, write, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, read.Close())
	cmd := exec.Command("fit", shortly("--quiet", "--out", dir)...)
	cmd.Stdout = write
	require.Error(t, cmd.Run())
	require.NoError(t, write.Close())
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	require.True(t, ok)
	assert.True(t, status.Signaled() && status.Signal() == syscall.SIGPIPE, "%v", cmd.ProcessState)
	requireWhole(t, dir)
}

// So is the page of an earlier run.
func TestClosedStandardOutputOfReport(t *testing.T) {
	base := t.TempDir()
	dir, page := filepath.Join(base, "run"), filepath.Join(base, "page.html")
	_, _ = exec.Command("fit", shortly("--quiet", "--out", dir)...).Output() // few draws: the exit code may be 4
	read, write, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, read.Close())
	cmd := exec.Command("fit", "report", dir, "--html", page)
	cmd.Stdout = write
	require.Error(t, cmd.Run())
	require.NoError(t, write.Close())
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(text), "</html>")
}

// The second Ctrl-C ends a run that does not end by the first, here since nobody reads the
// pipe that the page goes to. What was written before stays.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	base := t.TempDir()
	dir, pipe := filepath.Join(base, "run"), filepath.Join(base, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	cmd := exec.Command("fit", shortly("--quiet", "--out", dir, "--html", pipe)...)
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // its exit code is looked at below
	}()
	for {
		if _, err := os.Stat(dir); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	// Signals that come while one is pending count once, so that two may take more than two.
	signals := 0
	for done := false; !done; signals++ {
		_ = cmd.Process.Signal(syscall.SIGINT) // fails when it is over
		select {
		case <-ended:
			done = true
		case <-time.After(20 * time.Millisecond):
		}
	}
	assert.Greater(t, signals, 1, "the first lets the run end by itself")
	assert.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode())
	requireWhole(t, dir)
	assert.ElementsMatch(t, []string{"run", "pipe"}, listed(t, base))
}

// A device or a named pipe is written to and stays what it is; so does a link; and permissions stay.
func TestFilesAreNotReplacedByOtherKinds(t *testing.T) {
	base := t.TempDir()
	at := func(name string) string { return filepath.Join(base, name) }
	simulate := func(path string) {
		out, err := exec.Command("fit", "simulate", "--items", "9", "--output", path).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	require.NoError(t, syscall.Mkfifo(at("pipe"), 0o600))
	text := make(chan string)
	go func() {
		b, err := os.ReadFile(at("pipe"))
		text <- fmt.Sprint(string(b), err)
	}()
	simulate(at("pipe"))
	assert.Contains(t, <-text, "item,labeler,label\nitem_1,")
	info, err := os.Lstat(at("pipe"))
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeNamedPipe)

	require.NoError(t, os.WriteFile(at("real"), []byte("earlier"), 0o600))
	require.NoError(t, os.Symlink("real", at("link")))
	simulate(at("link"))
	info, err = os.Lstat(at("link"))
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	info, err = os.Stat(at("real"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode())
	assert.Greater(t, info.Size(), int64(100))
}

// What cannot be written is said before anything is sampled, and nothing is left.
func TestFolderThatIsNotWritable(t *testing.T) {
	closed := filepath.Join(t.TempDir(), "closed")
	require.NoError(t, os.Mkdir(closed, 0o555))
	if f, err := os.Create(filepath.Join(closed, "x")); err == nil {
		require.NoError(t, f.Close())
		closed = "/proc" // permissions do not bind the superuser; no file can be made here
		_, err := os.Stat("/proc/self")
		skipWhereLacking(t, "folder that the superuser cannot write to", err)
	}
	for _, c := range []struct {
		code int
		args []string
	}{
		{exitUsage, []string{"--out", filepath.Join(closed, "run"), testdata("single.csv")}},
		{exitUsage, []string{"--html", filepath.Join(closed, "page.html"), testdata("single.csv")}},
		{exitFailure, []string{"simulate", "--output", filepath.Join(closed, "study.csv")}},
		{exitFailure, []string{"simulate", "--truth", filepath.Join(closed, "truth.json")}},
	} {
		var stdout, stderr bytes.Buffer
		code := run(c.args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
		assert.Equal(t, c.code, code, "%q: %s", c.args, &stderr)
		assert.Contains(t, stderr.String(), closed, "%q", c.args)
		assert.Empty(t, stdout.String(), "%q", c.args)
	}
}

// A panic in a function of the caller's is the error of a chain, also through model.
func TestPanicOfTheCallersIsAnError(t *testing.T) {
	table, err := read.Read(t.Context(), nil, testdata("single.csv"), read.Options{})
	require.NoError(t, err)
	_, err = model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{
		Seed: 1, Draws: 50, Progress: func(sampler.Progress) { panic("mine") },
	})
	var panicked *sampler.TargetPanic
	require.ErrorAs(t, err, &panicked)
	assert.Equal(t, "mine", panicked.Value)
	assert.Contains(t, string(panicked.Stack), "TestPanicOfTheCallersIsAnError")
}
