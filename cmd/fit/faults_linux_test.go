package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A disk that fills up while files are written leaves the earlier ones as they were, nothing else,
// and the result on standard output.
func TestDiskFillsUp(t *testing.T) {
	disk := smallDisk(t, "1m")
	dir, page, made := filepath.Join(disk, "run"), filepath.Join(disk, "page.html"), filepath.Join(disk, "study.csv")
	command := func(args ...string) (code int, out, stderr string) {
		var o, e bytes.Buffer
		cmd := exec.Command("fit", args...)
		cmd.Stdout, cmd.Stderr = &o, &e
		_ = cmd.Run() // the exit code says how it ended
		return cmd.ProcessState.ExitCode(), o.String(), e.String()
	}
	contents := func() map[string]string {
		all := map[string]string{}
		require.NoError(t, filepath.WalkDir(disk, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			all[path] = string(b)
			return err
		}))
		return all
	}
	code, _, stderr := command("simulate", "--items", "100", "--output", made)
	require.Equal(t, exitFine, code, stderr)
	_, _, _ = command("--draws", "50", "--chains", "2", "--bootstrap", "0", "--replications", "0", "--out", dir,
		testdata("single.csv"))
	requireWhole(t, dir)
	before := contents()

	code, out, stderr := command("--draws", "3000", "--bootstrap", "0", "--replications", "0", "--out", dir,
		testdata("single.csv"))
	assert.Equal(t, exitFailure, code)
	assert.Contains(t, stderr, "cannot write "+dir)
	assert.Contains(t, stderr, "no space left on device")
	assert.Contains(t, out, "ICC", "the result is printed all the same")
	code, _, stderr = command("simulate", "--items", "50000", "--output", made)
	assert.Equal(t, exitFailure, code)
	assert.Contains(t, stderr, "no space left on device")
	assert.Equal(t, before, contents())

	// Not even room for the page.
	require.NoError(t, fill(filepath.Join(disk, "ballast")))
	code, out, stderr = command("--draws", "50", "--chains", "2", "--bootstrap", "0", "--replications", "0", "--html",
		page, testdata("single.csv"))
	assert.Equal(t, exitFailure, code)
	assert.Contains(t, stderr, "no space left on device")
	assert.Contains(t, out, "ICC")
	assert.ElementsMatch(t, []string{"run", "study.csv", "ballast"}, listed(t, disk))
}

// A disk that fills up while tasks are fitted leaves those that were finished, and the same command goes on when there
// is room.
func TestDiskFillsUpWithTasks(t *testing.T) {
	disk := smallDisk(t, "1400k")
	file, dir := weeksFile(t, 12), filepath.Join(disk, "run")
	require.NoError(t, os.WriteFile(filepath.Join(disk, "ballast"), make([]byte, 1200<<10), 0o644))
	full := batchOf(file, dir)
	var stderr bytes.Buffer
	full.Stderr = &stderr
	require.Error(t, full.Run())
	assert.Equal(t, exitFailure, full.ProcessState.ExitCode())
	assert.Contains(t, stderr.String(), "cannot write "+dir)
	assert.Contains(t, stderr.String(), "no space left on device")
	kept := finishedTasks(t, dir, 2)
	require.Less(t, len(kept), 12)
	require.NoError(t, os.Remove(filepath.Join(disk, "ballast")))
	out, _ := batchOf(file, dir).Output()
	assert.Contains(t, string(out), fmt.Sprintf("%d done before", len(kept)))
	other := filepath.Join(t.TempDir(), "run")
	_ = batchOf(file, other).Run()
	assert.Equal(t, tablesOf(t, other), tablesOf(t, dir))
}

// smallDisk returns a folder on a file system of its own of that size.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	disk := t.TempDir()
	skipWhereLacking(t, "small file system", syscall.Mount("tmpfs", disk, "tmpfs", 0, "size="+size))
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(disk, 0)) })
	return disk
}

// fill writes a file until the disk is full.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	return f.Close()
}
