package read

import (
	"bytes"
	"errors"
	"io"

	"concord/study"
)

// scanner reads delimited text as RFC 4180 describes it: a field may be in double
// quotes, and then hold delimiters, line ends, and quotes written twice. It is more
// lenient in that a quote inside an unquoted field is text, blanks around fields do not
// count, and empty lines are skipped.
type scanner struct {
	window
	delim  byte
	header []string
	spans  []span
	fields [][]byte
}

// span is a field in the buffer.
type span struct {
	from, to int
	escaped  bool // holds doubled quotes
}

var errMore = errors.New("study: record goes on beyond the buffer")

// newScanner reads the header. A delimiter of 0 is found from the first lines.
func newScanner(src text, file string, delim byte) (*scanner, error) {
	s := &scanner{window: newWindow(src, file)}
	if err := s.fill(); err != nil {
		return nil, err
	}
	head := s.buf[:s.end]
	if bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 {
		return nil, study.Faultf(BadEncoding, "the lines end in a carriage return alone").
			Advising("save it with line ends of Unix or Windows")
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
		return nil, study.Faultf(EmptyFile, "the file is empty")
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
