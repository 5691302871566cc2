// Package stream reads rows one at a time ([Records]), transforms them ([Melted]), and keeps the first ones, which
// show layouts and columns ([FirstRows]).
package stream

// Records is a stream of rows, whatever the container they come from.
type Records interface {
	// Header returns the names of the columns.
	Header() []string
	// Next returns the fields of the next row, which are valid until the following
	// call, and the line on which it begins; io.EOF after the last.
	Next() (fields [][]byte, line int, err error)
}

// Selective is records that read the columns in use only. The fields of the others are nil.
type Selective interface {
	Records
	// Select says which columns are in use, before the first row is read, and which would be looked
	// at if that costs little. It returns which of these are read.
	Select(used []bool, wanted []int) (read []int)
}

// Growing is records whose columns may become more on the way.
type Growing interface {
	Records
	// Late returns the names of columns that the header does not have.
	Late() []string
}

// Declaring is records of a file that may say of a column that its values are ordered categories.
type Declaring interface {
	Records
	// Order returns the categories of a column, ascending; nil if the file does not have them.
	Order(column int) []string
}
