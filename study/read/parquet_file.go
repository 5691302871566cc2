//go:build !noparquet

package read

import (
	"context"
	"errors"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/parquet"
)

// parquetError is an error about a Parquet file as one of ours. Row 0 is none.
func parquetError(row int, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return readError(0, err)
	}
	var fault *parquet.Fault
	if !errors.As(err, &fault) {
		return readError(row, err)
	}
	e := &study.Error{Line: row, Column: fault.Column, Found: fault.What, Err: fault.Err}
	if fault.Column != "" {
		e.Found = visible.Sprintf("column %q: %s", fault.Column, fault.What)
	}
	switch fault.Reason {
	case parquet.Encrypted:
		e.Code, e.Remedy = Encrypted, "save them without encryption, or as CSV"
	case parquet.Unread:
		e.Code, e.Remedy = ForeignFile, "write the file again with the usual settings, or as CSV"
	case parquet.Memory:
		e.Code = OutOfMemory
		e.Fixes = []study.Fix{study.Choose("leave out rows or columns, or allow more", "max-memory")}
	case parquet.Bomb:
		e.Code = Bomb
	default:
		e.Code, e.Found = Damaged, "the Parquet data are damaged or cut off: "+e.Found
		e.Remedy = "write or copy the file again"
	}
	return e
}
