package read

import (
	"bytes"
	"errors"
	"io"

	"concord/study"
)

// jsonStream finds the values of a JSON text one by one: those of its outer array, or
// those that follow one another, on lines or not.
type jsonStream struct {
	window
	array, begun, ended bool
	doc                 document
}

// next reads the next value, and returns the line on which it begins; io.EOF after the last.
func (s *jsonStream) next() (line int, err error) {
	for {
		start, end, err := s.value()
		if err == errMore && s.eof {
			line = s.line + bytes.Count(s.buf[s.pos:s.end], []byte{'\n'})
			return s.line, &study.Error{Code: BadJSON, File: s.file, Line: line, Found: jsonCutOff,
				Remedy: jsonRemedy(jsonCutOff, nil)}
		}
		if err == errMore {
			if err := s.fill(); err != nil {
				return s.line, err
			}
			continue
		}
		if err != nil {
			return s.line, err
		}
		line = s.line + bytes.Count(s.buf[s.pos:start], []byte{'\n'})
		lines := bytes.Count(s.buf[start:end], []byte{'\n'})
		value := s.buf[start:end]
		s.pos = end
		s.begun = true
		if err := s.doc.parse(value); err != nil {
			return line, s.fault(err, line, lines, value)
		}
		s.line = line + lines
		if s.doc.nodes[0].kind != objectNode {
			return line, &study.Error{Code: BadJSON, File: s.file, Line: line,
				Found: "there is a JSON value that is no object, and an object is a row"}
		}
		return line, nil
	}
}

// fault says on which line of a value a fault is. Strings that have lost their escapes
// may hold more line ends than before, but the value has no more lines than it had.
func (s *jsonStream) fault(err error, line, lines int, value []byte) error {
	var f *jsonFault
	if errors.As(err, &f) {
		line += min(bytes.Count(value[:f.at], []byte{'\n'}), lines)
		return &study.Error{Code: BadJSON, File: s.file, Line: line, Found: f.found,
			Remedy: jsonRemedy(f.found, value[f.at:])}
	}
	return err
}

// value returns where the next value begins and ends, errMore where that is not in the buffer.
func (s *jsonStream) value() (start, end int, err error) {
	b := s.buf[:s.end]
	p := skipBlanks(b, s.pos)
	if p < len(b) && !s.begun && !s.array && b[p] == '[' {
		s.array = true
		s.line += bytes.Count(b[s.pos:p], []byte{'\n'})
		s.pos = p + 1
		p = skipBlanks(b, s.pos)
	}
	if s.array && !s.ended && p < len(b) {
		switch {
		case b[p] == ']':
			s.ended = true
			s.line += bytes.Count(b[s.pos:p], []byte{'\n'})
			s.pos = p + 1
			p = skipBlanks(b, s.pos)
		case s.begun && b[p] != ',':
			return p, p, &study.Error{Code: BadJSON, File: s.file, Line: s.line + bytes.Count(b[s.pos:p], []byte{'\n'}),
				Found: "there is no comma and no ] behind an object"}
		case s.begun:
			p = skipBlanks(b, p+1)
		}
	}
	if p == len(b) {
		if s.eof && (!s.array || s.ended) {
			return p, p, io.EOF
		}
		return p, p, errMore
	}
	if s.ended {
		return p, p, &study.Error{Code: BadJSON, File: s.file, Line: s.line + bytes.Count(b[s.pos:p], []byte{'\n'}),
			Found: "text follows the closing ]"}
	}
	end = valueEnd(b, p)
	if end < 0 {
		if !s.eof {
			return p, p, errMore
		}
		end = len(b) // the parser says what is missing
	}
	return p, end, nil
}

// valueEnd returns where the value at p ends, or −1 where that is not in b. What is no
// object ends with its line.
func valueEnd(b []byte, p int) int {
	if b[p] != '{' {
		if i := bytes.IndexByte(b[p:], '\n'); i >= 0 {
			return p + i
		}
		return -1
	}
	depth := 0
	for ; p < len(b); p++ {
		switch b[p] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return p + 1
			}
		case '"':
			for p++; p < len(b) && b[p] != '"'; p++ {
				if b[p] == '\\' {
					p++
				}
			}
		}
	}
	return -1
}
