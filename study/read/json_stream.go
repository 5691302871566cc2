package read

import (
	"bytes"
	"errors"
	"io"

	"concord/study"
)

// jsonStream finds the values of a JSON text one by one: the elements of its outer array, or consecutive values, on
// lines or not.
type jsonStream struct {
	window
	array, begun, ended bool
	doc                 document
}

// next reads the next value, and returns the line on which it begins; io.EOF after the last.
func (values *jsonStream) next() (line int, err error) {
	for {
		start, end, err := values.value()
		if err == errMore && values.eof {
			line = values.line + bytes.Count(values.buf[values.pos:values.end], []byte{'\n'})
			return values.line, &study.Error{Code: BadJSON, File: values.file, Line: line, Found: jsonCutOff,
				Remedy: jsonRemedy(jsonCutOff, nil)}
		}
		if err == errMore {
			if err := values.fill(); err != nil {
				return values.line, err
			}
			continue
		}
		if err != nil {
			return values.line, err
		}
		line = values.line + bytes.Count(values.buf[values.pos:start], []byte{'\n'})
		lines := bytes.Count(values.buf[start:end], []byte{'\n'})
		value := values.buf[start:end]
		values.pos = end
		values.begun = true
		if err := values.doc.parse(value); err != nil {
			return line, values.fault(err, line, lines, value)
		}
		values.line = line + lines
		if values.doc.nodes[0].kind != objectNode {
			return line, &study.Error{Code: BadJSON, File: values.file, Line: line,
				Found: "a JSON value is not an object, and each row is an object"}
		}
		return line, nil
	}
}

// fault says on which line of a value a fault is. Strings that have lost their escapes
// may hold more line ends than before, but the value has no more lines than it had.
func (values *jsonStream) fault(err error, line, lines int, value []byte) error {
	var f *jsonFault
	if errors.As(err, &f) {
		line += min(bytes.Count(value[:f.at], []byte{'\n'}), lines)
		return &study.Error{Code: BadJSON, File: values.file, Line: line, Found: f.found,
			Remedy: jsonRemedy(f.found, value[f.at:])}
	}
	return err
}

// value returns where the next value begins and ends; errMore if the buffer does not hold it.
func (values *jsonStream) value() (start, end int, err error) {
	b := values.buf[:values.end]
	lineOf := func(p int) int { return values.line + bytes.Count(b[values.pos:p], []byte{'\n'}) }
	p := skipBlanks(b, values.pos)
	if p < len(b) && !values.begun && !values.array && b[p] == '[' {
		values.array = true
		values.line += bytes.Count(b[values.pos:p], []byte{'\n'})
		values.pos = p + 1
		p = skipBlanks(b, values.pos)
	}
	if values.array && !values.ended && p < len(b) {
		switch {
		case b[p] == ']':
			values.ended = true
			values.line += bytes.Count(b[values.pos:p], []byte{'\n'})
			values.pos = p + 1
			p = skipBlanks(b, values.pos)
		case values.begun && b[p] != ',':
			return p, p, &study.Error{Code: BadJSON, File: values.file, Line: lineOf(p),
				Found: "there is no comma and no ] behind an object"}
		case values.begun:
			p = skipBlanks(b, p+1)
		}
	}
	if p == len(b) {
		if values.eof && (!values.array || values.ended) {
			return p, p, io.EOF
		}
		return p, p, errMore
	}
	if values.ended {
		return p, p, &study.Error{Code: BadJSON, File: values.file, Line: lineOf(p),
			Found: "text follows the closing ]"}
	}
	end = valueEnd(b, p)
	if end < 0 {
		if !values.eof {
			return p, p, errMore
		}
		end = len(b) // the parser says what is missing
	}
	return p, end, nil
}

// valueEnd returns where the value at p ends; −1 if b does not hold its end. A value that is no object ends with its
// line.
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
