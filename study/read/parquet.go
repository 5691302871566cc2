//go:build !noparquet

package read

import (
	"context"
	"errors"
	"io"
	"slices"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/parquet"
)

// parquetRecords is records of a Parquet file, whose row groups are read one after the
// other, page by page, and only the columns in use.
type parquetRecords struct {
	open   *parquet.File
	used   []int // columns
	orders [][]string
	groups []int // that are to come
	left   int64 // rows of the group that is open
	row    int
	fields [][]byte
}

// parquet opens a file by its footer. A stream is read into memory first.
func (from *input) parquet() (*parquetRecords, error) {
	b := container.SystemBudget(from.options.MaxMemory)
	whole, size := from.whole, from.size
	if whole == nil {
		var err error
		if whole, size, err = from.spooled("Parquet", b.Limit); err != nil {
			return nil, err
		}
		from.whole, from.size = whole, size // it may be opened again
	}
	f, err := parquet.Open(container.InterruptibleAt{Context: from.ctx, ReaderAt: whole}, size, b.Limit)
	if err != nil {
		return nil, parquetError(0, err)
	}
	r := &parquetRecords{open: f, fields: make([][]byte, len(f.Columns)),
		orders: make([][]string, len(f.Columns))}
	for i := range f.Groups {
		r.groups = append(r.groups, i)
	}
	r.takeOrders()
	return r, nil
}

// Header returns the names of the columns.
func (rows *parquetRecords) Header() []string {
	names := make([]string, len(rows.open.Columns))
	for i, c := range rows.open.Columns {
		names[i] = c.Name
	}
	return names
}

// mostUnused is how many bytes of columns that play no part are worth reading.
const mostUnused = 32 << 20

// Select says which columns to read, and which would be looked at: those that are small.
func (rows *parquetRecords) Select(used []bool, wanted []int) (read []int) {
	for i, use := range used {
		if use {
			rows.used = append(rows.used, i)
		}
	}
	left := int64(mostUnused)
	for _, i := range wanted {
		c := rows.open.Columns[i]
		if !c.Readable() || c.Size > left {
			continue
		}
		left -= c.Size
		rows.used = append(rows.used, i)
		read = append(read, i)
	}
	return read
}

// selectReadable reads all columns that can be read.
func (rows *parquetRecords) selectReadable() {
	for i, c := range rows.open.Columns {
		if c.Readable() {
			rows.used = append(rows.used, i)
		}
	}
}

// Next returns the fields of the next row, and its number in place of a line.
func (rows *parquetRecords) Next() (fields [][]byte, row int, err error) {
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
	at := 0
	defer func() { // a last line: what decompresses pages is the code of others
		if recover() != nil {
			fault := &parquet.Fault{Column: rows.open.Columns[at].Name, What: "the page cannot be decoded"}
			fields, err = nil, parquetError(rows.row, fault)
		}
	}()
	for _, at = range rows.used {
		text, err := rows.open.Columns[at].Next()
		if err != nil {
			return nil, rows.row, parquetError(rows.row, err)
		}
		rows.fields[at] = container.Trim(text)
	}
	return rows.fields, rows.row, nil
}

// close ends the reading, and returns io.EOF.
func (rows *parquetRecords) close() error {
	for _, i := range rows.used {
		rows.open.Columns[i].End()
	}
	return io.EOF
}

// openGroup begins the next row group.
func (rows *parquetRecords) openGroup() error {
	group := rows.groups[0]
	rows.groups = rows.groups[1:]
	rows.left = rows.open.Groups[group].Rows
	for _, i := range rows.used {
		c := rows.open.Columns[i]
		if !c.Readable() {
			return faults.BadColumnType.Faultf("column %q holds %s, which can be neither labels nor names", c.Name,
				c.Kind).InColumn(c.Name).Advising("choose another column")
		}
		if err := c.Begin(group); err != nil {
			return parquetError(0, err)
		}
	}
	return nil
}

// Groups implements grouped.
func (rows *parquetRecords) Groups() (count, bytes []int64) {
	for _, g := range rows.open.Groups {
		count, bytes = append(count, g.Rows), append(bytes, g.Bytes)
	}
	return count, bytes
}

// Only implements grouped.
func (rows *parquetRecords) Only(from, to, first int) {
	rows.groups, rows.row = rows.groups[from:to], first
}

// parquetError is an error about a Parquet file as one of ours. Row 0 is none.
func parquetError(row int, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return container.ReadError(0, err)
	}
	var fault *parquet.Fault
	if !errors.As(err, &fault) {
		return container.ReadError(row, err)
	}
	e := &study.Error{Line: row, Column: fault.Column, Found: fault.What, Err: fault.Err}
	if fault.Column != "" {
		e.Found = visible.Sprintf("column %q: %s", fault.Column, fault.What)
	}
	switch fault.Reason {
	case parquet.Encrypted:
		e.Code, e.Remedy = faults.Encrypted, "save them without encryption, or as CSV"
	case parquet.Unread:
		e.Code, e.Remedy = faults.ForeignFile, "write the file again with the usual settings, or as CSV"
	case parquet.Memory:
		e.Code = faults.OutOfMemory
		e.Fixes = []study.Fix{study.Choose("leave out rows or columns, or allow more", "max-memory")}
	case parquet.Bomb:
		e.Code = faults.Bomb
	default:
		e.Code, e.Found = faults.Damaged, "the Parquet data are damaged or cut off: "+e.Found
		e.Remedy = "write or copy the file again"
	}
	return e
}

// takeOrders gives columns of text the order of their categories, if the Arrow schema in the file has one. Arrow writes
// the categories of text in order, with those that no row has, as the dictionary page.
func (rows *parquetRecords) takeOrders() {
	ordered := parquet.OrderedInArrow(rows.open.Metadata("ARROW:schema"))
	for i, c := range rows.open.Columns {
		if ordered[c.Name] && c.IsText() {
			rows.orders[i] = rows.dictionary(i)
		}
	}
}

// dictionary returns the values of the dictionary page that all row groups have alike, so far as they may be ordered
// categories, or nil. Damage is reported when the rows are read.
func (rows *parquetRecords) dictionary(column int) []string {
	var all []string
	for i, g := range rows.groups {
		values := rows.open.Columns[column].Dictionary(g, study.MostOrdered)
		if values == nil || i > 0 && !slices.Equal(values, all) {
			return nil
		}
		all = values
	}
	return all
}

// Order returns the categories of a column as the file orders them.
func (rows *parquetRecords) Order(column int) []string { return rows.orders[column] }
