package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is where the module begins, seen from here.
const root = "../.."

// goFiles returns the names of all Go files of the module, with slashes, from its root.
func goFiles(t *testing.T) []string {
	t.Helper()
	var names []string
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".go"):
			names = append(names, filepath.ToSlash(name))
		}
		return nil
	}))
	require.Greater(t, len(names), 100, "the walk found the sources")
	return names
}

// parsed returns a Go file of the module.
func parsed(t *testing.T, name string) (*token.FileSet, *ast.File) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, filepath.Join(root, name), nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	return files, file
}

// room returns the longest of the rooms that a package or directory lies in, or "".
func room(dir string, rooms map[string]bool) string {
	for ; dir != "."; dir = path.Dir(dir) {
		if rooms[dir] {
			return dir
		}
	}
	return ""
}

func setOf(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, n := range names {
		set[n] = true
	}
	return set
}
