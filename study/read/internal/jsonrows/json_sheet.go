package jsonrows

import (
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/stream"
)

const (
	longestList  = 16      // elements of an array that can be a label
	MostLateKeys = 1 << 12 // names that are remembered as of no concern
)

// Sheet is rows of named cells, which an object gives.
type Sheet struct {
	Header []string
	Index  map[string]int
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
	Concerns func(name string, question bool) bool
	Late     map[string]bool
	lately   []string // the names in late, in the order of their appearance
}

// clear begins the rows of the next object.
func (page *Sheet) clear() {
	page.cells, page.lines, page.rows, page.at = page.cells[:0], page.lines[:0], 0, 0
}

// begin begins a row.
func (page *Sheet) begin() {
	if page.grow {
		return
	}
	page.rows++
	page.lines = append(page.lines, page.at)
	page.last = -1
	for range page.Header {
		page.cells = append(page.cells, nil)
	}
}

// row returns the cells of a row.
func (page *Sheet) row(i int) [][]byte {
	return page.cells[i*len(page.Header) : (i+1)*len(page.Header)]
}

// question sets the cell of a column that holds answers.
func (page *Sheet) question(name, text []byte) error {
	if page.grow && !slices.Contains(page.labels, string(name)) {
		page.labels = append(page.labels, string(name))
	}
	return page.put(name, text, true)
}

// set sets the cell of a column.
func (page *Sheet) set(name, text []byte) error { return page.put(name, text, false) }

func (page *Sheet) put(name, text []byte, question bool) error {
	column := page.last + 1 // objects mostly have their members in one order
	if page.grow || column >= len(page.Header) || page.Header[column] != string(name) {
		var known bool
		if column, known = page.Index[string(name)]; !known {
			if err := page.unknown(name, question); err != nil || !page.grow {
				return err
			}
			column = len(page.Header) - 1
		}
	}
	if len(text) > 0 && !page.plain[column] {
		page.plain[column] = string(text) != stream.EmptyList
	}
	if page.grow {
		return nil
	}
	page.last = column
	cell := &page.cells[(page.rows-1)*len(page.Header)+column]
	if *cell != nil {
		return faults.BadJSON.Faultf("one row has %q twice", name)
	}
	if text = container.Trim(text); text == nil {
		text = []byte{} // missing, and yet set
	}
	*cell = text
	return nil
}

// unknown adds a column, or handles one that comes too late.
func (page *Sheet) unknown(name []byte, question bool) error {
	if page.grow {
		page.Index[string(name)] = len(page.Header)
		page.Header, page.plain = append(page.Header, string(name)), append(page.plain, false)
		return nil
	}
	if _, known := page.Late[string(name)]; known {
		return nil
	}
	if page.Concerns(string(name), question) {
		return faults.LateColumn.Faultf("%q appears here first, long after the columns were chosen", name).
			Advising("give the first row every field, if only as null")
	}
	if len(page.Late) < MostLateKeys {
		page.Late[string(name)] = true
		page.lately = append(page.lately, string(name))
	}
	return nil
}

// flatten sets the cells of an object: a cell for each member. Members of inner objects are under their path. It leaves
// out the members that skip names.
func (page *Sheet) flatten(d *Document, object int32, skip func(key []byte) bool) error {
	for i, n := range d.children(object) {
		if skip != nil && skip(n.Key) {
			continue
		}
		length := len(page.path)
		if length > 0 {
			page.path = append(page.path, '.')
		}
		page.path = append(page.path, n.Key...)
		err := page.member(d, i)
		page.path = page.path[:length]
		if err != nil {
			return err
		}
	}
	return nil
}

// within sets the cells of a value under a path, or of its members.
func (page *Sheet) within(path []byte, set func() error) error {
	page.path = append(page.path[:0], path...)
	err := set()
	page.path = page.path[:0]
	return err
}

// member sets the cell of a value under the path; of an object, it sets the cells of the members. A list of other kinds
// is its text in a column of plain values. If the column plays a part, such a list is an error, and so is an object,
// because no label may vanish.
func (page *Sheet) member(d *Document, i int32) error {
	if text, ok := d.cell(i); ok {
		return page.set(page.path, text)
	}
	n := &d.Nodes[i]
	column, known := page.Index[string(page.path)]
	plain := known && !page.grow && page.plain[column]
	switch {
	case plain && d.nested(i) && page.Concerns(string(page.path), false):
		return page.odd(d, i)
	case n.Kind == ObjectNode:
		return page.flatten(d, i, nil)
	case plain:
		return page.set(page.path, d.text(i))
	}
	return nil
}

// odd is the error about a value of another form than in other records.
func (page *Sheet) odd(d *Document, i int32) error {
	page.at = d.Nodes[i].line
	text := string(d.text(i))
	found := visible.Quote(text)
	if key := d.Nodes[i].Key; key != nil {
		found = visible.Sprintf("%q is %s", key, found)
	}
	return faults.BadJSON.Faultf("%s here, and such a value has another form elsewhere", found).
		Advising("write it as elsewhere, or null")
}

// nested reports whether a value is an object, or a list with objects or lists in it.
func (d *Document) nested(i int32) bool {
	if d.Nodes[i].Kind == ObjectNode {
		return true
	}
	for _, c := range d.children(i) {
		if c.Kind >= ArrayNode {
			return true
		}
	}
	return false
}

// cell returns the text of a value that can be a label or an id.
func (d *Document) cell(i int32) (text []byte, ok bool) {
	n := &d.Nodes[i]
	switch n.Kind {
	case ObjectNode:
		return nil, false
	case ArrayNode:
		return d.listCell(i)
	}
	return n.Text, true
}

// listCell is the text of an array: its only element, or all elements.
func (d *Document) listCell(array int32) (text []byte, ok bool) {
	first := d.Nodes[array].first
	if first == 0 {
		return []byte(stream.EmptyList), true
	}
	n := 0
	for _, c := range d.children(array) {
		if n++; n > longestList || c.Kind >= ArrayNode {
			return nil, false
		}
	}
	if n == 1 {
		return d.Nodes[first].Text, true
	}
	separator := byte('[')
	for _, c := range d.children(array) {
		text = append(text, separator)
		separator = ','
		switch c.Kind {
		case TextNode:
			text = strconv.AppendQuote(text, string(c.Text))
		case nullNode:
			text = append(text, "null"...)
		default:
			text = append(text, c.Text...)
		}
	}
	return append(text, ']'), true
}
