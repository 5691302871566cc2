//go:build !noparquet

package read

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"concord/study"
)

// checkFooter refuses a file without footer, or whose footer is longer than it: the library
// would take as much memory as the footer says.
func (from *input) checkFooter(whole io.ReaderAt, size int64) error {
	const frame = 4 + 4 + 4 // a mark, the length of the footer, a mark
	if size < frame {
		return &study.Error{Code: Damaged, File: from.file, Found: parquetDamaged + "there is no footer",
			Remedy: parquetRemedy}
	}
	var end [8]byte
	if _, err := whole.ReadAt(end[:], size-8); err != nil && err != io.EOF {
		return parquetError(from.file, err)
	}
	switch mark := string(end[4:]); {
	case mark == "PARE":
		return &study.Error{Code: Encrypted, File: from.file, Found: "the Parquet data are encrypted",
			Remedy: "save them without encryption, or as CSV"}
	case mark != "PAR1" || int64(binary.LittleEndian.Uint32(end[:])) > size-frame:
		return &study.Error{Code: Damaged, File: from.file, Found: parquetDamaged + "there is no footer",
			Remedy: parquetRemedy}
	}
	return nil
}

// recovered makes an error of a panic of the Parquet library, which trusts what a file says
// about itself.
func (from *input) recovered(err *error) {
	if p := recover(); p != nil {
		*err = &study.Error{Code: Damaged, File: from.file, Found: parquetDamaged + fmt.Sprint(p),
			Remedy: parquetRemedy}
	}
}

func parquetError(file string, err error) error {
	e := &study.Error{Code: Damaged, File: file, Found: parquetDamaged + err.Error(), Err: err, Remedy: parquetRemedy}
	if interruption := readError(file, 0, err).(*study.Error); interruption.Found == interruptedBy {
		return interruption
	}
	return e
}

// interruptibleAt is [interruptible] for reading at any place.
type interruptibleAt struct {
	context.Context
	io.ReaderAt
}

func (whole interruptibleAt) ReadAt(p []byte, at int64) (int, error) {
	if err := whole.Err(); err != nil {
		return 0, err
	}
	return whole.ReaderAt.ReadAt(p, at)
}

// Groups implements grouped.
func (rows *parquetRecords) Groups() (count, bytes []int64) { return rows.groupRows, rows.groupBytes }

// Only implements grouped.
func (rows *parquetRecords) Only(from, to, first int) {
	rows.groups, rows.row = rows.groups[from:to], first
}
