package house

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ofCommand is what only the command line knows: a flag, or one of its commands.
var ofCommand = regexp.MustCompile(`(^|[\s(])--[a-z]|\bfit (agreement|check|diagnose|plan|report|simulate|--|FILE)`)

// Packages do not speak of flags and commands: their errors have codes and facts, and internal/advice says what can be
// done.
func TestOnlyTheCommandNamesItsFlags(t *testing.T) {
	for _, name := range goFiles(t) {
		dir := path.Dir(name)
		room, _, _ := strings.Cut(dir, "/")
		runs := room == "cmd" || room == "beam" || room == "bench" // have flags, or run the command
		if strings.HasSuffix(name, "_test.go") || runs || dir == "internal/advice" || dir == "internal/option" {
			continue
		}
		files, file := parsed(t, name)
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				value, err := strconv.Unquote(text.Value)
				require.NoError(t, err)
				assert.NotRegexp(t, ofCommand, value, "%s", files.Position(text.Pos()))
			}
			return true
		})
	}
}

func TestWhatOnlyTheCommandKnowsIsFound(t *testing.T) {
	for _, text := range []string{
		"try --draws 10", "--draws", "labelers (--labeler-effects shared)", "coefficients: fit agreement FILE",
		"fit FILE",
	} {
		assert.Regexp(t, ofCommand, text)
	}
	for _, text := range []string{"a fit of the labels", "fit again without them", "x--y", "-- ", "−−a"} {
		assert.NotRegexp(t, ofCommand, text)
	}
}
