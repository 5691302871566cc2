package container

import (
	"bytes"
	"io"

	"concord/study/read/faults"
)

// record finds the fields of the record at pos. It returns where the next one
// begins and how many line ends lie before that, errMore if the record is not
// complete in the buffer, and io.EOF at the end.
func (s *Scanner) record() (next, lines int, err error) {
	b := s.Buf[:s.End]
	p := s.Pos
	if p == len(b) {
		if s.Eof {
			return p, 0, io.EOF
		}
		return p, 0, ErrMore
	}
	s.spans = s.spans[:0]
	for {
		from := p
		for p < len(b) && (b[p] == ' ' || b[p] == '\t' && s.Delim != '\t') {
			p++
		}
		f := span{from: from}
		if p < len(b) && b[p] == '"' {
			f, p, lines, err = s.quoted(b, p, lines)
			if err != nil {
				return p, lines, err
			}
		} else {
			for p < len(b) && b[p] != s.Delim && b[p] != '\n' {
				p++
			}
			f.to = p
		}
		if p == len(b) && !s.Eof {
			return p, lines, ErrMore
		}
		s.spans = append(s.spans, f)
		if p == len(b) {
			return p, lines, nil
		}
		p++
		if b[p-1] == '\n' {
			return p, lines + 1, nil
		}
	}
}

// quoted finds the field whose opening quote is at p, and the delimiter or line end behind it.
func (s *Scanner) quoted(b []byte, p, lines int) (span, int, int, error) {
	f := span{from: p + 1}
	opened := s.Line + lines
	for p++; ; p++ {
		i := bytes.IndexByte(b[p:], '"')
		if i < 0 {
			if !s.Eof {
				return f, p, lines, ErrMore
			}
			return f, p, lines, faults.BadQuotes.Faultf("a quote is opened and never closed").AtLine(opened).
				Advising(`close it, or write a quote inside a quoted field twice: ""`)
		}
		lines += bytes.Count(b[p:p+i], []byte{'\n'})
		p += i
		if p+1 == len(b) && !s.Eof {
			return f, p, lines, ErrMore
		}
		if p+1 == len(b) || b[p+1] != '"' {
			break
		}
		f.escaped = true
		p++
	}
	f.to = p
	for p++; p < len(b) && b[p] != s.Delim && b[p] != '\n'; p++ {
		if b[p] != ' ' && b[p] != '\t' && b[p] != '\r' {
			return f, p, lines, faults.BadQuotes.Faultf("text follows the closing quote of field %d",
				len(s.spans)+1).AtLine(s.Line + lines).Advising(`write a quote inside a quoted field twice: ""`)
		}
	}
	return f, p, lines, nil
}

// unescape writes each doubled quote once, in place.
func unescape(b []byte) []byte {
	n := 0
	for i := 0; i < len(b); i++ {
		b[n] = b[i]
		n++
		if b[i] == '"' {
			i++
		}
	}
	return b[:n]
}

// Trim removes blanks, tabs and carriage returns from both ends.
func Trim(b []byte) []byte {
	for len(b) > 0 && IsBlank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && IsBlank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
