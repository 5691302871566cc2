package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
)

// An exit code other than 0 has its reason on standard error, whatever the format, also of a run that is to be quiet.
func TestReasonOfTheExitCode(t *testing.T) {
	labels, err := os.ReadFile(testdata("single.csv"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("r.csv", labels, 0o644))
	require.NoError(t, os.WriteFile("same.csv", []byte("item,labeler,label\na,p,1\na,q,1\nb,p,1\nb,q,1\n"), 0o644))
	weeks := weeksFile(t, 2)
	few := "--quiet --draws 8 --warmup 8 --chains 2 "
	none := few + "--bootstrap 0 --replications 0 "
	try := func(code int, want, args string) {
		t.Helper()
		var out, stderr bytes.Buffer
		assert.Equal(t, code, run(strings.Fields(args),
			streams{in: strings.NewReader(""), out: &out, err: &stderr}), args)
		assert.Contains(t, stderr.String(), "fit: "+want, args)
		assert.Equal(t, 1, strings.Count(stderr.String(), "fit: "), args)
	}
	for _, format := range option.FormatAPA.Choices {
		try(exitNotConverged, "NOT CONVERGED: ", none+"--format "+format+" r.csv")
		if format != formatAPA {
			try(exitNotConverged, "2 fits are in doubt, the first of them 0: NOT CONVERGED: ",
				none+"--by week --format "+format+" "+weeks)
		}
	}
	for _, format := range option.Format.Choices {
		try(exitNotConverged, "NOT CONVERGED: ", "judge --judge labeler_01 "+few+"--format "+format+" r.csv")
	}
	_ = run(strings.Fields(none+"--out run r.csv"),
		streams{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &bytes.Buffer{}})
	for _, format := range []string{"text", "json"} {
		try(exitNotConverged, "NOT CONVERGED: ", "report --format "+format+" run")
		try(exitNotConverged, "NOT CONVERGED: ", "diagnose --format "+format+" run")
		try(exitNotConverged, "NOT CONVERGED: ", "plan --format "+format+" run")
		try(exitInput, "", "check --format "+format+" same.csv")
		try(exitNotConverged, "2 fits are in doubt", "batch "+none+"--by week --out "+format+" "+weeks)
	}
}

// A disk that is full is said once, however many files cannot be written.
func TestTablesThatCannotBeWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	args := append([]string{"batch", "--quiet", "--draws", "20", "--warmup", "20", "--chains", "1", "--bootstrap", "0",
		"--replications", "0", "--by", "week", "--out", dir}, weeksFile(t, 2))
	var out, stderr bytes.Buffer
	require.Equal(t, exitNotConverged, run(args,
		streams{in: strings.NewReader(""), out: &out, err: &stderr}), stderr.String())
	for _, name := range []string{"tasks.csv", "tasks.jsonl", "tasks.parquet", "seconds.csv"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.Remove(path))
		require.NoError(t, os.MkdirAll(filepath.Join(path, "in the way"), 0o755)) // so that no file can be put there
	}
	stderr.Reset()
	assert.Equal(t, exitFailure, run(args, streams{in: strings.NewReader(""), out: &out, err: &stderr}))
	assert.Equal(t, 1, strings.Count(stderr.String(), "cannot write "), stderr.String())
}
