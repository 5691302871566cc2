// Package words has the words by which columns, labels, replies and files are known. They are data, in words.txt: who
// adds a word, a language or a kind of file changes no code.
package words

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed words.txt
var text string

var sections = sync.OnceValue(func() map[string][]string {
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
})

// Lines returns the lines of a section, which nobody changes.
func Lines(section string) []string {
	lines := sections()[section]
	if lines == nil {
		panic("words: there is no section " + section)
	}
	return lines
}

// List returns the words of a section, which have commas between them.
func List(section string) []string { return strings.Split(Lines(section)[0], ", ") }
