package read

import (
	"bytes"
	"unicode/utf8"
)

// names gives each distinct name its index, in the order of first appearance.
// Looking up a name that is known does not allocate.
type names struct {
	list []string
	code map[string]int32
	last int32
}

func newNames() *names { return &names{code: make(map[string]int32)} }

// find returns the index of a name, or −1 if it is new.
func (n *names) find(name []byte) int32 {
	if n.last < int32(len(n.list)) && n.list[n.last] == string(name) {
		return n.last // files are often sorted
	}
	i, known := n.code[string(name)]
	if !known {
		return -1
	}
	n.last = i
	return i
}

// add takes up a new name.
func (n *names) add(name string) int32 {
	i := int32(len(n.list))
	n.list = append(n.list, name)
	n.code[name] = i
	n.last = i
	return i
}

// isMissing reports whether text is one of the spellings by which programs write a
// missing value. Case counts, so that the arm "none" or the category "na" is not lost.
func isMissing(text []byte) bool {
	switch string(text) {
	case "", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None", ".", emptyList:
		return true
	}
	return false
}

const (
	notUTF8  = "is not UTF-8"
	holdsNUL = "holds a NUL byte, which no text does"
)

// idFault says why text cannot be an id, or returns "".
func idFault(text []byte) string {
	switch {
	case len(text) == 0:
		return "is empty"
	case isMissing(text):
		return "is missing"
	case !utf8.Valid(text):
		return notUTF8
	case bytes.IndexByte(text, 0) >= 0:
		return holdsNUL
	}
	return ""
}
