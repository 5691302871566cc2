package parquet

import (
	"strings"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// walker goes through the schema, a tree that is written depth first.
type walker struct {
	file    *File
	logical func(element int) bool // it has a logical type, known or not
	at      int                    // the element that is next
	leaf    int                    // the column of the file that is next
	hidden  bool                   // within a group that is a column of its own
}

// columns finds the columns in the schema.
func (f *File) columns(annotated func(int) bool) error {
	if len(f.meta.Schema) == 0 {
		return damaged("the footer lists no columns")
	}
	w := &walker{file: f, logical: annotated, at: 1}
	for range f.meta.Schema[0].NumChildren.V {
		if err := w.node(nil, 0); err != nil {
			return err
		}
	}
	if w.at != len(f.meta.Schema) {
		return damaged("the footer lists more columns than it says")
	}
	for i := range f.meta.RowGroups {
		if len(f.meta.RowGroups[i].Columns) != w.leaf {
			return damaged("a row group has %d columns, and the schema %d", len(f.meta.RowGroups[i].Columns), w.leaf)
		}
	}
	for _, c := range f.Columns {
		for i := range f.meta.RowGroups {
			if c.text == nil {
				continue
			}
			c.Size += max(0, f.meta.RowGroups[i].Columns[c.leaf].MetaData.TotalUncompressedSize)
		}
	}
	return nil
}

// node takes up an element and those below it. Levels is how many of those above it may be null.
func (w *walker) node(path []string, levels int) error {
	schema := w.file.meta.Schema
	if w.at >= len(schema) || len(path) > deepest {
		return damaged("the footer lists fewer columns than it says, or lists them in one another")
	}
	at := w.at
	e := &schema[at]
	w.at++
	path = append(path[:len(path):len(path)], e.Name)
	if e.RepetitionType.V == format.Optional {
		levels++
	}
	group := many(e)
	if group == "" && e.LogicalType.Value == nil && w.logical(at) {
		group = "values of a logical type that is not known here"
	}
	outer := w.hidden
	if group != "" && !w.hidden {
		w.hidden = true
		w.file.Columns = append(w.file.Columns, &Column{Name: strings.Join(path, "."), Kind: group, leaf: w.leaf})
	}
	if e.Type.Valid {
		if !w.hidden {
			w.file.Columns = append(w.file.Columns, newColumn(w.file, strings.Join(path, "."), w.leaf, levels, e))
		}
		w.leaf++
	} else {
		for range e.NumChildren.V {
			if err := w.node(path, levels); err != nil {
				return err
			}
		}
	}
	w.hidden = outer
	return nil
}

// many names the kind of an element that does not have one value a row, or returns "".
func many(e *format.SchemaElement) string {
	switch e.LogicalType.Value.(type) {
	case *format.ListType:
		return "lists"
	case *format.MapType:
		return "maps"
	case *format.VariantType:
		return "variants"
	}
	if c := e.ConvertedType; !e.Type.Valid && c.Valid {
		switch c.V {
		case deprecated.List:
			return "lists"
		case deprecated.Map, deprecated.MapKeyValue:
			return "maps"
		}
	}
	if e.RepetitionType.V == format.Repeated {
		return "lists"
	}
	return ""
}
