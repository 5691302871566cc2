package main

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// names finds the places where a text names the module by its path, and not places where the same word is something
// else.
type names struct {
	old, path string
	folders   map[string]bool // of the module, with Go files in them or below
}

// moved returns the text of a file after the move.
func (n names) moved(name string, text []byte) ([]byte, error) {
	if !bytes.Contains(text, []byte(n.old)) {
		return text, nil
	}
	switch base := path.Base(name); {
	case base == "go.mod" || base == "go.work":
		return n.modules(text), nil
	case base == "go.sum":
		return text, nil
	}
	after := n.commands(n.packages(text))
	if !strings.HasSuffix(name, ".go") || bytes.Equal(after, text) {
		return after, nil
	}
	return formatted(name, after)
}

// modules replaces the path in a file of the go command if it is a word, or begins the path of a module below.
func (n names) modules(text []byte) []byte {
	word := regexp.MustCompile(`(^|\s)` + regexp.QuoteMeta(n.old) + `(/\S+)?(\s|$)`)
	var after []byte
	for line := range bytes.Lines(text) {
		after = append(after, word.ReplaceAll(line, []byte("${1}"+n.path+"${2}${3}"))...)
	}
	return after
}

// packages replaces the path if a folder of the module with Go files follows it: in imports, in links of comments, in
// commands. A word after a slash, such as a folder of the same name, belongs to another path.
func (n names) packages(text []byte) []byte {
	place := regexp.MustCompile(`(^|[^\w./~-])` + regexp.QuoteMeta(n.old) + `/([\w/-]+)`)
	return place.ReplaceAllFunc(text, func(found []byte) []byte {
		parts := place.FindSubmatch(found)
		if !n.folders[strings.TrimSuffix(string(parts[2]), "/")] {
			return found
		}
		return bytes.Join([][]byte{parts[1], []byte(n.path), []byte("/"), parts[2]}, nil)
	})
}

// commands replaces the path of the module itself in commands that require or replace it.
func (n names) commands(text []byte) []byte {
	word := regexp.MustCompile(`([\s=])` + regexp.QuoteMeta(n.old) + `(@|=)`)
	var after []byte
	for line := range bytes.Lines(text) {
		if bytes.Contains(line, []byte("go mod edit ")) || bytes.Contains(line, []byte("go get ")) {
			line = word.ReplaceAll(line, []byte("${1}"+n.path+"${2}"))
		}
		after = append(after, line...)
	}
	return after
}
