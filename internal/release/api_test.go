package release

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The exported API is what api/ lists, so that no change of it goes unseen.
func TestExportedAPIIsAsListed(t *testing.T) {
	const each = "{{if ne .Name \"main\"}}{{.ImportPath}}\t{{.Module.Path}}/\t{{.Dir}}{{end}}"
	out, err := exec.Command("go", "list", "-f", each, "../../...").Output()
	require.NoError(t, err)
	listed := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		path, place, _ := strings.Cut(strings.TrimSpace(line), "\t")
		module, dir, _ := strings.Cut(place, "\t")
		path = strings.TrimPrefix(path, module)
		if path == "" || strings.Contains(path, "internal") {
			continue
		}
		name := strings.ReplaceAll(path, "/", "_") + ".txt"
		listed[name] = true
		file := filepath.Join("..", "..", "api", name)
		got := exported(t, dir)
		if os.Getenv("UPDATE_GOLDEN") != "" {
			require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), got, "%s: see CONTRIBUTING.md, API", path)
	}
	assert.True(t, listed["study.txt"] && listed["model.txt"] && listed["sampler.txt"], "packages were found")
	files, err := filepath.Glob(filepath.Join("..", "..", "api", "*.txt"))
	require.NoError(t, err)
	for _, f := range files {
		assert.True(t, listed[filepath.Base(f)], "%s lists no package", f)
	}
}

// exported returns the exported declarations of the package in dir, without bodies and comments, in alphabetical order.
func exported(t *testing.T, dir string) string {
	t.Helper()
	pkg, err := build.ImportDir(dir, 0)
	require.NoError(t, err)
	files := token.NewFileSet()
	var all []string
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.FileExports(file)
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil && !token.IsExported(receiver(d.Recv.List[0].Type)) {
					continue
				}
				d.Body = nil
			case *ast.GenDecl:
				if d.Tok == token.IMPORT {
					continue
				}
			}
			var text bytes.Buffer
			require.NoError(t, printer.Fprint(&text, files, d))
			all = append(all, plain(text.String()))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n") + "\n"
}

// receiver returns the name of the type that a method is of, without pointer and type parameters.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.IndexListExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}

// plain takes out blank lines and alignment, which depend on comments and neighbours, and that there is more that is
// not exported.
func plain(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		words := strings.Join(strings.Fields(line), " ")
		if words == "" || strings.HasPrefix(words, "// contains filtered or unexported ") {
			continue
		}
		if strings.HasPrefix(line, "\t") {
			words = "\t" + words
		}
		lines = append(lines, words)
	}
	return strings.Join(lines, "\n")
}

func TestListsHaveWhatIsExportedOnly(t *testing.T) {
	const source = `package p

type (
	Open struct {
		Seen   int
		hidden int
	}
	closed struct{ Seen int }
	set[T any] []T
)

func (o *Open) Method()   {}
func (o Open) method()    {}
func (c *closed) Method() {}
func (s set[T]) Method()  {}
func Func[T any](x T)     {}
func function()           {}

const (
	Name = 1
	name = 2
)
`
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.go"), []byte(source), 0o644))
	const want = `const (
	Name = 1
)
func (o *Open) Method()
func Func[T any](x T)
type (
	Open struct {
	Seen int
	}
)
`
	assert.Equal(t, want, exported(t, dir))
}
