package refusal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
)

// Each code has a sentence, and the error knows each fact of it.
func TestEachCodeIsSaid(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "refusal.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	codes := 0
	ast.Inspect(file, func(n ast.Node) bool {
		v, is := n.(*ast.ValueSpec)
		if !is {
			return true
		}
		text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
		require.NoError(t, err)
		codes++
		for _, studies := range [][]string{{"old"}, {"old", "new"}} {
			if Code(text) == NoSharedItem && len(studies) < 2 {
				continue
			}
			fault := &Error{Code: Code(text), Studies: studies, Family: family.Ordinal{}, Odd: []string{"x"}}
			assert.NotEmpty(t, fault.Error(), text)
			assert.NotContains(t, fault.Error(), "{", text)
		}
		return true
	})
	assert.Equal(t, len(sentences()), codes)
}

// Names in braces that come from the file stay as they are.
func TestFactsAreNotFilledTwice(t *testing.T) {
	fault := &Error{Code: SameGrouping, Studies: []string{"{term}"}, Term: "{other term}", OtherTerm: "day"}
	assert.Equal(t, `group "{term}" has a level of {other term} for each level of day, so the model cannot separate `+
		"their effects", fault.Error())
}
