package study

import (
	"hash/maphash"
)

// names gives each distinct name its index, in the order of first appearance.
type names struct {
	list  []string
	index map[string]int32
}

// of returns the index of a name, which it takes up if it is new.
func (n *names) of(name string) int32 {
	if n.index == nil {
		n.index = make(map[string]int32)
	}
	i, known := n.index[name]
	if !known {
		i = int32(len(n.list))
		n.list = append(n.list, name)
		n.index[name] = i
	}
	return i
}

// repeated returns the place of the first name that has occurred before, or -1. It takes a few bytes a name, because
// there may be millions.
func repeated(names []string) int {
	slots := 8
	for slots < 2*len(names) {
		slots *= 2
	}
	seen := make([]int32, slots) // place+1 of the name in a slot; linear probing
	seed := maphash.MakeSeed()
	for i, n := range names {
		slot := maphash.String(seed, n) & uint64(slots-1)
		for ; seen[slot] != 0; slot = (slot + 1) & uint64(slots-1) {
			if names[seen[slot]-1] == n {
				return i
			}
		}
		seen[slot] = int32(i) + 1
	}
	return -1
}
