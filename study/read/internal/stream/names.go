package stream

import (
	"bytes"
	"unicode/utf8"
)

// Names gives each distinct name its index, in the order of first appearance.
// Looking up a name that is known does not allocate.
type Names struct {
	List []string
	Code map[string]int32
	last int32
}

func NewNames() *Names { return &Names{Code: make(map[string]int32)} }

// Find returns the index of a name, or −1 if it is new.
func (n *Names) Find(name []byte) int32 {
	if n.last < int32(len(n.List)) && n.List[n.last] == string(name) {
		return n.last // files are often sorted
	}
	i, known := n.Code[string(name)]
	if !known {
		return -1
	}
	n.last = i
	return i
}

// Add takes up a new name.
func (n *Names) Add(name string) int32 {
	i := int32(len(n.List))
	n.List = append(n.List, name)
	n.Code[name] = i
	n.last = i
	return i
}

// IsMissing reports whether text is one of the spellings by which programs write a
// missing value. Case counts, so that the arm "none" or the category "na" is not lost.
func IsMissing(text []byte) bool {
	switch string(text) {
	case "", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None", ".", EmptyList:
		return true
	}
	return false
}

const (
	NotUTF8  = "is not UTF-8"
	HoldsNUL = "holds a NUL byte, which no text does"
)

// IdFault says why text cannot be an id, or returns "".
func IdFault(text []byte) string {
	switch {
	case len(text) == 0:
		return "is empty"
	case IsMissing(text):
		return "is missing"
	case !utf8.Valid(text):
		return NotUTF8
	case bytes.IndexByte(text, 0) >= 0:
		return HoldsNUL
	}
	return ""
}

// EmptyList is how JSON writes a list without elements: a set without labels, or where labels are no sets a missing
// label.
const EmptyList = "[]"
