package container

import (
	"bytes"
	"errors"
	"io"

	"concord/study/read/faults"
)

// Scanner reads delimited text as RFC 4180 describes it: a field may be in double
// quotes, and then hold delimiters, line ends, and quotes written twice. It is more
// lenient in that a quote inside an unquoted field is text, blanks around fields do not
// count, and empty lines are skipped.
type Scanner struct {
	Window
	Delim  byte
	Names  []string
	spans  []span
	fields [][]byte
}

// span is a field in the buffer.
type span struct {
	from, to int
	escaped  bool // holds doubled quotes
}

var ErrMore = errors.New("study: record goes on beyond the buffer")

// NewScanner reads the header. A delimiter of 0 is found from the first lines.
func NewScanner(src Text, file string, delim byte) (*Scanner, error) {
	s := &Scanner{Window: NewWindow(src, file)}
	if err := s.Fill(); err != nil {
		return nil, err
	}
	head := s.Buf[:s.End]
	if bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 {
		return nil, faults.BadEncoding.Faultf("the lines end in a carriage return alone").
			Advising("save it with line ends of Unix or Windows")
	}
	if skip, d := excelSeparator(head); skip > 0 {
		s.Pos, s.Line = skip, 2
		if delim == 0 {
			delim = d
		}
	}
	s.Delim = delim
	if delim == 0 {
		s.Delim = sniffDelimiter(s.Buf[s.Pos:s.End], s.Eof)
	}
	fields, _, err := s.Next()
	if err == io.EOF {
		return nil, faults.EmptyFile.Faultf("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		s.Names = append(s.Names, string(f))
	}
	return s, nil
}

// Header returns the names of the columns.
func (s *Scanner) Header() []string { return s.Names }

// Next returns the fields of the next row without surrounding blanks, and its line.
func (s *Scanner) Next() ([][]byte, int, error) {
	for {
		next, lines, err := s.record()
		if err == ErrMore {
			if err := s.Fill(); err != nil {
				return nil, s.Line, err
			}
			continue
		}
		if err != nil {
			return nil, s.Line, err
		}
		line := s.Line
		s.Pos = next
		s.Line += lines
		s.fields = s.fields[:0]
		for _, f := range s.spans {
			field := s.Buf[f.from:f.to]
			if f.escaped {
				field = unescape(field)
			}
			s.fields = append(s.fields, Trim(field))
		}
		if len(s.fields) == 1 && len(s.fields[0]) == 0 {
			continue
		}
		return s.fields, line, nil
	}
}

func IsDelimiter(c rune) bool { return c == ',' || c == ';' || c == '\t' || c == '|' }

// sniffDelimiter returns the delimiter with which the first records have equally many fields. Of several it returns the
// one with most fields. If there is none, it returns the one with most fields in the header.
func sniffDelimiter(head []byte, whole bool) byte {
	const sample = 20
	best, bestScore := byte(','), 0
	for _, d := range []byte{',', ';', '\t', '|'} {
		// The sample is a copy, because unescaping writes to the buffer.
		s := &Scanner{Window: Window{Buf: bytes.Clone(head), End: len(head), Eof: true, Line: 1}, Delim: d}
		width, equal := 0, true
		for i := 0; i < sample; i++ {
			fields, _, err := s.Next()
			if err == io.EOF || !whole && (err != nil || s.Pos == s.End) {
				break // the last record of an incomplete sample may be cut off
			}
			if err != nil {
				equal = false
				break
			}
			if i == 0 {
				width = len(fields)
			}
			equal = equal && len(fields) == width
		}
		// A consistent delimiter is better than any inconsistent one.
		score := 2 * width
		if equal {
			score += 1 << 40
		}
		if width > 1 && score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// excelSeparator returns the length of a first line such as "sep=;", by which Excel
// names the delimiter, and the delimiter.
func excelSeparator(head []byte) (skip int, delim byte) {
	if len(head) < 6 || !bytes.EqualFold(head[:4], []byte("sep=")) || !IsDelimiter(rune(head[4])) {
		return 0, 0
	}
	rest := bytes.TrimPrefix(head[5:], []byte{'\r'})
	if len(rest) == 0 || rest[0] != '\n' {
		return 0, 0
	}
	return len(head) - len(rest) + 1, head[4]
}
