package fits

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
	case task.Result.Diagnostics != nil && !task.Result.Diagnostics.Converged:
		return TaskNotConverged
	}
	return TaskFitted
}
