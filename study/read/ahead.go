package read

import (
	"bytes"
	"io"
	"slices"

	"concord/study/read/internal/container"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/stream"
)

const (
	mostAhead       = 4 << 20 // bytes of the rows that are looked at before they are read
	mostAheadFields = 2 << 20 // a sheet has many columns at no cost
)

// ahead is records whose first rows are looked at before they are read, because they show the layout of the file.
type ahead struct {
	stream.SameColumns
	rows []aheadRow
	err  error // why there are no more than these rows
	line int   // of the error
	next int
	// begin is where the first row begins, if the records know it.
	begin place
}

type aheadRow struct {
	fields [][]byte
	line   int
	behind place
}

// place is where a row of delimited text begins: the byte, and the line.
type place struct {
	offset int64
	line   int
}

func placeIn(s *container.Scanner) place { return place{s.Offset(), s.Line} }

func (a *ahead) place() place {
	if a.next == 0 {
		return a.begin
	}
	if a.next < len(a.rows) {
		return a.rows[a.next-1].behind
	}
	return placeIn(a.Records.(*container.Scanner))
}

// lookAhead reads the first rows of records, whose columns are all read.
func lookAhead(r stream.Records) *ahead {
	a := &ahead{SameColumns: stream.SameColumns{Over: stream.Over{Records: r}}}
	at, _ := r.(*container.Scanner)
	if at != nil {
		a.begin = placeIn(at)
	}
	for size, fieldsSeen := 0,
		0; len(a.rows) < stream.MostFirstRows && size < mostAhead && fieldsSeen < mostAheadFields; {
		fields, line, err := r.Next()
		if err != nil {
			a.err, a.line = err, line
			break
		}
		fieldsSeen += len(fields)
		row := aheadRow{make([][]byte, len(fields)), line, place{}}
		if at != nil {
			row.behind = placeIn(at)
		}
		for i, f := range fields {
			row.fields[i] = bytes.Clone(f)
			size += len(f)
		}
		a.rows = append(a.rows, row)
	}
	return a
}

// first are the rows by which a layout is recognised.
func (a *ahead) first() *stream.FirstRows {
	first := &stream.FirstRows{Header: slices.Clone(a.Header())}
	for _, row := range a.rows {
		if len(first.Top) < stream.MostTop {
			first.Top, first.TopLines = append(first.Top, first.Copied(row.fields)), append(first.TopLines, row.line)
		}
		first.Add(row.fields, row.line)
	}
	return first
}

// Next returns the next row.
func (a *ahead) Next() ([][]byte, int, error) {
	if a.next < len(a.rows) {
		row := a.rows[a.next]
		a.rows[a.next].fields = nil
		a.next++
		return row.fields, row.line, nil
	}
	if a.err != nil {
		return nil, a.line, a.err
	}
	return a.Records.Next()
}

// onlyFirst is the first rows of records.
type onlyFirst struct {
	stream.SameColumns
	left, bytes int
}

// mostTried is about how many bytes of a file are read to try a command.
const mostTried = 1 << 16

// Next returns the next of the first rows.
func (f *onlyFirst) Next() ([][]byte, int, error) {
	if f.left--; f.left < 0 || f.bytes < 0 {
		return nil, 0, io.EOF
	}
	fields, line, err := f.Records.Next()
	for _, field := range fields {
		f.bytes -= len(field) + 1
	}
	return fields, line, err
}

// sampled returns the first rows of a file, and records that still have them.
func (from *input) sampled(plain stream.Records, o Options) (stream.Records, *stream.FirstRows, error) {
	if _, ok := plain.(stream.Selective); !ok {
		a := lookAhead(plain)
		return a, a.first(), nil
	}
	// Columns that are in no use are not decoded, so that a sample of all of them is read by itself.
	if from.shard || layouts.NamesSettle(from.labels, from.file, plain.Header(), o) {
		return plain, &stream.FirstRows{Header: plain.Header()}, nil
	}
	again, err := from.parquet()
	if err != nil {
		return nil, nil, err
	}
	return plain, stream.ReadFirst(again), nil
}
