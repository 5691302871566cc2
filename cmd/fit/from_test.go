package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A run of an earlier version, which calls discrimination sensitivity, is repeated with all that it asked for.
func TestRepeatsARunWithEarlierNames(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "run", "run.json")
	runAny := func(args ...string) (out, told string) { // few draws need not converge
		var o, e bytes.Buffer
		code := run(append(args, "--format", "json"), streams{in: strings.NewReader(""), out: &o, err: &e})
		require.Contains(t, []int{exitFine, exitNotConverged}, code, e.String())
		return o.String(), e.String()
	}
	first, _ := runAny("--draws", "50", "--warmup", "50", "--chains", "2", "--replications", "0", "--bootstrap", "0",
		"--discrimination", "--out", filepath.Join(dir, "run"), testdata("single.csv"))
	require.Contains(t, first, `"discrimination_sd"`)
	text, err := os.ReadFile(kept)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(kept, bytes.ReplaceAll(text, []byte("discrimination"), []byte("sensitivity")),
		0o600))

	again, told := runAny("--from", kept)
	assert.Contains(t, told, "the draws are the same to the byte")
	estimates := func(text string) string {
		_, text, _ = strings.Cut(text, `"estimates"`)
		text, _, _ = strings.Cut(text, `"sampler"`)
		return text
	}
	require.Contains(t, estimates(first), `"discrimination_sd"`)
	assert.Equal(t, estimates(first), estimates(again))
	_, told = runAny("--from", kept, "--discrimination=false")
	assert.Contains(t, told, "--discrimination is false (was true)")
}
