package quoting

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"concord/internal/visible"
)

func TestShells(t *testing.T) {
	for word, want := range map[string][2]string{ // of POSIX, of Windows
		"":               {"''", `""`},
		"a-b_c/d.csv":    {"a-b_c/d.csv", "a-b_c/d.csv"},
		"--by=a,b":       {"--by=a,b", `"--by=a,b"`},
		"two words":      {"'two words'", `"two words"`},
		"it's":           {`'it'\''s'`, `"it's"`},
		"=ls":            {"'=ls'", `"=ls"`},
		`C:\labels\a`:    {`'C:\labels\a'`, `C:\labels\a`},
		`a b\`:           {`'a b\'`, Unsayable},
		`say "a"`:        {`'say "a"'`, Unsayable},
		"%PATH%":         {"'%PATH%'", Unsayable},
		"$(touch x)":     {"'$(touch x)'", Unsayable},
		"“a”":            {"'“a”'", Unsayable},
		"é":              {"'é'", `"é"`},
		"a\u200b';b":     {Unsayable, Unsayable},
		"two\nlines":     {Unsayable, Unsayable},
		"\x1b[2J":        {Unsayable, Unsayable},
		"not \xff UTF-8": {Unsayable, Unsayable},
		"NAME":           {"NAME", "NAME"},
	} {
		assert.Equal(t, want, [2]string{shellOf("linux")(word), shellOf("windows")(word)}, "%q", word)
	}
	assert.Equal(t, "fit NAME --by a  # NAME: a name that cannot be typed here", Line("fit", "a\tb", "--by", "a"))
	assert.Equal(t, "fit NAME", Line("fit", "NAME"))
	assert.Equal(t, []string{"./-a", "-", "a"}, []string{File("-a"), File("-"), File("a")})
}

// anyName has the characters that quoting is about, more often than others.
var anyName = rapid.OneOf(rapid.String(), rapid.StringMatching(`['",=! \\@$#a-]{0,8}`)).
	Filter(func(name string) bool { return !strings.Contains(name, "\r\n") }) // which become \n in a list

// What is written is read back.
func TestQuotesAreReadBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.SliceOfN(anyName, 1, 4).Draw(r, "words")
		line := Line(words...)
		assert.Equal(r, line, visible.Text(line))
		for i, word := range words {
			if !Sayable(word) {
				words[i] = Unsayable
			}
		}
		assert.Equal(r, words, Words(line))

		names := rapid.SliceOfN(anyName, 1, 4).Draw(r, "names")
		assert.Equal(r, names, Names(List(names...)))

		trimmed := rapid.Custom(func(r *rapid.T) string { return strings.TrimSpace(anyName.Draw(r, "name")) })
		column := trimmed.Filter(func(name string) bool { return name != "" }).Draw(r, "column")
		values := rapid.SliceOfN(trimmed, 1, 3).Draw(r, "values")
		not := rapid.Bool().Draw(r, "not")
		gotColumn, gotNot, gotValues, ok := ConditionOf(Condition(column, not, values...))
		assert.True(r, ok)
		assert.Equal(r, column, gotColumn)
		assert.Equal(r, not, gotNot)
		assert.Equal(r, values, gotValues)
	})
}
