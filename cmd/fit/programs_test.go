package main

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The programs in Go that the pages of docs show are compiled and run on the files that they name. What
// readers add to them is added: the imports, what to do about an error, and that the results are printed. Each program
// is in a module of its own, which imports this checkout by the commands of docs/reference/go.md.
func TestProgramsOfPagesRun(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*", "*.md"))
	require.NoError(t, err)
	shown := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range programs.FindAllStringSubmatch(string(text), -1) {
			shown++
			source, results, err := programOf(m[1], moduleOf(t, root))
			require.NoError(t, err, "%s:\n%s", page, m[1])
			run := exec.CommandContext(t.Context(), builtElsewhere(t, root, source))
			run.Dir = root
			out, err := run.CombinedOutput()
			require.NoError(t, err, "%s:\n%s\n%s", page, source, out)
			for _, name := range results {
				assert.Contains(t, string(out), name+" = ", page)
			}
			assert.NotContains(t, string(out), "NaN", page)
		}
	}
	assert.GreaterOrEqual(t, shown, 2, "the pages of Go and of agreement show programs")
}

// importing are the commands of docs/reference/go.md that give a module of the reader the checkout.
var importing = regexp.MustCompile("(?ms)^```\n(go mod init .+?)\n```$")

// builtElsewhere compiles a program in a module of its own, which imports the checkout at root by the commands of the
// page, and returns the program. The sums of other modules are those of the checkout. It skips the test where
// "go mod tidy" cannot have the modules that tests of other modules use, which nothing else needs.
func builtElsewhere(t *testing.T, root string, source []byte) string {
	t.Helper()
	folder := t.TempDir()
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "main.go"), source, 0o644))
	page, err := os.ReadFile(filepath.Join(root, "docs", "reference", "go.md"))
	require.NoError(t, err)
	found := importing.FindStringSubmatch(string(page))
	require.NotNil(t, found, "the page says how to import a checkout")
	require.Contains(t, found[1], "=../concord\n")
	commands := strings.Replace(found[1], "=../concord\n", "="+root+"\n", 1) + "\ngo build -o program ."
	for command := range strings.Lines(commands) {
		words := strings.Fields(command)
		run := exec.CommandContext(t.Context(), words[0], words[1:]...)
		run.Dir = folder
		run.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := run.CombinedOutput()
		if missing := unreachable.Find(out); err != nil && missing != nil {
			t.Skipf("%s: a module cannot be downloaded: %s", strings.TrimSpace(command), missing)
		}
		require.NoError(t, err, "%s\n%s\n%s", command, source, out)
	}
	return filepath.Join(folder, "program")
}

// unreachable is what Go says where it cannot download a module.
var unreachable = regexp.MustCompile(`.*(module lookup disabled|dial tcp|no such host|i/o timeout).*`)

// moduleOf returns the path of the module at root.
func moduleOf(t *testing.T, root string) string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-m")
	list.Dir = root
	out, err := list.Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

var programs = regexp.MustCompile("(?ms)^```go\n(.+?)\n```$")

// programOf makes a program of statements, which imports packages of a module, and says what they assign. It ends at
// the first error, and prints what no later statement takes.
func programOf(statements, module string) (source []byte, results []string, err error) {
	const head = "package main\nfunc run(ctx context.Context) error {\n"
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", head+statements+"\n}", 0)
	if err != nil {
		return nil, nil, err
	}
	var body strings.Builder
	imports, taken := map[string]bool{}, map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if of, ok := n.(*ast.SelectorExpr); ok {
			if name, ok := of.X.(*ast.Ident); ok {
				imports[name.Name], taken[name.Name] = true, true
			}
		}
		return true
	})
	lines := strings.Split(head+statements, "\n")
	for _, statement := range file.Decls[0].(*ast.FuncDecl).Body.List {
		from, to := files.Position(statement.Pos()).Line, files.Position(statement.End()).Line
		body.WriteString(strings.Join(lines[from-1:to], "\n") + "\n")
		assigned, ok := statement.(*ast.AssignStmt)
		for i := 0; ok && i < len(assigned.Lhs); i++ {
			switch name := assigned.Lhs[i].(*ast.Ident).Name; name {
			case "err":
				body.WriteString("if err != nil {\nreturn err\n}\n")
			default:
				delete(imports, name)
				results = append(results, name)
			}
		}
	}
	delete(imports, "context")
	for _, name := range results {
		if taken[name] {
			body.WriteString("fmt.Printf(\"" + name + " = %T\\n\", " + name + ")\n")
		} else {
			body.WriteString("fmt.Printf(\"" + name + " = %v\\n\", " + name + ")\n")
		}
	}
	var all strings.Builder
	all.WriteString("package main\n\nimport (\n\"context\"\n\"fmt\"\n\"log\"\n")
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		within := map[string]string{"read": "study", "spec": "model"}[name]
		all.WriteString(strconv.Quote(path.Join(module, within, name)) + "\n")
	}
	all.WriteString(")\n\nfunc main() {\nif err := run(context.Background()); err != nil {\nlog.Fatal(err)\n}\n}\n\n" +
		"func run(ctx context.Context) error {\n" + body.String() + "return nil\n}\n")
	source, err = format.Source([]byte(all.String()))
	return source, results, err
}
