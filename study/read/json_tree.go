package read

import (
	"slices"
	"strconv"

	"concord/study"
)

// children ranges over the members of an object or array, in order.
func (d *document) children(of int32) func(yield func(*node) bool) {
	return func(yield func(*node) bool) {
		for i := d.nodes[of].first; i != 0; i = d.nodes[i].next {
			if !yield(&d.nodes[i]) {
				return
			}
		}
	}
}

// top is the members of the document, by index.
func (d *document) top() []int32 { return d.below(0) }

// list is the members of an object or array, by index; it is empty if get found none.
func (d *document) list(of int32) []int32 {
	if of == 0 {
		return nil
	}
	return d.below(of)
}

func (d *document) below(of int32) []int32 {
	var all []int32
	for i := d.nodes[of].first; i != 0; i = d.nodes[i].next {
		all = append(all, i)
	}
	return slices.Clip(all)
}

// get returns the member of an object with a name; 0 if there is none.
func (d *document) get(object int32, name string) int32 {
	if d.nodes[object].kind != objectNode {
		return 0
	}
	for i := d.nodes[object].first; i != 0; i = d.nodes[i].next {
		if string(d.nodes[i].key) == name {
			return i
		}
	}
	return 0
}

// objectsOf returns the objects of a list. A lone object is a list of one, and null is a list of none, as are its
// elements that are null. Anything else may be a label, and is an error.
func (d *document) objectsOf(list int32, s *sheet) ([]int32, error) {
	if list == 0 || d.nodes[list].kind == nullNode {
		return nil, nil
	}
	if d.nodes[list].kind == objectNode {
		return []int32{list}, nil
	}
	all := []int32{list}
	if d.nodes[list].kind == arrayNode {
		all = d.below(list)
	}
	var objects []int32
	for _, i := range all {
		switch d.nodes[i].kind {
		case objectNode:
			objects = append(objects, i)
		case nullNode:
		default:
			s.at = d.nodes[i].line
			return nil, study.Faultf(BadJSON, "%q has %q, and should be a list of objects", d.nodes[list].key,
				d.text(i)).Advising("write an object in its place, or null")
		}
	}
	return objects, nil
}

// text is a value as JSON writes it; a string is its characters.
func (d *document) text(i int32) []byte {
	if d.nodes[i].kind == textNode {
		return d.nodes[i].text
	}
	return d.written(nil, i)
}

// written adds a value as JSON writes it. How deep values lie in one another is bounded.
func (d *document) written(to []byte, i int32) []byte {
	n := &d.nodes[i]
	switch n.kind {
	case nullNode:
		return append(to, "null"...)
	case literalNode:
		return append(to, n.text...)
	case textNode:
		return strconv.AppendQuote(to, string(n.text))
	}
	brackets := "[]"
	if n.kind == objectNode {
		brackets = "{}"
	}
	to = append(to, brackets[0])
	for c := n.first; c != 0; c = d.nodes[c].next {
		if c != n.first {
			to = append(to, ',')
		}
		if n.kind == objectNode {
			to = append(strconv.AppendQuote(to, string(d.nodes[c].key)), ':')
		}
		to = d.written(to, c)
	}
	return append(to, brackets[1])
}
