package jsonrows

import (
	"iter"
	"slices"
	"strconv"

	"concord/study/read/faults"
)

// children ranges over the members of an object or array, in order.
func (d *Document) children(of int32) iter.Seq2[int32, *node] {
	return func(yield func(int32, *node) bool) {
		for i := d.Nodes[of].first; i != 0; i = d.Nodes[i].next {
			if !yield(i, &d.Nodes[i]) {
				return
			}
		}
	}
}

// top is the members of the document, by index.
func (d *Document) top() []int32 { return d.Below(0) }

// list is the members of an object or array, by index; it is empty if get found none.
func (d *Document) list(of int32) []int32 {
	if of == 0 {
		return nil
	}
	return d.Below(of)
}

func (d *Document) Below(of int32) []int32 {
	var all []int32
	for i := range d.children(of) {
		all = append(all, i)
	}
	return slices.Clip(all)
}

// get returns the member of an object with a name; 0 if there is none.
func (d *Document) get(object int32, name string) int32 {
	if d.Nodes[object].Kind != ObjectNode {
		return 0
	}
	for i := d.Nodes[object].first; i != 0; i = d.Nodes[i].next {
		if string(d.Nodes[i].Key) == name {
			return i
		}
	}
	return 0
}

// objectsOf returns the objects of a list. A lone object is a list of one, and null is a list of none, as are its
// elements that are null. Anything else may be a label, and is an error.
func (d *Document) objectsOf(list int32, s *Sheet) ([]int32, error) {
	if list == 0 {
		return nil, nil
	}
	all := []int32{list}
	if d.Nodes[list].Kind == ArrayNode {
		all = d.Below(list)
	}
	var objects []int32
	for _, i := range all {
		switch d.Nodes[i].Kind {
		case ObjectNode:
			objects = append(objects, i)
		case nullNode:
		default:
			s.at = d.Nodes[i].line
			return nil, faults.BadJSON.Faultf("%q has %q, and should be a list of objects", d.Nodes[list].Key,
				d.text(i)).Advising("write an object in its place, or null")
		}
	}
	return objects, nil
}

// text is a value as JSON writes it; a string is its characters.
func (d *Document) text(i int32) []byte {
	if d.Nodes[i].Kind == TextNode {
		return d.Nodes[i].Text
	}
	return d.written(nil, i)
}

// written adds a value as JSON writes it. How deep values lie in one another is bounded.
func (d *Document) written(to []byte, i int32) []byte {
	n := &d.Nodes[i]
	switch n.Kind {
	case nullNode:
		return append(to, "null"...)
	case LiteralNode:
		return append(to, n.Text...)
	case TextNode:
		return strconv.AppendQuote(to, string(n.Text))
	}
	brackets := "[]"
	if n.Kind == ObjectNode {
		brackets = "{}"
	}
	to = append(to, brackets[0])
	for c := n.first; c != 0; c = d.Nodes[c].next {
		if c != n.first {
			to = append(to, ',')
		}
		if n.Kind == ObjectNode {
			to = append(strconv.AppendQuote(to, string(d.Nodes[c].Key)), ':')
		}
		to = d.written(to, c)
	}
	return append(to, brackets[1])
}
