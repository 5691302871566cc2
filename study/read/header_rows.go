package read

import (
	"fmt"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// withoutHeaders leaves out further lines of headers below the first, which survey programs write, and says so.
func (from *input) withoutHeaders(rows records, first *firstRows, o Options) (*firstRows, string) {
	a, ok := rows.(*ahead)
	if !ok || o.AsIs || from.shard {
		return first, ""
	}
	if _, ok := a.records.(*scanner); !ok {
		return first, ""
	}
	n := layout.HeaderRows(first.header, first.cells)
	// Each line must be of the first of all rows, which have as many fields as the header.
	if n == 0 || len(a.rows) < n || a.rows[n-1].line != first.lines[n-1] {
		return first, ""
	}
	a.next = n
	left := &firstRows{header: first.header, cells: first.cells[n:], lines: first.lines[n:]}
	for k, line := range first.topLines {
		if line > first.lines[n-1] {
			left.top, left.topLines = append(left.top, first.top[k]), append(left.topLines, line)
		}
	}
	return left, visible.Count(n, "further header line") + " left out"
}

// headerRows finds further headers below the first, in files whose rows cannot be skipped.
func (first *firstRows) headerRows(file string) *study.Error {
	n := layout.HeaderRows(first.header, first.cells)
	if n == 0 {
		return nil
	}
	rows := "the row below the header holds"
	if n > 1 {
		rows = fmt.Sprintf("the %d rows below the header hold", n)
	}
	return &study.Error{Code: HeaderRows, File: file, Line: first.lines[0],
		Found: rows + " no labels, but further headers, as survey programs write them", Remedy: "delete them"}
}
