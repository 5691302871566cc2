package study

import "sync"

// found is what was found out about a table, which never changes.
type found struct {
	mu sync.Mutex
	of map[any]any
}

// Once returns what find finds out about a table, and calls it once for each key. The key has a type of the caller's
// package. Nothing is kept if find says that it has not finished.
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
