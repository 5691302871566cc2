package read

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// parquetColumn is a column with one value a row.
type parquetColumn struct {
	name   string
	leaf   int
	append appendValue // nil where values can be neither label nor id
	kind   string      // of the values, for people
	raw    bool        // values are texts
	size   int64       // bytes of all pages, uncompressed, as the footer has it

	values parquet.ColumnChunkValueReader
	batch  []parquet.Value
	at     int
	text   []byte
}

// next returns the text of the next value, which is valid until the following call.
func (c *parquetColumn) next() ([]byte, error) {
	if c.at == len(c.batch) {
		n, err := c.values.ReadValues(c.batch[:parquetBatch])
		if n == 0 && err == nil {
			err = io.ErrNoProgress
		}
		if n == 0 {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF // the row group says there is more
			}
			return nil, err
		}
		c.batch, c.at = c.batch[:n], 0
	}
	v := c.batch[c.at]
	c.at++
	if v.IsNull() {
		return nil, nil
	}
	if c.raw {
		return trim(v.ByteArray()), nil // the page's own bytes, not copied
	}
	c.text = c.append(c.text[:0], v)
	return trim(c.text), nil
}
