package read

import (
	"bytes"
	"slices"
)

// repeated returns a key that an object has twice, or nil. Programs differ in which of the two they keep.
func (d *document) repeated(object int32) []byte {
	const few = 32
	var seen [few][]byte
	n := 0
	for c := range d.children(object) {
		if n == few {
			return d.repeatedAmongMany(object)
		}
		for _, k := range seen[:n] {
			if bytes.Equal(k, c.key) {
				return k
			}
		}
		seen[n] = c.key
		n++
	}
	return nil
}

func (d *document) repeatedAmongMany(object int32) []byte {
	if d.keys == nil {
		d.keys = make(map[string]bool)
	}
	clear(d.keys)
	for c := range d.children(object) {
		if d.keys[string(c.key)] {
			return c.key
		}
		d.keys[string(c.key)] = true
	}
	return nil
}

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
