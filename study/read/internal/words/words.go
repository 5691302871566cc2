// Package words has the words by which columns, labels, replies and files are known. They are data in the file
// words.txt: a new word, language or kind of file changes no code.
package words

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed words.txt
var text string

var sections = sync.OnceValue(func() map[string]section {
	lines := read()
	all := make(map[string]section, len(lines))
	for name, of := range lines {
		all[name] = section{of, strings.Split(of[0], ", ")}
	}
	return all
})

// section is the lines of a section, and the words of the first.
type section struct{ lines, words []string }

func read() map[string][]string {
	all, name := make(map[string][]string), ""
	for line := range strings.SplitSeq(text, "\n") {
		lines := all[name]
		switch head, ok := strings.CutPrefix(line, "["); {
		case ok:
			name = strings.TrimSuffix(head, "]")
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "  "):
			lines[len(lines)-1] += line[1:]
		default:
			all[name] = append(lines, line)
		}
	}
	return all
}

// Lines returns the lines of a section. Callers share them.
func Lines(name string) []string { return named(name).lines }

// List returns the words of a section, which have commas between them. Callers share them.
func List(name string) []string { return named(name).words }

func named(name string) section {
	of, ok := sections()[name]
	if !ok {
		panic("words: there is no section " + name)
	}
	return of
}
