//go:build !noparquet

package read

import (
	"slices"

	"concord/study"
)

// takeOrders gives columns of text the order of their categories, if the Arrow schema in the file has one. Arrow writes
// the categories of text in order, with those that no row has, as the dictionary page.
func (rows *parquetRecords) takeOrders() {
	ordered := orderedInArrow(rows.open.Metadata("ARROW:schema"))
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
