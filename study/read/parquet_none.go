//go:build noparquet

package read

import "concord/study"

// parquet refuses: the library that reads Parquet is a third of a program for browsers, and was left out.
func (from *input) parquet() (records, error) {
	return nil, study.Faultf(ForeignFile, "this is Parquet, which this program does not read").
		Advising("save it as CSV")
}
