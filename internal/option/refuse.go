package option

import (
	"slices"
	"strings"

	"concord/internal/visible"
)

// Error is about how a command was called, not about the file.
type Error struct{ error }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.error }

// Refuse returns an error about how a command was called. Texts that it repeats are made visible.
func Refuse(format string, args ...any) error {
	return &Error{visible.Errorf(format, args...)}
}

// Chosen translates the value of an option, given a value for each of its choices.
func Chosen[T any](call Asked, k Key[string], values ...T) (T, error) {
	if at := slices.Index(k.Choices, k.In(call)); at >= 0 {
		return values[at], nil
	}
	var none T
	return none, Refuse("--%s %s: it is one of %s", k.Name, k.In(call), strings.Join(k.Choices, ", "))
}
