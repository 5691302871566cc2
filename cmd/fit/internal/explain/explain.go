// Package explain has the words of the output, each with its meaning. `fit explain`, and whoever else explains a word,
// take them from here.
package explain

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"concord/internal/option"
	"concord/internal/quantity"
	"concord/internal/result/catalogue"
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

// Group is words of one subject.
type Group struct {
	Title   string
	Entries []Entry
}

// Groups returns the words in the order in which a reader meets them, and last the coefficients that they leave out.
var Groups = sync.OnceValue(func() []Group {
	more := Group{Title: "More coefficients without a model"}
	for _, name := range option.CoefficientNames() {
		e := Entry{catalogue.CoefficientName(name), nil, "a coefficient without a model",
			"fit agreement --coefficients " + name + " FILE prints it. docs/statistics/agreement.md compares it with " +
				"others."}
		known := func(of Entry) bool { return of.is(name) || of.is(e.Term) }
		if !slices.ContainsFunc(groups, func(g Group) bool { return slices.ContainsFunc(g.Entries, known) }) {
			more.Entries = append(more.Entries, e)
		}
	}
	return append(slices.Clone(groups), more)
})

// All returns the words of all groups.
func All() (all []Entry) {
	for _, g := range Groups() {
		all = append(all, g.Entries...)
	}
	return all
}

// is reports whether an entry has a name, in any case of letters.
func (e Entry) is(name string) bool {
	return slices.ContainsFunc(append([]string{e.Term}, e.Also...),
		func(a string) bool { return plain(a) == plain(name) })
}

// Find returns the entry of a word or of another spelling of it, alone. If there is none, it returns the entries with
// the word in a name, then those with it in their few words. Failing these, it searches texts, and quantities of
// commands.
func Find(term string) []Entry {
	var terms, named, short, texts []Entry
	for _, e := range All() {
		switch {
		case e.is(term):
			return []Entry{e}
		case has(term, e.Term):
			terms = append(terms, e)
		case has(term, e.Also...):
			named = append(named, e)
		case has(term, e.Short):
			short = append(short, e)
		case has(term, e.Text):
			texts = append(texts, e)
		}
	}
	if found := slices.Concat(terms, named, short); found != nil {
		return found
	}
	for _, q := range quantity.All() {
		if q = quantity.Named(q.Name, "a term"); q.What != "" && has(term, q.Name, q.Head) {
			texts = append(texts, Entry{Term: q.Name, Short: q.What})
		}
	}
	return texts
}

// has reports whether one of some texts has a word that begins with a term.
func has(term string, texts ...string) bool {
	words := func(text string) string {
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}), " ")
	}
	return slices.ContainsFunc(texts, func(text string) bool {
		return words(term) != " " && strings.Contains(words(text), words(term))
	})
}

// Names returns all words that are explained, in every spelling.
func Names() (names []string) {
	for _, e := range All() {
		names = append(names, e.Term)
		names = append(names, e.Also...)
	}
	return names
}

// plain leaves only what tells words apart.
func plain(term string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-'’", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, term)
}
