//go:build !noparquet

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
	order  []string    // categories, where the file says so
	size   int64       // bytes of all pages, uncompressed, as the footer has it

	values parquet.ColumnChunkValueReader
	batch  []parquet.Value
	at     int
	text   []byte
}

// next returns the text of the next value, which is valid until the following call.
func (column *parquetColumn) next() ([]byte, error) {
	if column.at == len(column.batch) {
		n, err := column.values.ReadValues(column.batch[:parquetBatch])
		if n == 0 && err == nil {
			err = io.ErrNoProgress
		}
		if n == 0 {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF // the row group says there is more
			}
			return nil, err
		}
		column.batch, column.at = column.batch[:n], 0
	}
	v := column.batch[column.at]
	column.at++
	if v.IsNull() {
		return nil, nil
	}
	if column.raw {
		return trim(v.ByteArray()), nil // the page's own bytes, not copied
	}
	column.text = column.append(column.text[:0], v)
	return trim(column.text), nil
}
