package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stillAmbiguous are packages in which a receiver's name stands for several types. Nothing is added here.
var stillAmbiguous = setOf()

// In a package the name of a receiver stands for one type, and all methods of a type name it alike.
func TestReceiverNamesMeanOneType(t *testing.T) {
	receivers := map[string]map[string]string{} // of a package: what a name or a type was paired with first
	for _, name := range goFiles(t) {
		dir := path.Dir(name)
		if strings.HasSuffix(name, "_test.go") || stillAmbiguous[dir] {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		if receivers[dir] == nil {
			receivers[dir] = map[string]string{}
		}
		for _, fault := range mismatches(file, receivers[dir]) {
			assert.Fail(t, fault, name)
		}
	}
}

// mismatches adds the receivers of a file to those of its package, and says which do not go with them.
func mismatches(file *ast.File, known map[string]string) []string {
	var faults []string
	pair := func(key, value, what string) {
		if was, ok := known[key]; !ok {
			known[key] = value
		} else if was != value {
			faults = append(faults, fmt.Sprintf(what, strings.Fields(key)[1], was, value))
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || len(f.Recv.List[0].Names) == 0 || f.Recv.List[0].Names[0].Name == "_" {
			continue
		}
		name, of := f.Recv.List[0].Names[0].Name, typeName(f.Recv.List[0].Type)
		pair("name "+name, of, "receiver %s stands for %s and for %s")
		pair("type "+of, name, "receivers of %s are named %s and %s")
	}
	return faults
}

// typeName returns the name of a receiver's type, without pointer and type parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func TestMismatches(t *testing.T) {
	of := func(methods string) []string {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+methods, 0)
		require.NoError(t, err)
		return mismatches(file, map[string]string{})
	}
	assert.Empty(t, of("func (a A) F() {}\nfunc (a *A) G() {}\nfunc (B) F() {}\nfunc (c C[T]) F() {}\nfunc a() {}"))
	assert.Equal(t, []string{"receiver a stands for A and for B"}, of("func (a A) F() {}\nfunc (a *B[T]) F() {}"))
	assert.Equal(t, []string{"receivers of A are named a and b"}, of("func (a A) F() {}\nfunc (b *A) G() {}"))
}
