package house

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// fixOptions are the functions and methods that make a fix, with the arguments that name options: those from a place
// on, or only the one there.
var fixOptions = map[string]struct {
	from int
	all  bool
}{"study.To": {1, false}, "study.By": {1, true}, "study.Choose": {1, false}, "And": {}, "Adding": {}, "Removing": {},
	"Changing": {}, "Choosing": {}, "Without": {0, true}}

// Each option that a fix names is in the table of options.
func TestFixesNameOptions(t *testing.T) {
	known := tableOfOptions(t)
	found := 0
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		_, file := parsed(t, name)
		ast.Inspect(file, func(n ast.Node) bool {
			for _, option := range optionsOfFix(n) {
				found++
				assert.True(t, known[option], "%s: a fix names --%s, which no command has", name, option)
			}
			return true
		})
	}
	assert.Greater(t, found, 100)
}

// optionsOfFix returns the options that a call names if it makes a fix.
func optionsOfFix(n ast.Node) []string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	of := selector.Sel.Name
	if x, ok := selector.X.(*ast.Ident); ok && x.Name == "study" {
		of = "study." + of
	}
	at, ok := fixOptions[of]
	if !ok || len(call.Args) <= at.from {
		return nil
	}
	args := call.Args[at.from:]
	if !at.all {
		args = args[:1]
	}
	var names []string
	for _, arg := range args {
		if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			name, _ := strconv.Unquote(literal.Value)
			names = append(names, name)
		}
	}
	return names
}

// tableOfOptions returns the names of all options.
func tableOfOptions(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	name := regexp.MustCompile(`^"[a-z][a-z-]*"$`)
	_, file := parsed(t, "internal/option/table.go")
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, arg := range call.Args[:min(2, len(call.Args))] {
				if literal, ok := arg.(*ast.BasicLit); ok && name.MatchString(literal.Value) {
					known[strings.Trim(literal.Value, `"`)] = true
				}
			}
		}
		return true
	})
	return known
}
