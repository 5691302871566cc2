package jsonrows

import (
	"bytes"
	"errors"
	"io"

	"concord/study/read/faults"
	"concord/study/read/internal/container"
)

// jsonStream finds the values of a JSON text one by one: the elements of its outer array, or consecutive values, on
// lines or not.
type jsonStream struct {
	container.Window
	array, begun, ended bool
	doc                 Document
}

// next reads the next value, and returns the line on which it begins; io.EOF after the last.
func (values *jsonStream) next() (line int, err error) {
	for {
		start, err := values.start()
		end := start
		if err == nil {
			end, err = values.doc.Parse(values.Buf[start:values.End])
			end += start
		}
		line = values.Line + bytes.Count(values.Buf[values.Pos:start], []byte{'\n'})
		var fault *JsonFault
		cut := err == container.ErrMore || errors.As(err, &fault) && fault.found == jsonCutOff
		switch {
		case cut && !values.Eof:
			if err := values.Fill(); err != nil {
				return values.Line, err
			}
			continue
		case err == container.ErrMore:
			return values.Line, values.fault(jsonCutOff, line, values.Buf[start:values.End])
		case fault != nil:
			at := start + fault.At
			return line, values.fault(fault.found, line+bytes.Count(values.Buf[start:at], []byte{'\n'}),
				values.Buf[at:values.End])
		case err != nil:
			return values.Line, err
		}
		values.Line = line + bytes.Count(values.Buf[start:end], []byte{'\n'})
		values.Pos, values.begun = end, true
		if values.doc.Nodes[0].Kind != ObjectNode {
			return line, values.fault("a JSON value is not an object, and each row is an object", line, nil)
		}
		return line, nil
	}
}

// fault is the error about a text that is no JSON, or not all of it.
func (values *jsonStream) fault(found string, line int, rest []byte) error {
	return faults.BadJSON.Faultf("%s", found).AtLine(line).Advising(jsonRemedy(found, rest))
}

// start returns where the next value begins; errMore if the buffer does not hold it.
func (values *jsonStream) start() (int, error) {
	b := values.Buf[:values.End]
	lineOf := func(p int) int { return values.Line + bytes.Count(b[values.Pos:p], []byte{'\n'}) }
	p := SkipBlanks(b, values.Pos)
	if p < len(b) && !values.begun && !values.array && b[p] == '[' {
		values.array = true
		values.Line += bytes.Count(b[values.Pos:p], []byte{'\n'})
		values.Pos = p + 1
		p = SkipBlanks(b, values.Pos)
	}
	if values.array && !values.ended && p < len(b) {
		switch {
		case b[p] == ']':
			values.ended = true
			values.Line += bytes.Count(b[values.Pos:p], []byte{'\n'})
			values.Pos = p + 1
			p = SkipBlanks(b, values.Pos)
		case values.begun && b[p] != ',':
			return p, values.fault("there is no comma and no ] behind an object", lineOf(p), nil)
		case values.begun:
			p = SkipBlanks(b, p+1)
		}
	}
	if p == len(b) {
		if values.Eof && (!values.array || values.ended) {
			return p, io.EOF
		}
		return p, container.ErrMore
	}
	if values.ended {
		return p, values.fault("text follows the closing ]", lineOf(p), nil)
	}
	return p, nil
}

func SkipBlanks(b []byte, p int) int {
	for p < len(b) && container.IsBlank(b[p]) {
		p++
	}
	return p
}
