// Package jsonrows makes rows of JSON: of objects, nested lists and columns, and of exports of other programs.
package jsonrows

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
	TextNode
	LiteralNode // number, true or false
	ArrayNode
	ObjectNode
)

// node is a value of a document.
type node struct {
	Kind        nodeKind
	line        int32  // on which it begins, from 0 at the beginning of the text
	Key         []byte // in an object
	Text        []byte // of a string, what it means; of a literal, its spelling
	first, next int32  // child and sibling; 0 is none, because the root is neither
}

// Document is one JSON value (RFC 8259) as a tree, whose memory the next one uses again.
type Document struct {
	Nodes  []node
	b      []byte // that it is read from
	tokens jsontext.Decoder
	texts  []byte // of its strings and literals
	seen   int64  // bytes up to here are counted in line
	line   int32  // line ends before what was read last
}

// JsonFault is a fault of a JSON text, with its place.
type JsonFault struct {
	At    int
	found string
}

func (f *JsonFault) Error() string { return f.found }

// Parse makes a document of the value that a text begins with, and returns where the value ends.
func (d *Document) Parse(b []byte) (end int, err error) {
	d.Nodes, d.texts, d.b, d.seen, d.line = d.Nodes[:0], d.texts[:0], b, 0, 0
	d.tokens.Reset(bytes.NewBuffer(b), jsontext.AllowInvalidUTF8(true))
	_, err = d.value(0)
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		err = &JsonFault{len(b), jsonCutOff}
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		err = &JsonFault{int(syntax.ByteOffset), // programs differ in which of the two they keep
			visible.Sprintf("an object has %q twice", syntax.JSONPointer.LastToken())}
	case errors.As(err, &syntax):
		err = &JsonFault{int(syntax.ByteOffset), "the text is not JSON: " + syntax.Err.Error()}
	}
	return int(d.tokens.InputOffset()), err
}

// value adds the next value, and returns its node.
func (d *Document) value(depth int) (int32, error) {
	at, kind := int32(len(d.Nodes)), d.tokens.PeekKind()
	d.Nodes = append(d.Nodes, node{Kind: LiteralNode})
	if kind != '{' && kind != '[' {
		text, err := d.scalar()
		n := &d.Nodes[at]
		switch n.line, n.Text = d.line, text; kind {
		case '"':
			n.Kind = TextNode
		case 'n':
			n.Kind, n.Text = nullNode, nil
		}
		return at, err
	}
	if depth > deepest {
		return at, &JsonFault{int(d.tokens.InputOffset()),
			fmt.Sprintf("more than %d objects and arrays are nested", deepest)}
	}
	if err := d.bracket(); err != nil {
		return at, err
	}
	d.Nodes[at].Kind, d.Nodes[at].line = ArrayNode, d.line
	if kind == '{' {
		d.Nodes[at].Kind = ObjectNode
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
		d.Nodes[child].Key = key
		if last == 0 {
			d.Nodes[at].first = child
		} else {
			d.Nodes[last].next = child
		}
		last = child
	}
}

// bracket reads what begins or ends an object or array.
func (d *Document) bracket() error {
	_, err := d.tokens.ReadToken()
	d.passed()
	return err
}

// passed counts line ends, which occur only between values.
func (d *Document) passed() {
	end := d.tokens.InputOffset()
	d.line += int32(bytes.Count(d.b[d.seen:end], []byte{'\n'}))
	d.seen = end
}

// scalar reads a string, a number, or true, false or null. A string with bytes that are no UTF-8 is as it stands in the
// file, for whoever knows in which encoding it may be.
func (d *Document) scalar() ([]byte, error) {
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
		return nil, &JsonFault{int(d.seen) - len(raw), "an escape in a string is half a character, or NUL"}
	default:
		return text, nil
	}
}
