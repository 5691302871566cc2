package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// withoutHeaders leaves out further lines of headers below the first, which survey programs write, and says so.
func (from *input) withoutHeaders(rows records, first *firstRows, o Options) (*firstRows, string) {
	a, ok := rows.(*ahead)
	if !ok || o.AsIs || from.shard || fieldsIn(first.header) < 2 { // the first line may be a title
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
func (first *firstRows) headerRows() *study.Error {
	n := layout.HeaderRows(first.header, first.cells)
	if n == 0 || fieldsIn(first.header) < 2 {
		return nil
	}
	rows := "the row below the header holds"
	if n > 1 {
		rows = fmt.Sprintf("the %d rows below the header hold", n)
	}
	return study.Faultf(HeaderRows, "%s no labels, but further headers, as survey programs write them", rows).
		AtLine(first.lines[0]).FixedBy(study.By("delete these rows, so that labels stand below the header"),
		doubted())
}

// groupedHeader finds a header of two lines, as spreadsheets have it: names of groups of columns above the names of
// columns, which come again in each group.
func (first *firstRows) groupedHeader() *study.Error {
	if len(first.cells) < 2 {
		return nil
	}
	group, names, again := "", make([]string, len(first.header)), false
	blank := 0
	for i, name := range first.header {
		below := strings.TrimSpace(first.cells[0][i])
		if _, err := strconv.ParseFloat(below, 64); err == nil || below == "" {
			return nil
		}
		if name = strings.TrimSpace(name); name != "" {
			group = name
		} else if i > 0 {
			blank++
		}
		again = again || slices.Contains(first.cells[0][:i], first.cells[0][i])
		names[i] = strings.TrimSpace(group + " " + below)
	}
	if blank < 2 || !again {
		return nil
	}
	return study.Faultf(HeaderRows, "the header has two lines, of which the first names groups of columns").
		AtLine(first.lines[0]).FixedBy(study.By("write one line of names, such as "+visible.Names(names)),
		doubted())
}
