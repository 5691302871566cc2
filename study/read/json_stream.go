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
		start, err := values.start()
		end := start
		if err == nil {
			end, err = values.doc.parse(values.buf[start:values.end])
			end += start
		}
		line = values.line + bytes.Count(values.buf[values.pos:start], []byte{'\n'})
		var fault *jsonFault
		cut := err == errMore || errors.As(err, &fault) && fault.found == jsonCutOff
		switch {
		case cut && !values.eof:
			if err := values.fill(); err != nil {
				return values.line, err
			}
			continue
		case err == errMore:
			return values.line, values.fault(jsonCutOff, line, values.buf[start:values.end])
		case fault != nil:
			at := start + fault.at
			return line, values.fault(fault.found, line+bytes.Count(values.buf[start:at], []byte{'\n'}),
				values.buf[at:values.end])
		case err != nil:
			return values.line, err
		}
		values.line = line + bytes.Count(values.buf[start:end], []byte{'\n'})
		values.pos, values.begun = end, true
		if values.doc.nodes[0].kind != objectNode {
			return line, values.fault("a JSON value is not an object, and each row is an object", line, nil)
		}
		return line, nil
	}
}

// fault is the error about a text that is no JSON, or not all of it.
func (values *jsonStream) fault(found string, line int, rest []byte) error {
	return study.Faultf(BadJSON, "%s", found).AtLine(line).Advising(jsonRemedy(found, rest))
}

// start returns where the next value begins; errMore if the buffer does not hold it.
func (values *jsonStream) start() (int, error) {
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
			return p, values.fault("there is no comma and no ] behind an object", lineOf(p), nil)
		case values.begun:
			p = skipBlanks(b, p+1)
		}
	}
	if p == len(b) {
		if values.eof && (!values.array || values.ended) {
			return p, io.EOF
		}
		return p, errMore
	}
	if values.ended {
		return p, values.fault("text follows the closing ]", lineOf(p), nil)
	}
	return p, nil
}

func skipBlanks(b []byte, p int) int {
	for p < len(b) && isBlank(b[p]) {
		p++
	}
	return p
}
