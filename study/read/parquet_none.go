//go:build noparquet

package read

import (
	"concord/study/read/faults"
	"concord/study/read/internal/stream"
)

// parquet refuses: the library that reads Parquet is a third of a program for browsers, and was left out.
func (from *input) parquet() (stream.Records, error) {
	return nil, faults.ForeignFile.Faultf("this is Parquet, which this program does not read").
		Advising("save it as CSV")
}
