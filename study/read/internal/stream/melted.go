package stream

import (
	"io"
	"slices"
	"strconv"

	"concord/study"
	"concord/study/read/internal/naming"
)

// Plan says which columns a row has after a transform. All stay but those that are needed.
type Plan struct {
	Needed []int    // columns that are read in any case
	Stay   []int    // of these, those that stay nevertheless
	Remade []int    // of those that stay, columns with other contents
	Own    []string // new columns
	Number string   // the last of the new columns, of the number of the row; "" for none
	Alone  bool     // rows need not know of each other, so that a file may be divided between them
}

// Melted is records made from rows by one transform. A row gives any number of records. A record has the columns that
// stay, and new columns, such as the labeler and the label.
type Melted struct {
	Over
	Plan

	width  int   // fields of a row
	kept   []int // columns of a row that stay
	header []string
	spread func(m *Melted) error                 // calls add for each label of a row
	Label  func(to [][]byte, label int) [][]byte // the own cells of a label of the row; nil for those of add

	Fields    [][]byte
	Line, Row int
	cells     [][]byte // of the own columns, one label of the row after the other
	At        int      // label of the row
	Labels    int      // of the row
	out       [][]byte
}

// Melt makes records of rows.
func Melt(r Records, p Plan, spread func(m *Melted) error) *Melted {
	m := &Melted{Over: Over{r}, Plan: p, width: len(r.Header()), spread: spread}
	for i, name := range r.Header() {
		if !slices.Contains(p.Needed, i) || slices.Contains(p.Stay, i) {
			m.kept, m.header = append(m.kept, i), append(m.header, name)
		}
	}
	if p.Number != "" {
		m.Own = append(m.Own, p.Number)
	}
	m.header = append(m.header, m.Own...)
	return m
}

// Change is the transform of rows that keeps all columns and changes cells of some, or leaves out rows.
func Change(r Records, columns []int, spread func(m *Melted) error) *Melted {
	return Melt(r, Plan{Needed: columns, Stay: columns, Alone: true}, spread)
}

// Header returns the names of the columns.
func (m *Melted) Header() []string { return m.header }

// Order returns the categories of a column, ascending, if the file has them.
func (m *Melted) Order(column int) []string {
	if d, ok := m.Records.(Declaring); ok && column < len(m.kept) && !slices.Contains(m.Remade, m.kept[column]) {
		return d.Order(m.kept[column])
	}
	return nil
}

// Add adds a label of the row, by the fields of the own columns but the number.
func (m *Melted) Add(own ...[]byte) {
	m.cells = append(m.cells, own...)
	if m.Number != "" {
		m.cells = append(m.cells, strconv.AppendInt(nil, int64(m.Row), 10))
	}
	m.Labels++
}

// Next returns the next label, and the line of its row.
func (m *Melted) Next() ([][]byte, int, error) {
	for m.At == m.Labels {
		fields, line, err := m.Records.Next()
		if err != nil {
			return nil, line, err
		}
		if len(fields) != m.width {
			return nil, line, Ragged(line, len(fields), m.width)
		}
		m.Fields, m.Line, m.At, m.Labels, m.cells = fields, line, 0, 0, m.cells[:0]
		m.Row++
		if err := m.spread(m); err != nil {
			return nil, line, err
		}
		m.out = m.out[:0]
		for _, i := range m.kept {
			m.out = append(m.out, m.Fields[i])
		}
	}
	m.At++
	if len(m.kept) == m.width && len(m.Own) == 0 {
		return m.Fields, m.Line, nil
	}
	n, kept := len(m.Own), m.out[:len(m.kept)]
	if m.Label != nil {
		m.out = m.Label(kept, m.At-1)
	} else {
		m.out = append(kept, m.cells[(m.At-1)*n:m.At*n]...)
	}
	return m.out, m.Line, nil
}

// Through returns the first rows as a transform of them gives them, as far as it is without fault.
func (first *FirstRows) Through(m *Melted) *FirstRows {
	made, again := &FirstRows{Header: m.header, Top: first.Top, TopLines: first.TopLines}, *m
	again.Records = &rowsAgain{first, 0}
	for {
		fields, line, err := again.Next()
		if err != nil {
			return made
		}
		made.Add(fields, line)
	}
}

// rowsAgain is records of the first rows.
type rowsAgain struct {
	*FirstRows
	next int
}

func (r *rowsAgain) Header() []string { return r.FirstRows.Header }

func (r *rowsAgain) Next() ([][]byte, int, error) {
	if r.next == len(r.Cells) {
		return nil, 0, io.EOF
	}
	row := r.Cells[r.next]
	fields := make([][]byte, len(row))
	for i, text := range row {
		fields[i] = []byte(text)
	}
	r.next++
	return fields, r.Lines[r.next-1], nil
}

// Fault is an error about a field of the row.
func (m *Melted) Fault(code study.Code, column int, found string, fixes ...study.Fix) *study.Error {
	name := m.Records.Header()[column]
	return code.Faultf("column %q: %s", name, found).AtLine(m.Line).InColumn(name).FixedBy(fixes...)
}

// Select passes on which columns are in use, and those that labels come from. It returns the wanted ones that are read:
// all others of these are made in any case.
func (m *Melted) Select(used []bool, wanted []int) (read []int) {
	s, ok := m.Records.(Selective)
	if !ok {
		return wanted
	}
	inner := make([]bool, m.width)
	for k, i := range m.kept {
		inner[i] = used[k]
	}
	for _, i := range m.Needed {
		inner[i] = true
	}
	return PassOn(s, inner, m.kept, wanted)
}

// UnusedName is a name that no column of a header has.
func UnusedName(names []string, name string) string {
	h := &naming.Header{Names: names}
	for len(h.Find(name)) > 0 {
		name += "'"
	}
	return name
}

// Together names columns in a few words.
func Together(names []string) string {
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
