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
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// named are packages below internal whose types a public package has under names of its own. Of these packages, api/
// lists what a program can reach: types with such a name, types in their declarations, and the methods of both.
var named = map[string]string{"model/internal/spec": "model", "model/internal/labels": "model"}

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
		by, isNamed := named[path]
		if path == "" || strings.Contains(path, "internal") && !isNamed {
			continue
		}
		name := strings.ReplaceAll(path, "/", "_") + ".txt"
		listed[name] = true
		file := filepath.Join("..", "..", "api", name)
		all := exported(t, dir)
		if isNamed {
			all = reachable(all, aliases(t, filepath.Join("..", "..", by), filepath.Base(path)))
		}
		got := printed(all)
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

// declaration is an exported declaration without body and comments.
type declaration struct {
	of   []string // the types that it declares, or the type that it is a method of
	text string
}

// printed returns declarations in alphabetical order.
func printed(all []declaration) string {
	var text []string
	for _, d := range all {
		text = append(text, d.text)
	}
	slices.Sort(text)
	return strings.Join(text, "\n") + "\n"
}

// reachable returns the declarations of some types, of the types that they mention, and so on.
func reachable(all []declaration, types map[string]bool) []declaration {
	var found []declaration
	for before := -1; len(found) > before; {
		before = len(found)
		found = slices.DeleteFunc(slices.Clone(all), func(d declaration) bool {
			return !slices.ContainsFunc(d.of, func(name string) bool { return types[name] })
		})
		for _, d := range found {
			for _, word := range strings.FieldsFunc(d.text, func(r rune) bool { return !unicode.IsLetter(r) }) {
				types[word] = true
			}
		}
	}
	return found
}

// aliases returns the types of a package to which the package in dir gives names.
func aliases(t *testing.T, dir, of string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, d := range exported(t, dir) {
		for _, m := range regexp.MustCompile(`= `+of+`\.(\w+)`).FindAllStringSubmatch(d.text, -1) {
			found[m[1]] = true
		}
	}
	require.NotEmpty(t, found)
	return found
}

// exported returns the exported declarations of the package in dir.
func exported(t *testing.T, dir string) []declaration {
	t.Helper()
	pkg, err := build.ImportDir(dir, 0)
	require.NoError(t, err)
	files := token.NewFileSet()
	var all []declaration
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.FileExports(file)
		for _, d := range file.Decls {
			var of []string
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					if of = []string{receiver(d.Recv.List[0].Type)}; !token.IsExported(of[0]) {
						continue
					}
				}
				d.Body = nil
			case *ast.GenDecl:
				if d.Tok == token.IMPORT {
					continue
				}
				for _, sp := range d.Specs {
					if sp, ok := sp.(*ast.TypeSpec); ok {
						of = append(of, sp.Name.Name)
					}
				}
			}
			var text bytes.Buffer
			require.NoError(t, printer.Fprint(&text, files, d))
			all = append(all, declaration{of, plain(text.String())})
		}
	}
	return all
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
	assert.Equal(t, want, printed(exported(t, dir)))
}
