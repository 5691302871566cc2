//go:build !noparquet

package read

import (
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"concord/internal/visible"
	"concord/study"
)

const (
	parquetBatch   = 512     // values of a column that are read at once
	parquetBuffer  = 1 << 15 // bytes a column
	parquetDamaged = "the Parquet data are damaged or cut off: "
	parquetRemedy  = "write or copy the file again"
)

// parquetRecords is records of a Parquet file, whose row groups are read one after the
// other, page by page, and only the columns in use.
type parquetRecords struct {
	file    string
	columns []*parquetColumn
	used    []*parquetColumn
	groups  []parquet.RowGroup
	// Of all groups.
	groupRows, groupBytes []int64
	left                  int64 // rows of the group that is open
	row                   int
	fields                [][]byte
}

// parquet opens a file by its footer. A stream is read into memory first.
func (from *input) parquet() (r *parquetRecords, err error) {
	defer from.recovered(&err)
	whole, size := from.whole, from.size
	if whole == nil {
		b := systemBudget(from.options.MaxMemory)
		if whole, size, err = from.spooled(b.limit); err != nil {
			return nil, err
		}
	}
	if err := from.checkFooter(whole, size); err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(interruptibleAt{from.ctx, whole}, size, parquet.SkipPageIndex(true),
		parquet.SkipBloomFilters(true),
		parquet.ReadBufferSize(parquetBuffer), parquet.FileReadMode(parquet.ReadModeSync))
	if err != nil {
		return nil, parquetError(from.file, err)
	}
	r = &parquetRecords{file: from.file, groups: f.RowGroups()}
	for _, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		if !ok || leaf.MaxRepetitionLevel > 0 {
			continue
		}
		c := &parquetColumn{name: strings.Join(path, "."), leaf: leaf.ColumnIndex,
			batch: make([]parquet.Value, 0, parquetBatch)}
		c.append, c.kind = valueWriter(leaf.Node.Type())
		for _, g := range f.Metadata().RowGroups {
			if c.leaf < len(g.Columns) {
				c.size += max(0, g.Columns[c.leaf].MetaData.TotalUncompressedSize)
			}
		}
		c.raw = c.kind == textValues
		r.columns = append(r.columns, c)
	}
	for _, g := range f.Metadata().RowGroups {
		r.groupRows, r.groupBytes = append(r.groupRows, g.NumRows), append(r.groupBytes, max(0, g.TotalByteSize))
	}
	r.takeOrders(f)
	r.fields = make([][]byte, len(r.columns))
	return r, nil
}

// Header returns the names of the columns that are not repeated.
func (rows *parquetRecords) Header() []string {
	names := make([]string, len(rows.columns))
	for i, c := range rows.columns {
		names[i] = c.name
	}
	return names
}

// mostUnused is how many bytes of columns that play no part are worth reading.
const mostUnused = 32 << 20

// Select says which columns to read, and which would be looked at: those that are small.
func (rows *parquetRecords) Select(used []bool, wanted []int) (read []int) {
	for i, c := range rows.columns {
		if used[i] {
			rows.used = append(rows.used, c)
		}
	}
	left := int64(mostUnused)
	for _, i := range wanted {
		c := rows.columns[i]
		if c.append == nil || c.size < 0 || c.size > left {
			continue
		}
		left -= c.size
		rows.used = append(rows.used, c)
		read = append(read, i)
	}
	return read
}

// Next returns the fields of the next row, and its number in place of a line.
func (rows *parquetRecords) Next() (fields [][]byte, row int, err error) {
	defer func() {
		if p := recover(); p != nil {
			fields, err = nil, &study.Error{Code: Damaged, File: rows.file, Line: rows.row + 1,
				Found: parquetDamaged + fmt.Sprint(p), Remedy: parquetRemedy}
		}
	}()
	for rows.left == 0 {
		if len(rows.groups) == 0 {
			return nil, rows.row, rows.close()
		}
		if err := rows.openGroup(); err != nil {
			return nil, rows.row, err
		}
	}
	rows.left--
	rows.row++
	for i, c := range rows.columns {
		if c.values == nil {
			continue
		}
		if rows.fields[i], err = c.next(); err != nil {
			return nil, rows.row, parquetError(rows.file, err)
		}
	}
	return rows.fields, rows.row, nil
}

// close ends the reading, and returns io.EOF.
func (rows *parquetRecords) close() error {
	for _, c := range rows.used {
		if c.values != nil {
			_ = c.values.Close() // what was to be read is read
			c.values = nil
		}
	}
	return io.EOF
}

// openGroup begins the next row group.
func (rows *parquetRecords) openGroup() error {
	_ = rows.close()
	group := rows.groups[0]
	rows.groups = rows.groups[1:]
	rows.left = group.NumRows()
	if rows.left < 0 {
		return &study.Error{Code: Damaged, File: rows.file,
			Found: parquetDamaged + fmt.Sprintf("a row group of %d rows", rows.left), Remedy: parquetRemedy}
	}
	chunks := group.ColumnChunks()
	for _, c := range rows.used {
		if c.append == nil {
			return &study.Error{Code: BadColumnType, File: rows.file, Column: c.name,
				Found: fmt.Sprintf("column %s holds %s, which can be neither labels nor names", visible.Quote(c.name),
					c.kind),
				Remedy: "choose another column"}
		}
		if c.leaf >= len(chunks) {
			return &study.Error{Code: Damaged, File: rows.file, Column: c.name,
				Found: parquetDamaged + "a row group lacks column " + visible.Quote(c.name), Remedy: parquetRemedy}
		}
		c.values = parquet.NewColumnChunkValueReader(chunks[c.leaf])
		c.batch, c.at = c.batch[:0], 0
	}
	return nil
}
