package house

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sizesFile has the units and the files of each room. Its numbers only fall: see TestSizesOnlyFall.
const sizesFile = "sizes.txt"

// size is how much a room holds.
type size struct{ units, files int }

// No room and not the whole house grows, in units of ten tokens, so that neither comments nor line breaks count. A room
// that shrinks has to say so, that what was gained is kept: UPDATE_SIZES=1 go test -run TestSizesOnlyFall
// ./internal/house writes lower numbers and new rooms, and never a higher one.
func TestSizesOnlyFall(t *testing.T) {
	now := sizes(t)
	text, err := os.ReadFile(sizesFile)
	require.NoError(t, err)
	allowed := map[string]size{}
	for line := range strings.Lines(string(text)) {
		var s size
		var room string
		_, err := fmt.Sscanf(line, "%d %d %s", &s.units, &s.files, &room)
		require.NoError(t, err, line)
		allowed[room] = s
	}
	update := os.Getenv("UPDATE_SIZES") != ""
	var rooms []string
	for room, is := range now {
		rooms = append(rooms, room)
		most, known := allowed[room]
		switch {
		case !known && update:
			allowed[room] = is
		case !assert.True(t, known, "room %s is not in %s", room, sizesFile):
		default:
			assert.LessOrEqual(t, is.units, most.units, "units of %s", room)
			assert.LessOrEqual(t, is.files, most.files, "files of %s", room)
			if update {
				allowed[room] = size{min(is.units, most.units), min(is.files, most.files)}
				continue
			}
			assert.GreaterOrEqual(t, is.units, most.units, "%s shrank: write its units in %s", room, sizesFile)
			assert.GreaterOrEqual(t, is.files, most.files, "%s shrank: write its files in %s", room, sizesFile)
		}
	}
	for room := range allowed {
		if _, there := now[room]; !there {
			assert.True(t, update, "room %s is gone: delete its line in %s", room, sizesFile)
		}
	}
	if !update {
		return
	}
	slices.Sort(rooms)
	var b strings.Builder
	for _, room := range rooms {
		fmt.Fprintf(&b, "%6d %4d  %s\n", allowed[room].units, allowed[room].files, room)
	}
	require.NoError(t, os.WriteFile(sizesFile, []byte(b.String()), 0o644))
}

// sizes returns the sizes of rooms, and of all as room "all".
func sizes(t *testing.T) map[string]size {
	t.Helper()
	tokens, files := map[string]int{}, map[string]int{}
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		for _, room := range []string{path.Dir(filepath.ToSlash(name)), "all"} {
			tokens[room] += tokensOf(text)
			files[room]++
		}
	}
	all := map[string]size{}
	for room, n := range tokens {
		all[room] = size{n / 10, files[room]}
	}
	return all
}

// tokensOf counts the tokens of a file, without comments and line ends. A string counts one more for each 40
// characters, so that no code hides in text; the path of an import does not, so that the module can have any name.
func tokensOf(text []byte) (n int) {
	set := token.NewFileSet()
	var s scanner.Scanner
	s.Init(set.AddFile("", set.Base(), len(text)), text, nil, 0)
	imports := false
	for {
		_, kind, literal := s.Scan()
		switch kind {
		case token.IMPORT:
			imports = true
		case token.CONST, token.VAR, token.TYPE, token.FUNC:
			imports = false
		}
		switch {
		case kind == token.EOF:
			return n
		case kind == token.SEMICOLON && literal == "\n":
		case kind == token.STRING && !imports:
			n += 1 + len(literal)/40
		default:
			n++
		}
	}
}

func TestTokensAreNeitherCommentsNorLines(t *testing.T) {
	short := tokensOf([]byte("package a\nfunc f(x int) int { return x }\n"))
	assert.Equal(t, short, tokensOf([]byte("package a\n\n// F is f.\nfunc f(\n\tx int) int {\n\treturn x\n}\n")))
	assert.Equal(t, 13, short)
	assert.Equal(t, tokensOf([]byte("package a\nvar s = \"x\"\n"))+2,
		tokensOf([]byte("package a\nvar s = \""+strings.Repeat("x", 80)+"\"\n")))
	assert.Equal(t, tokensOf([]byte("package a\nimport \"b\"\nvar s = \"x\"\n")),
		tokensOf([]byte("package a\nimport \"example.com/some/module/of/any/name/however/long/b\"\nvar s = \"x\"\n")))
}
