package result

import (
	"errors"
	"strings"

	"concord/model/refusal"
)

// NoComparison is the error of a task whose labels cannot be compared.
type NoComparison struct{ Err error }

// Error says why.
func (nc *NoComparison) Error() string { return nc.Err.Error() }

// Unwrap returns the error that says why.
func (nc *NoComparison) Unwrap() error { return nc.Err }

// WithoutComparison is the reason why a task has no comparison; ok is false if the error is none of a task.
func WithoutComparison(err error) (why string, ok bool) {
	var unfit *refusal.Error
	var none *NoComparison
	switch {
	case errors.As(err, &none):
		return reason(none.Err), true
	case errors.As(err, &unfit):
		return reason(unfit), true
	}
	return "", false
}

// reason is the first line of an error, without a full stop.
func reason(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimSuffix(text, ".")
}
