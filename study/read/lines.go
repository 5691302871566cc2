package read

import (
	"sort"
)

// lines remembers the line of each row in little space: only for rows that do not begin on the line after the previous
// row.
type lines struct {
	row, line []int
	n         int // rows
	next      int // line of the next row if it follows its predecessor
}

func (l *lines) add(line int) {
	if line != l.next {
		l.row = append(l.row, l.n)
		l.line = append(l.line, line)
	}
	l.n++
	l.next = line + 1
}

// of returns the line of a row.
func (l *lines) of(row int) int {
	i := sort.Search(len(l.row), func(i int) bool { return l.row[i] > row }) - 1
	return l.line[i] + row - l.row[i]
}
