package read

import (
	"fmt"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
)

const (
	longestList  = 16      // elements of an array that can be a label
	mostLateKeys = 1 << 12 // names that are remembered as of no concern
)

// sheet is rows of named cells, which an object gives.
type sheet struct {
	header []string
	index  map[string]int
	labels []string // columns that an export names as questions
	grow   bool     // take up new columns, and keep no cells

	cells [][]byte // rows one after the other
	rows  int
	last  int // column that was set last
	path  []byte

	// concerns says whether a column that first appears after the others were chosen would
	// have played a part; question, whether an export names it as one.
	concerns func(name string, question bool) bool
	late     map[string]bool
	lately   []string // the names in late, in the order of their appearance
}

// clear begins the rows of the next object.
func (s *sheet) clear() { s.cells, s.rows = s.cells[:0], 0 }

// begin begins a row.
func (s *sheet) begin() {
	if s.grow {
		return
	}
	s.rows++
	s.last = -1
	for range s.header {
		s.cells = append(s.cells, nil)
	}
}

// row returns the cells of a row.
func (s *sheet) row(i int) [][]byte { return s.cells[i*len(s.header) : (i+1)*len(s.header)] }

// question sets the cell of a column that holds answers.
func (s *sheet) question(name, text []byte) error {
	if s.grow && !slices.Contains(s.labels, string(name)) {
		s.labels = append(s.labels, string(name))
	}
	return s.put(name, text, true)
}

// set sets the cell of a column.
func (s *sheet) set(name, text []byte) error { return s.put(name, text, false) }

func (s *sheet) put(name, text []byte, question bool) error {
	column := s.last + 1 // objects mostly have their members in one order
	if s.grow || column >= len(s.header) || s.header[column] != string(name) {
		var known bool
		if column, known = s.index[string(name)]; !known {
			return s.unknown(name, question)
		}
	}
	if s.grow {
		return nil
	}
	s.last = column
	cell := &s.cells[(s.rows-1)*len(s.header)+column]
	if *cell != nil {
		return &study.Error{Code: BadJSON, Found: fmt.Sprintf("one row has %s twice", visible.Quote(string(name)))}
	}
	if text = trim(text); text == nil {
		text = []byte{} // missing, and yet set
	}
	*cell = text
	return nil
}

// unknown takes up a column, or decides what becomes of one that comes too late.
func (s *sheet) unknown(name []byte, question bool) error {
	if s.grow {
		s.index[string(name)] = len(s.header)
		s.header = append(s.header, string(name))
		return nil
	}
	if _, known := s.late[string(name)]; known {
		return nil
	}
	if s.concerns(string(name), question) {
		return &study.Error{Code: LateColumn,
			Found:  visible.Quote(string(name)) + " appears here first, long after the columns were chosen",
			Remedy: "give the first row every field, if only as null"}
	}
	if len(s.late) < mostLateKeys {
		s.late[string(name)] = true
		s.lately = append(s.lately, string(name))
	}
	return nil
}

// flatten sets the cells of an object: one a member, and those of objects inside it under
// their path. It leaves out what skip names.
func (s *sheet) flatten(d *document, object int32, skip func(key []byte) bool) error {
	for i := d.nodes[object].first; i != 0; i = d.nodes[i].next {
		n := &d.nodes[i]
		if skip != nil && skip(n.key) {
			continue
		}
		length := len(s.path)
		if length > 0 {
			s.path = append(s.path, '.')
		}
		s.path = append(s.path, n.key...)
		var err error
		if n.kind == objectNode {
			err = s.flatten(d, i, nil)
		} else if text, ok := d.cell(i); ok {
			err = s.set(s.path, text)
		}
		s.path = s.path[:length]
		if err != nil {
			return err
		}
	}
	return nil
}

// cell returns the text of a value that can be a label or an id.
func (d *document) cell(i int32) (text []byte, ok bool) {
	n := &d.nodes[i]
	switch n.kind {
	case objectNode:
		return nil, false
	case arrayNode:
		return d.listCell(i)
	}
	return n.text, true
}

// listCell is the text of an array: that of its only element, or those of all.
func (d *document) listCell(array int32) (text []byte, ok bool) {
	first := d.nodes[array].first
	if first == 0 {
		return nil, true
	}
	n := 0
	for c := range d.children(array) {
		if n++; n > longestList || c.kind >= arrayNode {
			return nil, false
		}
	}
	if n == 1 {
		return d.nodes[first].text, true
	}
	separator := byte('[')
	for c := range d.children(array) {
		text = append(text, separator)
		separator = ','
		switch c.kind {
		case textNode:
			text = strconv.AppendQuote(text, string(c.text))
		case nullNode:
			text = append(text, "null"...)
		default:
			text = append(text, c.text...)
		}
	}
	return append(text, ']'), true
}
