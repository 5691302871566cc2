package read

import (
	"fmt"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// Condition holds of a row whose column has one of some values, or none of them.
type Condition struct {
	Column string
	Values []string // without surrounding blanks, in their case; "" is an empty field
	Not    bool     // the column has none of them
}

// holds reports whether the condition holds of a field.
func (c Condition) holds(field []byte) bool {
	return slices.Contains(c.Values, string(field)) != c.Not
}

// filter is the rows of records that all conditions hold of.
type filter struct {
	records
	file       string
	columns    []int
	conditions []Condition
	left       int // rows that were left out
}

// filtered returns the rows of records, and the first of them, that all conditions hold of.
func filtered(r records, first *firstRows, file string, where []Condition) (records, *firstRows, error) {
	if len(where) == 0 {
		return r, first, nil
	}
	f := &filter{records: r, file: file, conditions: where}
	for _, c := range where {
		h := &header{file: file, names: r.Header(), taken: make(map[int]string)}
		i, err := h.named(wherePart, c.Column)
		if err != nil {
			return nil, nil, err
		}
		f.columns = append(f.columns, i)
	}
	kept := &firstRows{header: first.header, top: first.top, topLines: first.topLines}
	for n, row := range first.cells {
		if f.keeps(func(i int) []byte { return []byte(row[i]) }) {
			kept.cells, kept.lines = append(kept.cells, row), append(kept.lines, first.lines[n])
		}
	}
	return f, kept, nil
}

func (f *filter) keeps(field func(column int) []byte) bool {
	for k, c := range f.conditions {
		if !c.holds(field(f.columns[k])) {
			return false
		}
	}
	return true
}

// Next returns the next row that all conditions hold of. Rows of another number of fields than the header are an error
// for whoever reads on.
func (f *filter) Next() ([][]byte, int, error) {
	for {
		fields, line, err := f.records.Next()
		if err != nil || len(fields) != len(f.Header()) ||
			f.keeps(func(i int) []byte { return fields[i] }) {
			return fields, line, err
		}
		f.left++
	}
}

// Select passes on which columns are in use, and those of the conditions.
func (f *filter) Select(used []bool, wanted []int) (read []int) {
	s, ok := f.records.(selective)
	if !ok {
		return wanted
	}
	used = slices.Clone(used)
	for _, i := range f.columns {
		used[i] = true
	}
	return s.Select(used, wanted)
}

// Late returns the names of columns that came after the columns were chosen.
func (f *filter) Late() []string {
	if g, ok := f.records.(growing); ok {
		return g.Late()
	}
	return nil
}

// Order returns the categories of a column, ascending, where the file says them.
func (f *filter) Order(column int) []string {
	if d, ok := f.records.(declaring); ok {
		return d.Order(column)
	}
	return nil
}

// checkWhere refuses conditions that no row can meet.
func (o Options) checkWhere(file string) error {
	for _, c := range o.Where {
		if c.Column == "" || len(c.Values) == 0 {
			return &study.Error{Code: study.BadOption, File: file,
				Found: fmt.Sprintf("a condition on column %s names no value", visible.Quote(c.Column))}
		}
	}
	return nil
}
