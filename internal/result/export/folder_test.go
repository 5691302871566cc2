package export

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/spec"
)

func readCSV(t *testing.T, text string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	return rows
}

func put(t *testing.T, path, text string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func TestFolderReplacesOnlyARun(t *testing.T) {
	out := outputOf(t, "single.csv", spec.Spec{}, 8)
	base := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{base}, parts...)...) }

	require.NoError(t, os.Mkdir(at("empty"), 0o755))
	require.NoError(t, out.Write(at("empty")))
	require.NoError(t, out.Write(at("new")))
	out.Arguments = []string{"again"}
	require.NoError(t, out.Write(at("new")), "an earlier run")
	saved, err := Open(at("new"))
	require.NoError(t, err)
	assert.Equal(t, []string{"again"}, saved.Manifest.Arguments)

	put(t, at("file"), "text")
	put(t, at("mine", "notes.txt"), "mine")
	put(t, at("fake", "run.json"), `{"format": "another"}`)
	require.NoError(t, out.Write(at("with notes")))
	put(t, at("with notes", "notes.txt"), "mine")
	require.NoError(t, out.Write(at("with chain")))
	put(t, at("with chain", "chains", "mine.csv"), "mine")
	for name, why := range map[string]string{
		"file": "a file of that name", "mine": "not empty", "fake": "holds no earlier run",
		"with notes": "notes.txt", "with chain": "mine.csv", "absent/run": "does not exist",
	} {
		assert.ErrorContains(t, CheckFolder(at(name)), why)
		assert.ErrorContains(t, out.Write(at(name)), why)
	}
	assert.FileExists(t, at("mine", "notes.txt"))
	assert.FileExists(t, at("with notes", "notes.txt"))
	assert.FileExists(t, at("with chain", "chains", "mine.csv"))
	left, err := filepath.Glob(at(".*"))
	require.NoError(t, err)
	assert.Empty(t, left, "nothing temporary is left")
}

// A link to a folder stays a link.
func TestFolderBehindALink(t *testing.T) {
	out := outputOf(t, "single.csv", spec.Spec{}, 8)
	base := t.TempDir()
	require.NoError(t, out.Write(filepath.Join(base, "real")))
	require.NoError(t, os.Symlink("real", filepath.Join(base, "link")))
	require.NoError(t, out.Write(filepath.Join(base, "link")))
	info, err := os.Lstat(filepath.Join(base, "link"))
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
}

func TestFewerChainsAfterMany(t *testing.T) {
	out := outputOf(t, "single.csv", spec.Spec{}, 8)
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, out.Write(dir))
	put(t, filepath.Join(dir, "chains", "chain_9.csv"), "of a run with more chains")
	require.NoError(t, out.Write(dir))
	files, err := os.ReadDir(filepath.Join(dir, "chains"))
	require.NoError(t, err)
	assert.Len(t, files, 2)
}

// Damaged files are errors, never numbers or a panic.
func TestDamagedFolders(t *testing.T) {
	out := outputOf(t, "single.csv", spec.Spec{}, 8)
	for _, c := range []struct{ file, old, new string }{
		{"run.json", `"format": "concord run 1"`, `"format": "concord run 9"`},
		{"run.json", `{`, `[`},
		{"run.json", `"chains": 2`, `"chains": 3`},
		{"run.json", `"chains": 2`, `"chains": -1`},
		{"run.json", `"draws": 8`, `"draws": 7`},
		{"run.json", `"draws": 8`, `"draws": 4000000000`},
		{"run.json", `"family": "bernoulli"`, `"family": "poisson"`},
		{"run.json", `"name": "sd_item"`, `"name": "sd_jtem"`},
		{"draws.json", `"sd_item"`, `"sd_jtem"`},
		{"draws.json", `"energy"`, `"enemy"`},
		{"draws.json", `{"posterior": {`, `{"posterior": `},
		{"draws.json", `"mu": [[[`, `"mu": [[["x",`},
		{"report.json", `{`, ``},
		{"report.json", `"rows"`, `"rose"`},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		require.NoError(t, out.Write(dir))
		b, err := os.ReadFile(filepath.Join(dir, c.file))
		require.NoError(t, err)
		require.Contains(t, string(b), c.old)
		put(t, filepath.Join(dir, c.file), strings.Replace(string(b), c.old, c.new, 1))
		saved, err := Open(dir)
		if err == nil {
			_, err = saved.Draws()
		}
		assert.Error(t, err, "%+v", c)
	}
}
