package main

import (
	"fmt"
	"strings"

	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/study"
)

// otherKinds names the tasks whose labels are 0 and 1 only, if others have other numbers. A note says that they are
// binary. If the caller asked for one kind, a warning says that they are not.
func otherKinds(d *result.Data, tasks []batch.Task, t *study.Table) {
	own := unitTasks(tasks, func(task batch.Task) bool { return task.Own })
	if own != "" {
		d.Notes = append(d.Notes, fmt.Sprintf("Labels of %s are 0 and 1 only, and those of others are not: they are "+
			"binary, and 1 is positive.", own))
	}
	which := unitTasks(tasks, func(task batch.Task) bool { return task.Unit && !task.Own })
	if which == "" {
		return
	}
	taken := "measurements"
	if t.Kind() == study.Ordinal {
		order := t.Categories()
		last := order[len(order)-1]
		taken = fmt.Sprintf("ordered categories from %s to %s", visible.Name(order[0]), visible.Name(last))
	}
	d.Warnings = append(d.Warnings, fmt.Sprintf("labels of %s are 0 and 1 only, and those of others are not: all are "+
		"taken for %s; where 0 and 1 mean no and yes, fit these tasks from a file of their own", which, taken))
}

// unitTasks names some tasks; "" if there is none.
func unitTasks(tasks []batch.Task, these func(batch.Task) bool) string {
	const most = 3 // that are named
	var names []string
	n := 0
	for _, task := range tasks {
		if !these(task) {
			continue
		}
		if n++; n <= most {
			names = append(names, visible.Text(task.Key.String()))
		}
	}
	which := strings.Join(names, ", ")
	if n > most {
		which += fmt.Sprintf(" and %d more", n-most)
	}
	return which
}
