package workbook

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
)

const (
	mostRows    = 1 << 20
	mostColumns = 1 << 14
	longestRow  = 1 << 24 // bytes of the texts of a row
)

// Kind is the kind of a value in a cell.
type Kind int

const (
	// Text is text, or a truth value as TRUE or FALSE.
	Text Kind = iota
	// Number is a number.
	Number
	// Date is a number that is shown as a date or a time.
	Date
	// Failed is an error in place of a value, such as #DIV/0!.
	Failed
	// Unsaved is a formula whose value the file does not have. The text is the formula.
	Unsaved
)

// Cell is one that is not empty.
type Cell struct {
	Column int // from 0
	Kind   Kind
	Text   []byte
}

// Rows reads the rows of a sheet that are not empty.
type Rows struct {
	book   *Book
	part   io.Closer
	s      *scanner
	merged []Range
	row    int // that was read last
	cells  []Cell
	spans  []span // of the cells whose texts are in text
	text   []byte
	size   int  // bytes of all texts of the row
	inside bool // the table
}

// span is where the text of a cell is; from is −1 if it is elsewhere.
type span struct{ from, to int }

// Rows begins to read a sheet.
func (b *Book) Rows(sheet Sheet) (*Rows, error) {
	merged, err := b.mergedOf(sheet)
	if err != nil {
		return nil, err
	}
	part, err := b.open(sheet.part)
	if err != nil {
		return nil, err
	}
	return &Rows{book: b, part: part, s: newScanner(part), merged: merged}, nil
}

// Close ends the reading.
func (r *Rows) Close() { _ = r.part.Close() }

// Merged returns the blocks of cells that are merged, wherever in the sheet.
func (r *Rows) Merged() []Range { return r.merged }

// Row is the number of the row that was read last.
func (r *Rows) Row() int { return r.row }

// Next returns the cells of the next row that has any, in the order of their columns, and its number. They are valid
// until the following call. The end is io.EOF.
func (r *Rows) Next() ([]Cell, int, error) {
	for {
		t, err := r.s.next()
		if err != nil {
			return nil, r.row, r.placed(err)
		}
		switch {
		case t == textToken:
		case r.s.name == "sheetData":
			r.inside = t == startToken
		case t == startToken && r.inside && r.s.name == "row":
			if err := r.readRow(); err != nil {
				return nil, r.row, r.placed(err)
			}
			if len(r.cells) > 0 {
				return r.cells, r.row, nil
			}
		}
	}
}

// placed adds the row to a fault.
func (r *Rows) placed(err error) error {
	if f, ok := err.(*Fault); ok && f.Row == 0 {
		f.Row = r.row
	}
	return err
}

// readRow reads a row up to its end.
func (r *Rows) readRow() error {
	row := r.row + 1
	if n := r.s.attribute("r"); n != "" {
		var err error
		if row, err = strconv.Atoi(n); err != nil || row <= r.row || row > mostRows {
			return broken(fmt.Sprintf("the number of a row, %.20q, is none or not behind the row before", n))
		}
	} else if row > mostRows {
		return broken("there are too many rows")
	}
	r.row, r.cells, r.spans, r.text, r.size = row, r.cells[:0], r.spans[:0], r.text[:0], 0
	column := -1
	for {
		t, err := r.s.next()
		if err != nil {
			return err
		}
		switch {
		case t == endToken && r.s.name == "row":
			for i, at := range r.spans {
				if at.from >= 0 {
					r.cells[i].Text = r.text[at.from:at.to]
				}
			}
			return nil
		case t == startToken && r.s.name == "c":
			at, err := columnOf(r.s.attribute("r"), row, column+1)
			if err != nil {
				return err
			}
			if at <= column {
				return broken(fmt.Sprintf("cell %s%d is not behind the cell before", Letters(at), row))
			}
			column = at
			if err := r.readCell(column); err != nil {
				return err
			}
		}
	}
}

// columnOf reads the place of a cell, which is the next one if it has none.
func columnOf(place string, row, next int) (int, error) {
	at := next
	if len(place) > 0 {
		column, digits := 0, place
		for len(digits) > 0 && digits[0] >= 'A' && digits[0] <= 'Z' && column <= mostColumns {
			column, digits = 26*column+int(digits[0]-'A')+1, digits[1:]
		}
		if n, err := strconv.Atoi(digits); err != nil || n != row || column == 0 {
			return 0, broken(fmt.Sprintf("%.20q is no cell of the row", place))
		}
		at = column - 1
	}
	if at >= mostColumns {
		return 0, broken("there are too many columns")
	}
	return at, nil
}

