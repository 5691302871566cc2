package read

import (
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
	plain  []bool   // of the columns, which have a plain value, or a list of some
	labels []string // columns that an export names as questions
	grow   bool     // take up new columns, and keep no cells

	cells [][]byte // rows one after the other
	rows  int
	lines []int32 // of each row, within its object
	at    int32   // line of the row that begins next
	last  int     // column that was set last
	path  []byte

	// concerns says whether a column that first appears after the others were chosen would
	// have played a part; question, whether an export names it as one.
	concerns func(name string, question bool) bool
	late     map[string]bool
	lately   []string // the names in late, in the order of their appearance
}

// clear begins the rows of the next object.
func (page *sheet) clear() {
	page.cells, page.lines, page.rows, page.at = page.cells[:0], page.lines[:0], 0, 0
}

// begin begins a row.
func (page *sheet) begin() {
	if page.grow {
		return
	}
	page.rows++
	page.lines = append(page.lines, page.at)
	page.last = -1
	for range page.header {
		page.cells = append(page.cells, nil)
	}
}

// row returns the cells of a row.
func (page *sheet) row(i int) [][]byte {
	return page.cells[i*len(page.header) : (i+1)*len(page.header)]
}

// question sets the cell of a column that holds answers.
func (page *sheet) question(name, text []byte) error {
	if page.grow && !slices.Contains(page.labels, string(name)) {
		page.labels = append(page.labels, string(name))
	}
	return page.put(name, text, true)
}

// set sets the cell of a column.
func (page *sheet) set(name, text []byte) error { return page.put(name, text, false) }

func (page *sheet) put(name, text []byte, question bool) error {
	column := page.last + 1 // objects mostly have their members in one order
	if page.grow || column >= len(page.header) || page.header[column] != string(name) {
		var known bool
		if column, known = page.index[string(name)]; !known {
			if err := page.unknown(name, question); err != nil || !page.grow {
				return err
			}
			column = len(page.header) - 1
		}
	}
	if len(text) > 0 && !page.plain[column] {
		page.plain[column] = string(text) != emptyList
	}
	if page.grow {
		return nil
	}
	page.last = column
	cell := &page.cells[(page.rows-1)*len(page.header)+column]
	if *cell != nil {
		return study.Faultf(BadJSON, "one row has %q twice", name)
	}
	if text = trim(text); text == nil {
		text = []byte{} // missing, and yet set
	}
	*cell = text
	return nil
}

// unknown adds a column, or handles one that comes too late.
func (page *sheet) unknown(name []byte, question bool) error {
	if page.grow {
		page.index[string(name)] = len(page.header)
		page.header, page.plain = append(page.header, string(name)), append(page.plain, false)
		return nil
	}
	if _, known := page.late[string(name)]; known {
		return nil
	}
	if page.concerns(string(name), question) {
		return study.Faultf(LateColumn, "%q appears here first, long after the columns were chosen", name).
			Advising("give the first row every field, if only as null")
	}
	if len(page.late) < mostLateKeys {
		page.late[string(name)] = true
		page.lately = append(page.lately, string(name))
	}
	return nil
}

// flatten sets the cells of an object: a cell for each member. Members of inner objects are under their path. It leaves
// out the members that skip names.
func (page *sheet) flatten(d *document, object int32, skip func(key []byte) bool) error {
	for i := d.nodes[object].first; i != 0; i = d.nodes[i].next {
		n := &d.nodes[i]
		if skip != nil && skip(n.key) {
			continue
		}
		length := len(page.path)
		if length > 0 {
			page.path = append(page.path, '.')
		}
		page.path = append(page.path, n.key...)
		err := page.member(d, i)
		page.path = page.path[:length]
		if err != nil {
			return err
		}
	}
	return nil
}

// member sets the cell of a value under the path; of an object, it sets the cells of the members. A list of other kinds
// is its text in a column of plain values. If the column plays a part, such a list is an error, and so is an object,
// because no label may vanish.
func (page *sheet) member(d *document, i int32) error {
	if text, ok := d.cell(i); ok {
		return page.set(page.path, text)
	}
	n := &d.nodes[i]
	column, known := page.index[string(page.path)]
	plain := known && !page.grow && page.plain[column]
	switch {
	case plain && d.nested(i) && page.concerns(string(page.path), false):
		return page.odd(d, i)
	case n.kind == objectNode:
		return page.flatten(d, i, nil)
	case plain:
		return page.set(page.path, d.text(i))
	}
	return nil
}

// odd is the error about a value of another form than in other records.
func (page *sheet) odd(d *document, i int32) error {
	page.at = d.nodes[i].line
	text := string(d.text(i))
	found := visible.Quote(text)
	if key := d.nodes[i].key; key != nil {
		found = visible.Sprintf("%q is %s", key, found)
	}
	return study.Faultf(BadJSON, "%s here, and such a value has another form elsewhere", found).
		Advising("write it as elsewhere, or null")
}

// nested reports whether a value is an object, or a list with objects or lists in it.
func (d *document) nested(i int32) bool {
	if d.nodes[i].kind == objectNode {
		return true
	}
	for c := range d.children(i) {
		if c.kind >= arrayNode {
			return true
		}
	}
	return false
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

// listCell is the text of an array: its only element, or all elements.
func (d *document) listCell(array int32) (text []byte, ok bool) {
	first := d.nodes[array].first
	if first == 0 {
		return []byte(emptyList), true
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
