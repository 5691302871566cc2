package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// before is a module with the word of its path in many places, and after has the files that the move changes.
var before = map[string]string{
	"go.mod":           "module trio\n\nrequire (\n\ttriolet.org/x v1.0.0\n)\n",
	"sub/go.mod":       "module trio/sub\n\nrequire trio v0.0.0\n\nreplace trio => ../\n",
	"voice/voice.go":   "// Package voice is of the trio/voices, see [trio/voice/high.Note].\npackage voice\n",
	"voice/high/h.go":  "package high\n",
	"cmd/main.go":      "package main\n\nimport (\n\t\"trio/voice\"\n\thigh \"trio/voice/high\"\n\t\"znet.org/x\"\n)\n",
	"README.md":        "Trio, trio/voices. `go mod edit -require trio@v0 -replace trio=../trio`\ntrio=1 trio@v0.org\n",
	".ci/run":          "go vet trio/voice/... && cat /cache/trio/voice ~/.trio/voice $X/trio/voice\n",
	"python/make.py":   "\"trio/voice.py\"\n",
	"testdata/binary":  "\x00 \"trio/voice\"",
	".hidden/settings": "\"trio/voice\"",
}

var after = map[string]string{
	"go.mod":     "module a.org/b/trio\n\nrequire (\n\ttriolet.org/x v1.0.0\n)\n",
	"sub/go.mod": "module a.org/b/trio/sub\n\nrequire a.org/b/trio v0.0.0\n\nreplace a.org/b/trio => ../\n",
	"voice/voice.go": "// Package voice is of the trio/voices, see [a.org/b/trio/voice/high.Note].\n" +
		"package voice\n",
	"cmd/main.go": "package main\n\nimport (\n\t\"a.org/b/trio/voice\"\n\thigh \"a.org/b/trio/voice/high\"\n" +
		"\t\"znet.org/x\"\n)\n",
	"README.md": "Trio, trio/voices. `go mod edit -require a.org/b/trio@v0 -replace a.org/b/trio=../trio`\ntrio=1 " +
		"trio@v0.org\n",
	".ci/run": "go vet a.org/b/trio/voice/... && cat /cache/trio/voice ~/.trio/voice $X/trio/voice\n",
}

func written(t *testing.T, texts map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range texts {
		file := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return root
}

func TestMove(t *testing.T) {
	root := written(t, before)
	require.NoError(t, os.Chmod(filepath.Join(root, ".ci", "run"), 0o755))
	old, changed, err := move(root, "a.org/b/trio")
	require.NoError(t, err)
	assert.Equal(t, "trio", old)
	for name, text := range before {
		want, moved := after[name]
		if !moved {
			want = text
		}
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		require.NoError(t, err)
		assert.Equal(t, want, string(got), name)
		assert.Equal(t, moved, slices.Contains(changed, name), name)
	}
	about, err := os.Stat(filepath.Join(root, ".ci", "run"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o755), about.Mode().Perm(), "a script stays one")

	// And from there to another path, although the new one has the old one's word in it.
	_, again, err := move(root, "trio.net/trio")
	require.NoError(t, err)
	assert.ElementsMatch(t, changed, again)
	text, err := os.ReadFile(filepath.Join(root, "sub", "go.mod"))
	require.NoError(t, err)
	const want = "module trio.net/trio/sub\n\nrequire trio.net/trio v0.0.0\n\nreplace trio.net/trio => ../\n"
	assert.Equal(t, want, string(text))
}

// Go files are as gofmt writes them: imports are in the order of their paths.
func TestMoveSortsImports(t *testing.T) {
	const source = "package main\n\nimport (\n\t\"b.org/x\"\n\t\"trio/voice\"\n)\n"
	root := written(t, map[string]string{"go.mod": "module trio\n", "voice/v.go": "package voice\n", "m.go": source})
	_, _, err := move(root, "a.org/trio")
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(root, "m.go"))
	require.NoError(t, err)
	assert.Equal(t, "package main\n\nimport (\n\t\"a.org/trio/voice\"\n\t\"b.org/x\"\n)\n", string(got))
}

func TestMoveRefuses(t *testing.T) {
	root := written(t, map[string]string{"go.mod": "module a.org/trio\n"})
	for path, want := range map[string]string{
		"trio":            "no path that can be fetched",
		"a.org/":          "no path that can be fetched",
		"https://a.org/b": "no path that can be fetched",
		"../b.org":        "no path that can be fetched",
		"a.org/trio":      "the module is a.org/trio already",
	} {
		_, _, err := move(root, path)
		assert.ErrorContains(t, err, want, path)
	}
	_, _, err := move(written(t, map[string]string{"go.mod": "go 1.26\n"}), "a.org/trio")
	assert.ErrorContains(t, err, "names no module")
	broken := written(t, map[string]string{"go.mod": "module trio\n", "v/v.go": "package v\nimport \"trio/v\"\nfunc {"})
	_, _, err = move(broken, "a.org/trio")
	assert.ErrorContains(t, err, "v/v.go: ")
	text, err := os.ReadFile(filepath.Join(broken, "go.mod"))
	require.NoError(t, err)
	assert.Equal(t, "module trio\n", string(text), "nothing was written")
}
