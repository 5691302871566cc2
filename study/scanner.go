package study

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

const (
	scanBuffer    = 1 << 18
	longestRecord = 1 << 24 // bytes: beyond it, a quote is not closed or the file is no table
)

// records is a stream of rows, whatever the container they come from.
type records interface {
	// Header returns the names of the columns.
	Header() []string
	// Next returns the fields of the next row, which are valid until the following
	// call, and the line on which it begins; io.EOF after the last.
	Next() (fields [][]byte, line int, err error)
}

// scanner reads delimited text as RFC 4180 describes it: a field may be in double
// quotes, and then hold delimiters, line ends, and quotes written twice. It is more
// lenient in that a quote inside an unquoted field is text, blanks around fields do not
// count, and empty lines are skipped.
type scanner struct {
	file     string
	src      text
	buf      []byte
	pos, end int  // unread bytes are buf[pos:end]
	eof      bool // src is exhausted
	delim    byte
	line     int // on which the next record begins
	header   []string
	spans    []span
	fields   [][]byte
}

// span is a field in the buffer.
type span struct {
	from, to int
	escaped  bool // holds doubled quotes
}

var errMore = errors.New("study: record goes on beyond the buffer")

// newScanner reads the header. A delimiter of 0 is found from the first lines.
func newScanner(src text, file string, delim byte) (*scanner, error) {
	s := &scanner{file: file, src: src, buf: make([]byte, scanBuffer), line: 1}
	if err := s.fill(); err != nil {
		return nil, err
	}
	head := s.buf[:s.end]
	if bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 {
		return nil, &Error{File: file, Found: "the lines end in a carriage return alone", Remedy: "save it with line ends of Unix or Windows"}
	}
	if skip, d := excelSeparator(head); skip > 0 {
		s.pos, s.line = skip, 2
		if delim == 0 {
			delim = d
		}
	}
	s.delim = delim
	if delim == 0 {
		s.delim = sniffDelimiter(s.buf[s.pos:s.end], s.eof)
	}
	fields, _, err := s.Next()
	if err == io.EOF {
		return nil, &Error{File: file, Found: "the file is empty"}
	}
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		s.header = append(s.header, string(f))
	}
	return s, nil
}

// Header returns the names of the columns.
func (s *scanner) Header() []string { return s.header }

// Next returns the fields of the next row without surrounding blanks, and its line.
func (s *scanner) Next() ([][]byte, int, error) {
	for {
		next, lines, err := s.record()
		if err == errMore {
			if err := s.fill(); err != nil {
				return nil, s.line, err
			}
			continue
		}
		if err != nil {
			return nil, s.line, err
		}
		line := s.line
		s.pos = next
		s.line += lines
		s.fields = s.fields[:0]
		for _, f := range s.spans {
			field := s.buf[f.from:f.to]
			if f.escaped {
				field = unescape(field)
			}
			s.fields = append(s.fields, trim(field))
		}
		if len(s.fields) == 1 && len(s.fields[0]) == 0 {
			continue
		}
		return s.fields, line, nil
	}
}

// fill reads more behind the unread bytes, which it moves to the front of a buffer
// that grows where they fill it.
func (s *scanner) fill() error {
	if s.end-s.pos >= longestRecord {
		return &Error{File: s.file, Line: s.line, Found: fmt.Sprintf("a record is longer than %d MiB", longestRecord>>20),
			Remedy: "look for a quote that is not closed"}
	}
	unread := s.buf[s.pos:s.end]
	if len(unread) > len(s.buf)/2 {
		s.buf = make([]byte, 2*len(s.buf))
	}
	s.end = copy(s.buf, unread)
	s.pos = 0
	for s.end < len(s.buf) && !s.eof {
		n, err := s.src.Read(s.buf[s.end:])
		if i := bytes.IndexByte(s.buf[s.end:s.end+n], 0); i >= 0 {
			line := s.line + bytes.Count(s.buf[:s.end+i], []byte{'\n'})
			return &Error{File: s.file, Line: line, Found: "a NUL byte, which no text holds", Remedy: "save the file as UTF-8 text"}
		}
		s.end += n
		if err != nil && err != io.EOF {
			return damaged(s.file, s.src.compression, err)
		}
		s.eof = err == io.EOF
	}
	return nil
}
