package study

import (
	"fmt"
	"strings"
)

// Format is how a file writes its rows.
type Format int

const (
	// Delimited is text with a delimiter between columns, such as CSV (RFC 4180) and TSV.
	Delimited Format = iota + 1
	// JSON is one object a row (RFC 8259): one after the other, as in JSON lines, or in an array. A field of an object
	// inside an object is a column named by its path, with dots. An array of one string, number or truth value counts
	// as its element, an empty array as missing, and an array of several as its JSON text. Arrays of other things are
	// left out.
	JSON
	// Parquet is Apache Parquet. A column is named by its path, with dots. Repeated columns
	// are left out.
	Parquet
	// Workbook is a table in a sheet of an Office Open XML workbook, of Excel and others.
	Workbook
)

// String returns "csv", "json", "parquet" or "xlsx", as the command's flag has it.
func (f Format) String() string {
	return named(f, "unknown", "csv", "json", "parquet", "xlsx")
}

// ParseFormat is the inverse of [Format.String].
func ParseFormat(s string) (Format, error) {
	for f := Delimited; f <= Workbook; f++ {
		if strings.EqualFold(s, f.String()) {
			return f, nil
		}
	}
	return 0, fmt.Errorf("study: %q is not csv, json, parquet or xlsx", s)
}
