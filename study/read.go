package study

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// StandardInput is the path that stands for standard input, and what errors call it.
const (
	StandardInput     = "-"
	standardInputName = "standard input"
)

// AllColumns, as the only name given to [ReadColumns] and its like, is all columns that hold
// 0, 1 and missing values only.
const AllColumns = "all"

// ReadFile reads the labels of a file, a label a row: delimited text with a header, JSON or
// Parquet (see [Format]), plain or compressed by gzip or zstd; or the export of a labelling
// program, which it recognises by its columns: Label Studio (JSON, CSV), Prodigy (JSON
// lines), Argilla (JSON), MTurk (CSV of a batch), Toloka and crowd-kit (TSV). [Table.Source]
// says what it was taken for. The path [StandardInput] is standard input. What is wrong with
// the input is an [*Error].
//
// The item and the label column must be there. A file without study column is one
// study named [WholeFile]; one without labeler column names no labelers. A row whose label
// is missing is left out. An id that is missing in a row that has a label is an error,
// because such rows taken as one labeler or item would give a number that looks right.
func ReadFile(path string, o Options) (*Table, error) {
	return ReadFileContext(context.Background(), path, o)
}

// ReadFileContext is [ReadFile] until the context ends. It then returns at once with an
// error that wraps the context's.
func ReadFileContext(ctx context.Context, path string, o Options) (*Table, error) {
	return only(readPath(ctx, path, o, labelChoice{}))
}

// Read is [ReadFile] from a reader. Errors call it name.
func Read(r io.Reader, name string, o Options) (*Table, error) {
	return ReadContext(context.Background(), r, name, o)
}

// ReadContext is [Read] until the context ends. It then returns at once with an error that
// wraps the context's, and leaves a call of r.Read that blocks behind.
func ReadContext(ctx context.Context, r io.Reader, name string, o Options) (*Table, error) {
	return only(readStream(ctx, r, name, o, labelChoice{}))
}

// ReadFileColumns reads several label columns of one file in one pass and returns a
// table for each, in the order given. Without labels, or with [AllColumns], they are all
// columns that hold 0, 1 and missing values only, in the order of the file. [Options.Label] is
// not used, and [Options.Wide] an error. Tables of columns in which no label is missing share
// their indices.
func ReadFileColumns(path string, labels []string, o Options) ([]*Table, error) {
	return ReadFileColumnsContext(context.Background(), path, labels, o)
}

// ReadFileColumnsContext is [ReadFileColumns] until the context ends, as [ReadFileContext].
func ReadFileColumnsContext(ctx context.Context, path string, labels []string, o Options) ([]*Table, error) {
	return readPath(ctx, path, o, severalLabels(labels))
}

// ReadColumns is [ReadFileColumns] from a reader. Errors call it name.
func ReadColumns(r io.Reader, name string, labels []string, o Options) ([]*Table, error) {
	return ReadColumnsContext(context.Background(), r, name, labels, o)
}

// ReadColumnsContext is [ReadColumns] until the context ends, as [ReadContext].
func ReadColumnsContext(ctx context.Context, r io.Reader, name string, labels []string, o Options) ([]*Table, error) {
	return readStream(ctx, r, name, o, severalLabels(labels))
}

func severalLabels(names []string) labelChoice {
	if len(names) == 1 && names[0] == AllColumns {
		names = nil
	}
	return labelChoice{several: true, names: names}
}

func only(tables []*Table, err error) (*Table, error) {
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

func readPath(ctx context.Context, path string, o Options, labels labelChoice) ([]*Table, error) {
	if path == StandardInput {
		return readStream(ctx, os.Stdin, standardInputName, o, labels)
	}
	return abandonable(ctx, path, func() ([]*Table, error) {
		f, err := os.Open(path)
		if err != nil {
			// The error of the file system names the path, which ours does already.
			cause := err
			var p *fs.PathError
			if errors.As(err, &p) {
				cause = p.Err
			}
			return nil, &Error{File: path, Found: cause.Error(), Err: err}
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, &Error{File: path, Found: "this is a directory, not a file"}
		}
		return read(ctx, f, path, o, labels)
	})
}

func readStream(ctx context.Context, r io.Reader, file string, o Options, labels labelChoice) ([]*Table, error) {
	return abandonable(ctx, file, func() ([]*Table, error) { return read(ctx, r, file, o, labels) })
}

// read takes a file through its stages: container, records, columns, tables.
func read(ctx context.Context, r io.Reader, file string, o Options, labels labelChoice) ([]*Table, error) {
	if err := o.check(file); err != nil {
		return nil, err
	}
	if labels.several && len(o.Wide) > 0 {
		return nil, &Error{File: file, Found: "the columns are to be labelers and labels at once", Remedy: "leave out --wide, or name no labels"}
	}
	whole, size := randomAccess(r)
	src, err := openText(ctx, r, file)
	if err != nil {
		return nil, err
	}
	defer src.close()
	if src.compression != "" {
		whole = nil
	}
	i := input{text: src, ctx: ctx, file: file, options: o, labels: labels, whole: whole, size: size}
	rows, source, chosen, err := i.records()
	if err != nil {
		return nil, err
	}
	if len(o.Wide) > 0 {
		w, named, err := newWide(rows, file, chosen)
		if err != nil {
			return nil, err
		}
		rows, chosen, source.Wide = w, named, w.raterColumns()
	}
	in, err := newIntake(rows.Header(), source, o, chosen, labels)
	if err != nil {
		return nil, err
	}
	if err := in.readAll(rows); err != nil {
		return nil, err
	}
	return in.tables()
}

// randomAccess returns the bytes of a file that can be read at any place and whose reading
// begins at its start; nil for a stream.
func randomAccess(r io.Reader) (io.ReaderAt, int64) {
	f, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !ok {
		return nil, 0
	}
	if at, err := f.Seek(0, io.SeekCurrent); err != nil || at != 0 {
		return nil, 0
	}
	size, err := f.Seek(0, io.SeekEnd)
	if _, back := f.Seek(0, io.SeekStart); err != nil || back != nil {
		return nil, 0
	}
	return f, size
}

// spooled reads a stream into memory, where a format has to be read at any place.
func (in *input) spooled(limit int64) (io.ReaderAt, int64, error) {
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(in.text, limit+1))
	if err != nil {
		return nil, 0, damaged(in.file, in.compression, err)
	}
	if n > limit {
		return nil, 0, &Error{File: in.file, Found: "the Parquet data do not come from a plain file and need more memory than there is",
			Remedy: "name the file, uncompressed"}
	}
	return bytes.NewReader(b.Bytes()), n, nil
}
