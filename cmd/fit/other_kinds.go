package main

import (
	"fmt"
	"strings"

	"concord/batch"
	"concord/internal/visible"
	"concord/study"
)

// otherKinds warns of tasks whose labels are 0 and 1 only where those of others are not: a column is of one kind in all
// tasks, so that yes and no are taken for two of five categories there, or for measurements.
func otherKinds(tasks []batch.Task, t *study.Table) []string {
	const most = 3 // that are named
	var names []string
	units := 0
	for _, task := range tasks {
		if !task.Unit {
			continue
		}
		if units++; units <= most {
			names = append(names, visible.Text(task.Key.String()))
		}
	}
	if units == 0 {
		return nil
	}
	taken := "measurements"
	if t.Kind() == study.Ordinal {
		order := t.Categories()
		last := order[len(order)-1]
		taken = fmt.Sprintf("ordered categories from %s to %s", visible.Name(order[0]), visible.Name(last))
	}
	which := strings.Join(names, ", ")
	if units > most {
		which += fmt.Sprintf(" and %d more", units-most)
	}
	return []string{fmt.Sprintf("labels of %s are 0 and 1 only, and those of others are not: all are taken for %s; "+
		"where 0 and 1 mean no and yes, fit these tasks from a file of their own", which, taken)}
}
