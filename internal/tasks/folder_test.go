package tasks

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/export"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
)

func manifest() Manifest {
	return Manifest{Program: export.Program{Name: "fit", Version: "v1"}, Flags: map[string][]string{"draws": {"200"},
		"by": {"week"}}, Input: export.Input{SHA256: strings.Repeat("ab", 32)}}
}

func key(values ...string) batch.Key {
	var k batch.Key
	for i, v := range values {
		k = append(k, batch.Cut{Name: []string{"week", "language"}[i], Value: v})
	}
	return k
}

func put(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func TestFolderKeepsTasks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	f, err := Open(dir, manifest())
	require.NoError(t, err)
	k := key("1", "en/../x")
	assert.False(t, f.Has(k))
	_, there, err := f.Get(k)
	require.NoError(t, err)
	assert.False(t, there)
	task := fits.Task{Key: k.Values(), Seed: 1<<53 - 1, Undefined: "too few"}
	require.NoError(t, f.Put(k, task, 1500*time.Millisecond))
	put(t, filepath.Join(dir, "tasks", ".part-123"), `{"key":`) // of a process that was killed
	put(t, filepath.Join(dir, ".part-9"), `x`)

	var busy *Busy
	_, err = Open(dir, manifest())
	require.ErrorAs(t, err, &busy, "a second run in the folder would remove what the first one writes")
	assert.FileExists(t, filepath.Join(dir, "tasks", ".part-123"))
	assert.Contains(t, err.Error(), fmt.Sprintf("process %d on ", os.Getpid()))
	require.NoError(t, f.Close())
	again, err := Open(dir, manifest())
	require.NoError(t, err)
	assert.True(t, again.Has(k))
	assert.False(t, again.Has(key("1", "en-..-x")), "looks like it in the name of a file")
	kept, there, err := again.Get(k)
	require.NoError(t, err)
	assert.True(t, there)
	assert.Equal(t, Kept{task, 1.5}, kept)
	assert.NoFileExists(t, filepath.Join(dir, "tasks", ".part-123"))
	assert.NoFileExists(t, filepath.Join(dir, ".part-9"))
}

// A folder takes tasks of one run only, and says what another has that this one has not.
func TestFolderOfAnotherRunIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	_, err := Open(dir, manifest())
	require.NoError(t, err)
	for want, change := range map[string]func(*Manifest){
		"draws was 200 and is now 300": func(m *Manifest) {
			m.Flags = map[string][]string{"draws": {"300"}, "by": {"week"}}
		},
		"by was week and is now not set": func(m *Manifest) { delete(m.Flags, "by") },
		"its input has SHA-256 abababababab…, but this input has cdcd…": func(m *Manifest) {
			m.Input.SHA256 = "cdcd"
		},
		"it was made by fit v1 on /": func(m *Manifest) { m.Program.Version = "v2" },
	} {
		m := manifest()
		change(&m)
		var other *OtherRun
		require.ErrorAs(t, Check(dir, m), &other)
		assert.Equal(t, []string{want}, other.Differences)
		_, err := Open(dir, m)
		assert.ErrorAs(t, err, &other)
	}
	moved := manifest()
	moved.Input.Path, moved.Arguments, moved.Started = "elsewhere.csv", []string{"--cores=2"}, time.Now()
	assert.NoError(t, Check(dir, moved), "the same labels in another place")
}

func TestFolderOfSomethingElseIsRefused(t *testing.T) {
	base := t.TempDir()
	at := func(name string) string { return filepath.Join(base, name) }
	put(t, at("file"), "mine")
	for _, name := range []string{"mine", "empty", "broken", "later"} {
		require.NoError(t, os.Mkdir(at(name), 0o755))
	}
	put(t, at("mine/notes.txt"), "mine")
	put(t, at("broken/batch.json"), `{"format": `)
	put(t, at("later/batch.json"), `{"format": "concord batch 7"}`)
	for name, want := range map[string]string{"file": "a file of that name", "absent/run": "does not exist",
		"mine": "not empty and holds no earlier run", "broken": "not a batch.json",
		"later": `format "concord batch 7"`} {
		_, err := Open(at(name), manifest())
		assert.ErrorContains(t, err, want)
	}
	assert.FileExists(t, at("mine/notes.txt"))
	_, err := Open(at("empty"), manifest())
	assert.NoError(t, err)
}

// What something else wrote where a task is kept is an error, never the result of the task.
func TestDamagedTask(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	f, err := Open(dir, manifest())
	require.NoError(t, err)
	path := filepath.Join(dir, "tasks", Name(key("a"))+".json")
	for _, text := range []string{``, `{"key":["a"],`, `{"key":["b"],"seed":1}`, `[]`} {
		put(t, path, text)
		_, _, err = f.Get(key("a"))
		require.ErrorContains(t, err, "this is not the saved result of task a")
		_, err = f.Tables([]string{"week"}, []batch.Task{{Key: key("a")}}, nil)
		require.Error(t, err)
	}
	require.NoError(t, f.Close())
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{filepath.Join(dir, "batch.json"), filepath.Join(dir, "tasks")}, left)
}
