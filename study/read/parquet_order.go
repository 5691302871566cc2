//go:build !noparquet

package read

import (
	"slices"

	"github.com/parquet-go/parquet-go"

	"concord/study"
)

// takeOrders gives columns of text the order of their categories where the Arrow schema in the file says that there is
// one. Arrow writes the categories of text in order, with those that no row has, as the dictionary page.
func (rows *parquetRecords) takeOrders(f *parquet.File) {
	schema, _ := f.Lookup("ARROW:schema")
	ordered := orderedInArrow(schema)
	for _, c := range rows.columns {
		if ordered[c.name] && c.raw {
			c.order = rows.dictionary(c.leaf)
		}
	}
}

// dictionary returns the values of the dictionary page that all row groups have alike, so far as they may be ordered
// categories, or nil. What is damaged is said where the rows are read.
func (rows *parquetRecords) dictionary(leaf int) []string {
	var all []string
	for i, g := range rows.groups {
		chunks := g.ColumnChunks()
		if leaf >= len(chunks) {
			return nil
		}
		values := dictionaryPage(chunks[leaf])
		if values == nil || i > 0 && !slices.Equal(values, all) {
			return nil
		}
		all = values
	}
	return all
}

// dictionaryPage returns the values of the dictionary of a column chunk; nil where it has none, or too many.
func dictionaryPage(chunk parquet.ColumnChunk) []string {
	pages := chunk.Pages()
	defer pages.Close()
	file, ok := pages.(*parquet.FilePages)
	if !ok {
		return nil
	}
	d, err := file.ReadDictionary()
	if err != nil || d == nil || d.Len() > study.MostOrdered {
		return nil
	}
	values := make([]string, d.Len())
	for i := range values {
		values[i] = string(d.Index(int32(i)).ByteArray())
	}
	return values
}

// Order returns the categories of a column as the file orders them.
func (rows *parquetRecords) Order(column int) []string { return rows.columns[column].order }
