package fits

import (
	"slices"

	"concord/internal/tasks/batch"
)

// Combination is some studies of one grouping. Grouping is "" if there is only one.
type Combination struct {
	Grouping string
	Studies  []string
}

// Grouping returns the grouping of a task; "" if all tasks have the same grouping.
func (sev *Several) Grouping(task Task) string {
	if at := sev.groupingAt(); at >= 0 && at < len(task.Key) {
		return task.Key[at]
	}
	return ""
}

// groupingAt returns the place of the grouping in keys, or −1.
func (sev *Several) groupingAt() int {
	if len(sev.Data.Groupings()) == 0 {
		return -1
	}
	return slices.Index(sev.Cut, batch.ByGrouping)
}

// TasksOf returns the tasks of a grouping.
func (sev *Several) TasksOf(grouping string) []Task {
	if sev.groupingAt() < 0 {
		return sev.Tasks
	}
	var tasks []Task
	for _, task := range sev.Tasks {
		if sev.Grouping(task) == grouping {
			tasks = append(tasks, task)
		}
	}
	return tasks
}

// ShortKey returns the key of a task without its grouping.
func (sev *Several) ShortKey(task Task) []string {
	at := sev.groupingAt()
	if at < 0 {
		return task.Key
	}
	return slices.Delete(slices.Clone(task.Key), at, at+1)
}

// Grouped reports whether tasks have several groupings.
func (sev *Several) Grouped() bool { return sev.groupingAt() >= 0 }
