// Package fits has the fits of several tasks of one file side by side, and what they say together.
package fits

import (
	"strings"

	"concord/internal/answer"
)

// Task is the outcome of one task of many.
type Task struct {
	Key  []string `json:"key"` // a value for each cut
	Seed uint64   `json:"seed"`
	// Undefined says why there is no fit. Result has the coefficients then, if they could be computed.
	Undefined string         `json:"undefined,omitempty"`
	Result    *answer.Answer `json:"result,omitempty"`
	// Transformed has the numbers that a summary over many tasks needs.
	Transformed []Transformed `json:"unbounded,omitempty"`
}

// Fitted reports whether there is a fit.
func (task Task) Fitted() bool { return task.Result != nil && task.Result.Model() != nil }

// TaskStatus is the outcome of a task.
type TaskStatus string

const (
	TaskFitted       TaskStatus = "fitted"
	TaskNotConverged TaskStatus = "not converged" // there are estimates, which are not to be trusted
	TaskNoFit        TaskStatus = "no fit"        // there are coefficients at most
)

// Status returns the outcome of the task.
func (task Task) Status() TaskStatus {
	switch {
	case !task.Fitted():
		return TaskNoFit
	case !task.Result.Converged(answer.Key{}):
		return TaskNotConverged
	}
	return TaskFitted
}

// keyOf is a key of maps for a quantity of some studies on a scale.
func keyOf(name, scale string, studies []string) string {
	return name + "\x00" + scale + "\x00" + strings.Join(studies, "\x00")
}
