// Package explain has the words of the output, each with its meaning. `fit explain`, and whoever else explains a word,
// take them from here.
package explain

import (
	"slices"
	"strings"

	"concord/internal/spelling"
)

// Entry is a word with its meaning.
type Entry struct {
	Term string
	// Also are other spellings of the word: symbols, abbreviations, names in JSON.
	Also []string
	// Short says it in a few words.
	Short string
	// Text explains it in at most five lines.
	Text string
}

// All returns the words in the order in which a reader meets them.
func All() []Entry { return slices.Clone(entries) }

// Of returns the entry of a word or of another spelling of it, in any case of letters.
func Of(term string) (Entry, bool) {
	key := plain(term)
	for _, e := range entries {
		if plain(e.Term) == key || slices.ContainsFunc(e.Also, func(a string) bool { return plain(a) == key }) {
			return e, true
		}
	}
	return Entry{}, false
}

// Near returns the words that a term may have meant, the nearest first.
func Near(term string) []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Term)
		names = append(names, e.Also...)
	}
	return spelling.Nearest(term, names)
}

// plain leaves only what tells words apart.
func plain(term string) string {
	return strings.NewReplacer(" ", "", "_", "", "-", "", "'", "", "’",
		"").Replace(strings.ToLower(strings.TrimSpace(term)))
}
