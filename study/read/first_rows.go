package read

import "concord/study/read/internal/layout"

// Limits of the first rows that are kept.
const (
	mostFirstRows = 5000
	longestCell   = 200 // bytes; of longer ones the beginning
	mostTop       = 30
)

// firstRows are the first rows of a file, as they are, by which its layout is recognised.
type firstRows struct {
	header []string
	cells  [][]string
	lines  []int
	text   []byte
	// top are the first of all rows, also of those that have another number of fields than the header.
	top      [][]string
	topLines []int
	// seen holds facts of each column, which are found once, when all rows are there; nil before.
	seen []columnSeen
}

// columnSeen holds facts of a column. Each is nil before it was asked for.
type columnSeen struct {
	distinct *[2]int
	numbers  *[]float64 // nil inside: not all are numbers
	look     *look
}

// of returns the facts of a column that were found so far.
func (first *firstRows) of(i int) *columnSeen {
	if first.seen == nil {
		first.seen = make([]columnSeen, len(first.header))
	}
	return &first.seen[i]
}

// look says how a column looks.
func (first *firstRows) look(i int) *look {
	of := first.of(i)
	if of.look == nil {
		of.look = lookAt(first.cells, i)
	}
	return of.look
}

// numbers returns the cells of a column as numbers, which nobody changes: see [layout.Numbers].
func (first *firstRows) numbers(i int) ([]float64, bool) {
	of := first.of(i)
	if of.numbers == nil {
		x, ok := layout.Numbers(first.cells, i)
		if !ok {
			x = nil
		}
		of.numbers = &x
	}
	return *of.numbers, *of.numbers != nil
}

// add keeps a row if it is one of the first.
func (first *firstRows) add(fields [][]byte, line int) {
	if len(first.cells) < mostFirstRows && len(fields) == len(first.header) {
		first.cells, first.lines = append(first.cells, first.copied(fields)), append(first.lines, line)
	}
}

// copied returns the beginnings of fields.
func (first *firstRows) copied(fields [][]byte) []string {
	first.text = first.text[:0]
	for _, f := range fields {
		first.text = append(first.text, f[:min(len(f), longestCell)]...)
	}
	text, from := string(first.text), 0
	row := make([]string, len(fields))
	for i, f := range fields {
		to := from + min(len(f), longestCell)
		row[i], from = text[from:to], to
	}
	return row
}

// readFirst keeps the first rows of records that are read no further.
func readFirst(r records) *firstRows {
	first := &firstRows{header: r.Header()}
	if s, ok := r.(selective); ok {
		used := make([]bool, len(first.header))
		for i := range used {
			used[i] = true
		}
		s.Select(used, nil)
	}
	for range mostFirstRows {
		fields, line, err := r.Next()
		if err != nil {
			return first
		}
		if len(first.top) < mostTop {
			first.top, first.topLines = append(first.top, first.copied(fields)), append(first.topLines, line)
		}
		first.add(fields, line)
	}
	return first
}

// distinct returns how many values a column has, and how many rows are not empty.
func (first *firstRows) distinct(i int) (values, rows int) {
	of := first.of(i)
	if of.distinct == nil {
		seen := make(map[string]bool)
		for _, row := range first.cells {
			if row[i] != "" {
				seen[row[i]] = true
				rows++
			}
		}
		of.distinct = &[2]int{len(seen), rows}
	}
	return of.distinct[0], of.distinct[1]
}
