package tasks

import (
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"

	"concord/internal/answer"
)

// rowGroup is how many rows are in memory before they are written.
const rowGroup = 1 << 16

// parquetSink writes rows as Parquet, compressed by Zstandard.
type parquetSink struct {
	w   *parquet.GenericWriter[any]
	row parquet.Row
}

func newParquet(w io.Writer, columns []answer.Column) sink {
	schema := parquet.NewSchema("tasks", inOrder(columns))
	return &parquetSink{w: parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(rowGroup))}
}

func (ps *parquetSink) write(cells []any) error {
	ps.row = ps.row[:0]
	for i, cell := range cells {
		if cell == nil {
			ps.row = append(ps.row, parquet.NullValue().Level(0, 0, i))
		} else {
			ps.row = append(ps.row, parquet.ValueOf(cell).Level(0, 1, i))
		}
	}
	_, err := ps.w.WriteRows([]parquet.Row{ps.row})
	return err
}

func (ps *parquetSink) close() error { return ps.w.Close() }

// ordered is a group whose columns are in a given order; in a parquet.Group they are sorted by name.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

func (or ordered) Fields() []parquet.Field { return or.fields }

// inOrder is a group of optional columns.
func inOrder(columns []answer.Column) parquet.Node {
	o := ordered{Group: parquet.Group{}}
	for _, c := range columns {
		node := parquet.String()
		switch {
		case c.Number:
			node = parquet.Leaf(parquet.DoubleType)
		case c.Whole:
			node = parquet.Int(64)
		}
		node = parquet.Optional(node)
		o.Group[c.Name] = node
		o.fields = append(o.fields, field{node, c.Name})
	}
	return o
}

// field is a named node of a group.
type field struct {
	parquet.Node
	name string
}

func (fl field) Name() string { return fl.name }

// Value is asked for where rows are made from Go values, and rows are written as they are.
func (fl field) Value(reflect.Value) reflect.Value {
	panic("tasks: rows of Parquet are made from cells")
}
