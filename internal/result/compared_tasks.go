package result

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/tasks/batch"
	"concord/model"
	"concord/study"
)

// ComparedTask is one of several comparisons of one file: its labels have certain values in the columns by which all
// labels are cut.
type ComparedTask struct {
	Key []string `json:"key"` // a value for each column
	// Seed is the seed of the random numbers.
	Seed uint64 `json:"seed"`
	// Undefined says why there is no comparison.
	Undefined string `json:"undefined,omitempty"`
}

// Name is the values of the task, "style" or "style, de".
func (ct ComparedTask) Name() string { return strings.Join(ct.Key, ", ") }

// NoComparison is the error of a task whose labels cannot be compared.
type NoComparison struct{ Err error }

// Error says why.
func (nc *NoComparison) Error() string { return nc.Err.Error() }

// Unwrap returns the error that says why.
func (nc *NoComparison) Unwrap() error { return nc.Err }

// CompareTasks calls a function for the labels of each task, with the seed of the task's random numbers. The seed
// follows from the run's seed and the task's key. If the function returns a [*model.DataError] or a [*NoComparison],
// the task has a nil result and the reason. CompareTasks returns the first such error if no task can be compared. It
// returns any other error at once.
func CompareTasks[T any](
	tasks []batch.Task, seed uint64, compare func(of *study.Table, seed uint64) (*T, error),
) ([]ComparedTask, []*T, error) {
	var all []ComparedTask
	var found []*T
	var first error
	for _, task := range tasks {
		of := ComparedTask{Key: task.Key.Values(), Seed: task.Seed(seed)}
		one, err := compare(task.Table(), of.Seed)
		if err != nil {
			var ok bool
			if of.Undefined, ok = WithoutComparison(err); !ok {
				return nil, nil, err
			}
			one = nil
			if first == nil {
				first = err
			}
		}
		all, found = append(all, of), append(found, one)
	}
	if !slices.ContainsFunc(found, func(one *T) bool { return one != nil }) {
		return nil, nil, first
	}
	return all, found, nil
}

// WithoutComparison is the reason why a task has no comparison; ok is false if the error is none of a task.
func WithoutComparison(err error) (why string, ok bool) {
	var unfit *model.DataError
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

// trustOf returns the diagnostics of several comparisons together: each message begins with the name of its
// comparison. A comparison without diagnostics because there is none is a warning.
func trustOf(names []string, of []*Diagnostics) *Diagnostics {
	all := &Diagnostics{OK: true, Converged: true, Messages: []string{}}
	for i, d := range of {
		if d == nil {
			all.OK = false
			continue
		}
		all.OK, all.Converged = all.OK && d.OK, all.Converged && d.Converged
		for _, m := range d.Messages {
			all.Messages = append(all.Messages, names[i]+": "+m)
		}
	}
	return all
}
