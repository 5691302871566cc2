package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
)

// No code asks which family of labels it has: what is special to one is said by the family. The name of one stands
// elsewhere only as the default of a flag, and where other programs are told it, in bench.
func TestNobodyAsksForTheFamily(t *testing.T) {
	asked := map[string]bool{"cmd/fit/simulate.go": true}
	for _, name := range goFiles(t) {
		bench := strings.HasPrefix(name, "bench/")
		helper := path.Dir(name) == "model/internal/modeltest" // of tests
		if strings.HasSuffix(name, "_test.go") || path.Dir(name) == "model/family" || bench || helper {
			continue
		}
		_, file := parsed(t, name)
		for _, found := range familiesIn(file) {
			assert.True(t, asked[name], "%s names the family %s", name, found)
		}
	}
}

// familiesIn returns the families that a file names, by their types or as strings. The name of the ordinal family is
// one of a kind of label, and of a distance, too, and no sign of it.
func familiesIn(file *ast.File) []string {
	var found []string
	for _, f := range family.All() {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name+"."+n.Sel.Name == fmt.Sprintf("%T", f) {
					found = append(found, f.String())
				}
			case *ast.BasicLit:
				isKind := f.String() == f.Kind().String()
				if n.Kind == token.STRING && n.Value == strconv.Quote(f.String()) && !isKind {
					found = append(found, f.String())
				}
			}
			return true
		})
	}
	return found
}

func TestFamiliesAreFound(t *testing.T) {
	const source = `package p
var a = f == (family.Bernoulli{})
var b = name == "gaussian"
var c, d = family.All(), "gaussian labels"`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	require.NoError(t, err)
	assert.Equal(t, []string{"bernoulli", "gaussian"}, familiesIn(file))
}
