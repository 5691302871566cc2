package study

import (
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

// ReadFile reads the labels of a file: delimited text with a header, plain or
// compressed by gzip or zstd. The path [StandardInput] is standard input. What is wrong
// with the input is an [*Error].
//
// The item and the label column must be there. A file without study column is one
// study named [WholeFile]; one without labeler column names no labelers. A row whose label
// is missing is left out. An id that is missing in a row that has a label is an error,
// because such rows taken as one labeler or item would give a number that looks right.
func ReadFile(path string, o Options) (*Table, error) {
	tables, err := readPath(path, o, labelChoice{})
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

// Read is [ReadFile] from a reader. Errors call it name.
func Read(r io.Reader, name string, o Options) (*Table, error) {
	tables, err := read(r, name, o, labelChoice{})
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

// ReadFileColumns reads several label columns of one file in one pass and returns a
// table for each, in the order given. Without labels, they are all columns that hold 0,
// 1 and missing values only, in the order of the file. [Options.Label] is not used. Tables of
// columns in which no label is missing share their indices.
func ReadFileColumns(path string, labels []string, o Options) ([]*Table, error) {
	return readPath(path, o, labelChoice{several: true, names: labels})
}

// ReadColumns is [ReadFileColumns] from a reader. Errors call it name.
func ReadColumns(r io.Reader, name string, labels []string, o Options) ([]*Table, error) {
	return read(r, name, o, labelChoice{several: true, names: labels})
}

func readPath(path string, o Options, labels labelChoice) ([]*Table, error) {
	if path == StandardInput {
		return read(os.Stdin, standardInputName, o, labels)
	}
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
	return read(f, path, o, labels)
}

// read takes delimited text through its stages: container, records, columns, tables.
func read(r io.Reader, file string, o Options, labels labelChoice) ([]*Table, error) {
	if err := o.check(file); err != nil {
		return nil, err
	}
	src, err := openText(r, file)
	if err != nil {
		return nil, err
	}
	defer src.close()
	s, err := newScanner(src, file, byte(o.Delimiter))
	if err != nil {
		return nil, err
	}
	in, err := newIntake(s.Header(), file, o, labels)
	if err != nil {
		return nil, err
	}
	in.source.Compression, in.source.Delimiter = src.compression, rune(s.delim)
	if err := in.readAll(s); err != nil {
		return nil, err
	}
	return in.tables()
}
