package layout

import (
	"regexp"
	"slices"
	"strings"

	"concord/study/read/internal/words"
)

var (
	camel      = regexp.MustCompile(`(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})`) // between words, as in JSONDecodeError
	errorColon = regexp.MustCompile(`(?i)^\W*error\s*[:(\[]`)
)

// Unusable reports whether a reply is no answer: what a program writes if there is none, or how a model begins that
// refuses to answer.
func Unusable(text string) bool {
	said := plain(strings.ReplaceAll(camel.ReplaceAllString(text, "$1$3 $2$4"), "’", "'"))
	within := func(phrase string) bool { return strings.Contains(" "+said+" ", " "+phrase+" ") }
	first := func(phrase string) bool { return strings.HasPrefix(said+" ", phrase+" ") }
	return errorColon.MatchString(text) || slices.Contains(words.List("failures"), said) ||
		slices.ContainsFunc(words.List("failing"), within) || slices.ContainsFunc(words.List("refusals"), first)
}
