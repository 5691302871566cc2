package parquet

import (
	"github.com/parquet-go/parquet-go/format"
)

// Column is a column with one value a row.
type Column struct {
	Name string
	Kind string // of the values, for people
	Size int64  // bytes of all pages, unpacked, as the footer has it

	file     *File
	leaf     int
	text     appendText // nil if values can be neither labels nor ids
	isText   bool       // values are their own text
	physical format.Type
	width    int    // bytes of a value, 0 for any
	levels   int    // how deep a value is defined that is not null
	wide     uint   // bits of a level
	scratch  []byte // text of a value
	buffer   []byte // of the page, unpacked
	held     int64  // bytes that are held for the pages of the column

	// State of the open row group.
	at         int64 // place of the next page
	codec      format.CompressionCodec
	rows       int64    // in pages to come
	dictionary [][]byte // texts
	entries    []byte   // what they lie in
	heldGroup  int64    // bytes that are held for the dictionary
	// State of the page.
	left    int64
	defined hybrid
	places  *hybrid // in the dictionary; nil: values
	values  values
}

func newColumn(f *File, name string, leaf, levels int, e *format.SchemaElement) *Column {
	c := &Column{Name: name, file: f, leaf: leaf, levels: levels, physical: e.Type.V}
	c.text, c.Kind = textOf(e)
	c.isText = c.Kind == texts
	for n := levels; n > 0; n >>= 1 {
		c.wide++
	}
	switch c.physical {
	case format.Boolean:
		c.width = 1
	case format.Int32, format.Float:
		c.width = 4
	case format.Int64, format.Double:
		c.width = 8
	case format.Int96:
		c.width = 12
	case format.FixedLenByteArray:
		c.width = int(e.TypeLength.V)
	}
	return c
}

// Readable reports whether the values can be labels or ids.
func (c *Column) Readable() bool { return c.text != nil }

// IsText reports whether the values are stored as text.
func (c *Column) IsText() bool { return c.isText }

// Begin opens the column in a row group.
func (c *Column) Begin(group int) error {
	if err := c.begin(&c.file.meta.RowGroups[group]); err != nil {
		return c.named(err)
	}
	return nil
}

func (c *Column) begin(g *format.RowGroup) error {
	chunk := &g.Columns[c.leaf]
	m := &chunk.MetaData
	switch {
	case chunk.CryptoMetadata.Value != nil || len(chunk.EncryptedColumnMetadata) > 0:
		return &Fault{Reason: Encrypted, What: "the Parquet data are encrypted"}
	case chunk.FilePath != "":
		return &Fault{Reason: Unread, What: "the data lie in another file"}
	case m.NumValues != g.NumRows:
		return damaged("%d values in %d rows", m.NumValues, g.NumRows)
	case m.Type != c.physical:
		return damaged("%s and %s in one column", m.Type, c.physical)
	}
	c.end()
	c.at, c.codec, c.rows = m.DataPageOffset, m.Codec, g.NumRows
	if d := m.DictionaryPageOffset; d > 0 && d < c.at {
		c.at = d
	}
	if c.rows > 0 && (c.at < 4 || c.at > c.file.end) {
		return damaged("its pages begin outside the file")
	}
	return nil
}

// end forgets the values of a row group.
func (c *Column) end() {
	c.rows, c.left, c.dictionary, c.values, c.places = 0, 0, nil, nil, nil
	c.file.bounds.release(&c.heldGroup)
}

// End releases the memory of the column.
func (c *Column) End() {
	c.end()
	c.buffer, c.entries, c.scratch = nil, nil, nil
	c.file.bounds.release(&c.held)
}

// Next returns the text of the next value; nil for null. It is valid until the next call.
func (c *Column) Next() ([]byte, error) {
	text, err := c.nextText()
	if err != nil {
		return nil, c.named(err)
	}
	b := &c.file.bounds
	b.text += int64(len(text)) + 1
	if b.text > mostUnpacked {
		err = b.bomb(b.text)
	}
	return text, err
}

func (c *Column) nextText() ([]byte, error) {
	for c.left == 0 {
		if err := c.page(); err != nil {
			return nil, err
		}
	}
	c.left--
	if c.levels > 0 {
		level, err := c.defined.next()
		if err != nil || int(level) < c.levels {
			return nil, err
		}
		if int(level) > c.levels {
			return nil, damaged("a value is defined %d deep, where %d is the most", level, c.levels)
		}
	}
	if c.places != nil {
		place, err := c.places.next()
		if err != nil {
			return nil, err
		}
		if int(place) >= len(c.dictionary) {
			return nil, damaged("value %d of a dictionary that has %d", place, len(c.dictionary))
		}
		return c.dictionary[place], nil
	}
	v, err := c.values.next()
	if err != nil {
		return nil, err
	}
	if c.isText {
		return v, nil // the page's own bytes, not copied
	}
	if c.scratch = c.text(c.scratch[:0], v); c.scratch == nil {
		return nil, c.noValue(v)
	}
	return c.scratch, nil
}

func (c *Column) noValue(v []byte) error {
	return damaged("%x is not one of %s", v[:min(len(v), 16)], c.Kind)
}

// named says which column an error is about.
func (c *Column) named(err error) error {
	if f, ok := err.(*Fault); ok && f.Reason != Bomb {
		f.Column = c.Name
	}
	return err
}
