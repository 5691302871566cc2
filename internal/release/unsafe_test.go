package release

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Unsafe memory and C stay within the kernels, whose tests put guard pages around what they touch.
func TestUnsafeIsConfinedToTheKernels(t *testing.T) {
	kernels := func(name string) bool {
		return strings.HasPrefix(name, "model/internal/logistic/") || strings.HasPrefix(name, "model/internal/dense/")
	}
	root := filepath.Join("..", "..")
	files := 0
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasSuffix(name, ".s"):
			assert.True(t, kernels(name), "%s: assembly outside the kernels", name)
			return nil
		case d.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			if i.Path.Value == `"C"` || i.Path.Value == `"unsafe"` {
				assert.True(t, kernels(name), "%s imports %s", name, i.Path.Value)
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				assert.False(t, strings.HasPrefix(c.Text, "//go:linkname"), "%s: %s", name, c.Text)
			}
		}
		return nil
	}))
	assert.Greater(t, files, 100, "the walk found the sources")
}
