package study

import "sync"

// found keeps facts about a table, which never changes.
type found struct {
	mu sync.Mutex
	of map[any]any
}

// Once calls find for the first caller of a key, and returns the same to all later callers. The key has a type of the
// caller's package. Nothing is kept if find was interrupted, and whole is false.
func Once[T any](t *Table, key any, find func() (what T, whole bool)) T {
	t.found.mu.Lock()
	defer t.found.mu.Unlock()
	if known, ok := t.found.of[key]; ok {
		return known.(T)
	}
	what, whole := find()
	if whole {
		if t.found.of == nil {
			t.found.of = map[any]any{}
		}
		t.found.of[key] = what
	}
	return what
}
