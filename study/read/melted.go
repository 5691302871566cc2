package read

import (
	"io"
	"slices"
	"strconv"

	"concord/study"
)

// plan says which columns a row has after a transform. All stay but those that are needed.
type plan struct {
	needed []int    // columns that are read in any case
	stay   []int    // of these, those that stay nevertheless
	remade []int    // of those that stay, columns with other contents
	own    []string // new columns
	number string   // the last of the new columns, of the number of the row; "" for none
	alone  bool     // rows need not know of each other, so that a file may be divided between them
}

// melted is records made from rows by one transform. A row gives any number of records. A record has the columns that
// stay, and new columns, such as the labeler and the label.
type melted struct {
	over
	plan

	width  int   // fields of a row
	kept   []int // columns of a row that stay
	header []string
	spread func(m *melted) error                 // calls add for each label of a row
	label  func(to [][]byte, label int) [][]byte // the own cells of a label of the row; nil for those of add

	fields    [][]byte
	line, row int
	cells     [][]byte // of the own columns, one label of the row after the other
	next      int      // label of the row
	labels    int      // of the row
	out       [][]byte
}

// melt makes records of rows.
func melt(r records, p plan, spread func(m *melted) error) *melted {
	m := &melted{over: over{r}, plan: p, width: len(r.Header()), spread: spread}
	for i, name := range r.Header() {
		if !slices.Contains(p.needed, i) || slices.Contains(p.stay, i) {
			m.kept, m.header = append(m.kept, i), append(m.header, name)
		}
	}
	if p.number != "" {
		m.own = append(m.own, p.number)
	}
	m.header = append(m.header, m.own...)
	return m
}

// change is the transform of rows that keeps all columns and changes cells of some, or leaves out rows.
func change(r records, columns []int, spread func(m *melted) error) *melted {
	return melt(r, plan{needed: columns, stay: columns, alone: true}, spread)
}

// Header returns the names of the columns.
func (m *melted) Header() []string { return m.header }

// Order returns the categories of a column, ascending, if the file has them.
func (m *melted) Order(column int) []string {
	if d, ok := m.records.(declaring); ok && column < len(m.kept) && !slices.Contains(m.remade, m.kept[column]) {
		return d.Order(m.kept[column])
	}
	return nil
}

// add adds a label of the row, by the fields of the own columns but the number.
func (m *melted) add(own ...[]byte) {
	m.cells = append(m.cells, own...)
	if m.number != "" {
		m.cells = append(m.cells, strconv.AppendInt(nil, int64(m.row), 10))
	}
	m.labels++
}

// Next returns the next label, and the line of its row.
func (m *melted) Next() ([][]byte, int, error) {
	for m.next == m.labels {
		fields, line, err := m.records.Next()
		if err != nil {
			return nil, line, err
		}
		if len(fields) != m.width {
			return nil, line, ragged(line, len(fields), m.width)
		}
		m.fields, m.line, m.next, m.labels, m.cells = fields, line, 0, 0, m.cells[:0]
		m.row++
		if err := m.spread(m); err != nil {
			return nil, line, err
		}
		m.out = m.out[:0]
		for _, i := range m.kept {
			m.out = append(m.out, m.fields[i])
		}
	}
	m.next++
	if len(m.kept) == m.width && len(m.own) == 0 {
		return m.fields, m.line, nil
	}
	n, kept := len(m.own), m.out[:len(m.kept)]
	if m.label != nil {
		m.out = m.label(kept, m.next-1)
	} else {
		m.out = append(kept, m.cells[(m.next-1)*n:m.next*n]...)
	}
	return m.out, m.line, nil
}

// through returns the first rows as a transform of them gives them, as far as it is without fault.
func (first *firstRows) through(m *melted) *firstRows {
	made, again := &firstRows{header: m.header, top: first.top, topLines: first.topLines}, *m
	again.records = &rowsAgain{first, 0}
	for {
		fields, line, err := again.Next()
		if err != nil {
			return made
		}
		made.add(fields, line)
	}
}

// rowsAgain is records of the first rows.
type rowsAgain struct {
	*firstRows
	next int
}

func (r *rowsAgain) Header() []string { return r.header }

func (r *rowsAgain) Next() ([][]byte, int, error) {
	if r.next == len(r.cells) {
		return nil, 0, io.EOF
	}
	row := r.cells[r.next]
	fields := make([][]byte, len(row))
	for i, text := range row {
		fields[i] = []byte(text)
	}
	r.next++
	return fields, r.lines[r.next-1], nil
}

// fault is an error about a field of the row.
func (m *melted) fault(code study.Code, column int, found string, fixes ...study.Fix) *study.Error {
	name := m.records.Header()[column]
	return study.Faultf(code, "column %q: %s", name, found).AtLine(m.line).InColumn(name).FixedBy(fixes...)
}

// Select passes on which columns are in use, and those that labels come from. It returns the wanted ones that are read:
// all others of these are made in any case.
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
