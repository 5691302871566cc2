package read

import (
	"slices"
	"strings"
)

// leastLabelsOfTime is how many labels a column must have at each of its times, on average, for each to be a task.
const leastLabelsOfTime = 4

// timesFound returns the columns, among some, whose values in the first rows are times of several labels each, such as
// weeks or days.
func (first *firstRows) timesFound(columns []string) []string {
	var found []string
	for i, name := range first.header {
		if !slices.Contains(columns, name) || !first.startsWithDigits(i) {
			continue
		}
		l := first.look(i)
		if l.times && len(l.values) > 1 && l.isFull() && l.present >= leastLabelsOfTime*len(l.values) {
			found = append(found, name)
		}
	}
	return found
}

// startsWithDigits reports whether the first value of a column has a digit, as all times have, so that few columns need
// a closer look.
func (first *firstRows) startsWithDigits(column int) bool {
	for _, row := range first.cells {
		if !isMissing([]byte(row[column])) {
			return strings.ContainsAny(row[column], "0123456789")
		}
	}
	return false
}
