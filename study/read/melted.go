package read

import (
	"fmt"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
)

// melted is records of a label each, made from rows that hold several labels: the columns that stay, and new columns,
// such as the labeler and the label. A layout says by spread which labels a row gives.
type melted struct {
	over
	file   string
	width  int   // fields of a row
	kept   []int // columns of a row that stay
	needed []int // columns of a row that the labels come from
	own    []string
	header []string
	spread func(m *melted) error

	fields    [][]byte
	line, row int
	cells     [][]byte // of the own columns, one label of the row after the other
	next      int      // label of the row
	labels    int      // of the row
	out       [][]byte
}

// melt makes records of rows. The columns that labels come from do not stay, unless stay has them; all others do.
func melt(r records, file string, needed, stay []int, own []string, spread func(m *melted) error) *melted {
	m := &melted{over: over{r}, file: file, width: len(r.Header()), needed: needed, own: own, spread: spread}
	for i, name := range r.Header() {
		if !slices.Contains(needed, i) || slices.Contains(stay, i) {
			m.kept, m.header = append(m.kept, i), append(m.header, name)
		}
	}
	m.header = append(m.header, own...)
	return m
}

// Header returns the names of the columns.
func (m *melted) Header() []string { return m.header }

// add adds a label of the row, by the fields of the own columns.
func (m *melted) add(own ...[]byte) {
	m.cells = append(m.cells, own...)
	m.labels++
}

// number is the number of the row, for those that have no other name.
func (m *melted) number() []byte { return strconv.AppendInt(nil, int64(m.row), 10) }

// Next returns the next label, and the line of its row.
func (m *melted) Next() ([][]byte, int, error) {
	for m.next == m.labels {
		fields, line, err := m.records.Next()
		if err != nil {
			return nil, line, err
		}
		if len(fields) != m.width {
			return nil, line, ragged(m.file, line, len(fields), m.width)
		}
		m.fields, m.line, m.next, m.labels, m.cells = fields, line, 0, 0, m.cells[:0]
		m.row++
		if err := m.spread(m); err != nil {
			return nil, line, err
		}
	}
	m.out = m.out[:0]
	for _, i := range m.kept {
		m.out = append(m.out, m.fields[i])
	}
	n := len(m.own)
	m.out = append(m.out, m.cells[m.next*n:(m.next+1)*n]...)
	m.next++
	return m.out, m.line, nil
}

// fault is an error about a field of the row.
func (m *melted) fault(code study.Code, column int, found, remedy string) error {
	name := m.records.Header()[column]
	return &study.Error{Code: code, File: m.file, Line: m.line, Column: name, Remedy: remedy,
		Found: fmt.Sprintf("column %s: %s", visible.Quote(name), found)}
}

// Select passes on which columns are in use, and those that labels come from.
func (m *melted) Select(used []bool, wanted []int) (read []int) {
	s, ok := m.records.(selective)
	if !ok {
		return wanted
	}
	inner := make([]bool, m.width)
	for k, i := range m.kept {
		inner[i] = used[k]
	}
	for _, i := range m.needed {
		inner[i] = true
	}
	return passOn(s, inner, m.kept, wanted)
}

// unusedName is a name that no column of a header has.
func unusedName(names []string, name string) string {
	h := &header{names: names}
	for len(h.find(name)) > 0 {
		name += "'"
	}
	return name
}

// together names columns in a few words.
func together(names []string) string {
	const most = 3
	if len(names) > most {
		return names[0] + " … " + names[len(names)-1]
	}
	text := ""
	for i, name := range names {
		if i > 0 {
			text += ","
		}
		text += name
	}
	return text
}
