package read

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"concord/internal/visible"
)

// deepest is how many objects and arrays may lie in one another. It bounds the stack.
const deepest = 200

// nodeKind is the kind of a JSON value.
type nodeKind uint8

const (
	nullNode nodeKind = iota
	textNode
	literalNode // number, true or false
	arrayNode
	objectNode
)

// node is a value of a document.
type node struct {
	kind        nodeKind
	line        int32  // on which it begins, from 0 at the beginning of the text
	key         []byte // in an object
	text        []byte // of a string, what it means; of a literal, its spelling
	first, next int32  // child and sibling; 0 is none, because the root is neither
}

// document is one JSON value (RFC 8259) as a tree, whose memory the next one uses again.
type document struct {
	nodes  []node
	b      []byte // that it is read from
	tokens jsontext.Decoder
	texts  []byte // of its strings and literals
	seen   int64  // bytes up to here are counted in line
	line   int32  // line ends before what was read last
}

// jsonFault is a fault of a JSON text, with its place.
type jsonFault struct {
	at    int
	found string
}

func (f *jsonFault) Error() string { return f.found }

// parse makes a document of the value that a text begins with, and returns where the value ends.
func (d *document) parse(b []byte) (end int, err error) {
	d.nodes, d.texts, d.b, d.seen, d.line = d.nodes[:0], d.texts[:0], b, 0, 0
	d.tokens.Reset(bytes.NewBuffer(b), jsontext.AllowInvalidUTF8(true))
	_, err = d.value(0)
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		err = &jsonFault{len(b), jsonCutOff}
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		err = &jsonFault{int(syntax.ByteOffset), // programs differ in which of the two they keep
			visible.Sprintf("an object has %q twice", syntax.JSONPointer.LastToken())}
	case errors.As(err, &syntax):
		err = &jsonFault{int(syntax.ByteOffset), "the text is not JSON: " + syntax.Err.Error()}
	}
	return int(d.tokens.InputOffset()), err
}

// value adds the next value, and returns its node.
func (d *document) value(depth int) (int32, error) {
	at, kind := int32(len(d.nodes)), d.tokens.PeekKind()
	d.nodes = append(d.nodes, node{kind: literalNode})
	if kind != '{' && kind != '[' {
		text, err := d.scalar()
		n := &d.nodes[at]
		switch n.line, n.text = d.line, text; kind {
		case '"':
			n.kind = textNode
		case 'n':
			n.kind, n.text = nullNode, nil
		}
		return at, err
	}
	if depth > deepest {
		return at, &jsonFault{int(d.tokens.InputOffset()),
			fmt.Sprintf("more than %d objects and arrays are nested", deepest)}
	}
	if err := d.bracket(); err != nil {
		return at, err
	}
	d.nodes[at].kind, d.nodes[at].line = arrayNode, d.line
	if kind == '{' {
		d.nodes[at].kind = objectNode
	}
	for last := int32(0); ; {
		if k := d.tokens.PeekKind(); k == '}' || k == ']' {
			return at, d.bracket()
		}
		var key []byte
		var err error
		if kind == '{' {
			if key, err = d.scalar(); err != nil {
				return at, err
			}
		}
		child, err := d.value(depth + 1)
		if err != nil {
			return at, err
		}
		d.nodes[child].key = key
		if last == 0 {
			d.nodes[at].first = child
		} else {
			d.nodes[last].next = child
		}
		last = child
	}
}

// bracket reads what begins or ends an object or array.
func (d *document) bracket() error {
	_, err := d.tokens.ReadToken()
	d.passed()
	return err
}

// passed counts line ends, which occur only between values.
func (d *document) passed() {
	end := d.tokens.InputOffset()
	d.line += int32(bytes.Count(d.b[d.seen:end], []byte{'\n'}))
	d.seen = end
}

// scalar reads a string, a number, or true, false or null. A string with bytes that are no UTF-8 is as it stands in the
// file, for whoever knows in which encoding it may be.
func (d *document) scalar() ([]byte, error) {
	raw, err := d.tokens.ReadValue()
	if err != nil {
		return nil, err
	}
	d.passed()
	from := len(d.texts)
	if raw[0] != '"' {
		d.texts = append(d.texts, raw...)
		return d.texts[from:], nil
	}
	d.texts, err = jsontext.AppendUnquote(d.texts, raw)
	switch text := d.texts[from:]; {
	case err != nil && !utf8.Valid(raw):
		return append(d.texts[from:from], raw[1:len(raw)-1]...), nil
	case err != nil || bytes.IndexByte(text, 0) >= 0: // half a character would make different ids one
		return nil, &jsonFault{int(d.seen) - len(raw), "an escape in a string is half a character, or NUL"}
	default:
		return text, nil
	}
}