// Letters is the name of a column by its number from 0: A, B, …, Z, AA.
func Letters(column int) string {
	var b []byte
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		b = append([]byte{byte('A' + (n-1)%26)}, b...)
	}
	return string(b)
}

// parts are where the texts of a cell are, and which of them are there.
type parts struct {
	kind           string // as the file has it
	style          int
	value, formula span
	hasFormula     bool
	hasValue       bool
}

// readCell reads a cell up to its end, and keeps it if it is not empty.
func (r *Rows) readCell(column int) error {
	c := parts{kind: r.s.attribute("t")}
	if n := r.s.attribute("s"); n != "" {
		c.style, _ = strconv.Atoi(n) // of a number that is none: as if it had no format
	}
	var into *span // where text goes
	aloud := false
	for {
		t, err := r.s.next()
		if err != nil {
			return err
		}
		if t == textToken {
			if into != nil && !aloud {
				r.text = append(r.text, r.s.text...)
				into.to = len(r.text)
			}
			if len(r.text) > longestRow {
				return broken("a row has more than 16 MiB of text")
			}
			continue
		}
		opens := t == startToken
		switch r.s.name {
		case "c":
			if !opens {
				return r.keep(column, c)
			}
		case "f":
			c.hasFormula, into = true, nil
			if opens {
				c.formula, into = r.emptySpan(), &c.formula
			}
		case "v":
			into = nil
			if opens {
				c.value, into = r.emptySpan(), &c.value
			}
			c.hasValue = c.value.to > c.value.from || c.kind == "str"
		case "is":
			if opens {
				c.kind, c.hasValue, c.value = "inlineStr", true, r.emptySpan()
			}
		case "rPh":
			aloud = opens
		case "t":
			into = nil
			if opens && c.kind == "inlineStr" {
				into = &c.value
			}
		}
	}
}

// emptySpan is where the next text goes.
func (r *Rows) emptySpan() span { return span{len(r.text), len(r.text)} }

// keep takes up the cell whose parts were read last, if it has a value.
func (r *Rows) keep(column int, of parts) error {
	c := Cell{Column: column}
	at := of.value
	raw := r.text[at.from:at.to]
	switch {
	case of.hasFormula && (!of.hasValue || r.book.stale):
		c.Kind, at = Unsaved, of.formula
	case len(raw) == 0:
		return nil
	case of.kind == "s":
		text, ok := r.book.strings.of(bytes.TrimSpace(raw))
		if !ok {
			return broken(fmt.Sprintf("cell %s%d has a text, %.20q, that is not there", Letters(column), r.row, raw))
		}
		if len(text) == 0 {
			return nil
		}
		c.Text, at.from = text, -1
	case of.kind == "str", of.kind == "inlineStr":
		r.text = decodeEscapes(r.text, at.from) // it is the last text
		at.to = len(r.text)
	case of.kind == "b":
		c.Text, at.from = bytes.ToUpper(bytes.TrimSpace(raw)), -1
		switch string(c.Text) {
		case "1":
			c.Text = []byte("TRUE")
		case "0":
			c.Text = []byte("FALSE")
		case "TRUE", "FALSE":
		default:
			return broken(fmt.Sprintf("cell %s%d is to be true or false, and has %.20q", Letters(column), r.row, raw))
		}
	case of.kind == "e":
		c.Kind = Failed
	case of.kind == "d":
		c.Kind = Date
	default:
		if err := r.number(&c, &at, of.style); err != nil {
			return err
		}
	}
	r.size += len(c.Text)
	if r.size > longestRow {
		return broken("a row has more than 16 MiB of text")
	}
	r.cells, r.spans = append(r.cells, c), append(r.spans, at)
	return nil
}

// number writes a number as it is shown.
func (r *Rows) number(c *Cell, at *span, style int) error {
	raw := bytes.TrimSpace(r.text[at.from:at.to])
	end := len(r.text)
	c.Kind = Number
	ok := false
	if style >= 0 && style < len(r.book.dates) && r.book.dates[style] {
		if days, err := parseNumber(raw); err == nil {
			r.text, ok = r.book.appendDate(r.text, days)
		}
		if ok {
			c.Kind = Date
		}
	}
	if !ok {
		if r.text, ok = appendNumber(r.text, raw); !ok {
			return broken(fmt.Sprintf("cell %s%d is to be a number, and has %.20q", Letters(c.Column), r.row, raw))
		}
	}
	*at = span{end, len(r.text)}
	return nil
}
