package read

import (
	"bytes"
	"fmt"

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
	nodes []node
	b     []byte
	keys  map[string]bool // of a large object
	line  int32           // line ends before what is parsed
}

// skip skips blanks and counts line ends, which occur only between values.
func (d *document) skip(p int) int {
	for ; p < len(d.b) && isBlank(d.b[p]); p++ {
		if d.b[p] == '\n' {
			d.line++
		}
	}
	return p
}

// jsonFault is a fault of a JSON text, with its place.
type jsonFault struct {
	at    int
	found string
}

func (f *jsonFault) Error() string { return f.found }

// parse makes a document of a text that holds one value and nothing behind it. It writes
// strings without their escapes into the text, of which the document keeps parts.
func (d *document) parse(b []byte) error {
	d.nodes, d.b, d.line = d.nodes[:0], b, 0
	_, end, err := d.value(d.skip(0), 0)
	if err != nil {
		return err
	}
	if end = skipBlanks(b, end); end != len(b) {
		return &jsonFault{end, "text follows the JSON value"}
	}
	return nil
}

// value adds the value at p, and returns its node and where it ends.
func (d *document) value(p, depth int) (int32, int, error) {
	at := int32(len(d.nodes))
	d.nodes = append(d.nodes, node{line: d.line})
	if p == len(d.b) {
		return at, p, &jsonFault{p, jsonCutOff}
	}
	if depth > deepest {
		return at, p, &jsonFault{p, fmt.Sprintf("more than %d objects and arrays are nested", deepest)}
	}
	var err error
	end := p
	switch c := d.b[p]; {
	case c == '{' || c == '[':
		end, err = d.members(at, p, depth)
	case c == '"':
		d.nodes[at].kind = textNode
		d.nodes[at].text, end, err = jsonString(d.b, p)
	case c == '-' || c >= '0' && c <= '9':
		end = jsonNumber(d.b, p)
		if end == 0 {
			return at, p, &jsonFault{p, "a number is not written as in JSON"}
		}
		d.nodes[at].kind, d.nodes[at].text = literalNode, d.b[p:end]
	default:
		for _, word := range []string{"true", "false", "null"} {
			if bytes.HasPrefix(d.b[p:], []byte(word)) {
				end = p + len(word)
				if word != "null" {
					d.nodes[at].kind, d.nodes[at].text = literalNode, d.b[p:end]
				}
				return at, end, nil
			}
		}
		return at, p, &jsonFault{p, "there is " + visible.Quote(string(d.b[p:min(p+12, len(d.b))])) +
			" where a JSON value should be"}
	}
	return at, end, err
}

// members adds the members of the object or array at p.
func (d *document) members(at int32, p, depth int) (int, error) {
	object := d.b[p] == '{'
	d.nodes[at].kind = arrayNode
	closing := byte(']')
	if object {
		d.nodes[at].kind, closing = objectNode, '}'
	}
	begin, last := p, int32(0)
	for p = d.skip(p + 1); ; p = d.skip(p + 1) {
		if p < len(d.b) && d.b[p] == closing && last == 0 {
			break
		}
		var key []byte
		if object {
			var err error
			if key, p, err = d.key(p); err != nil {
				return p, err
			}
		}
		child, end, err := d.value(p, depth+1)
		if err != nil {
			return end, err
		}
		d.nodes[child].key = key
		if last == 0 {
			d.nodes[at].first = child
		} else {
			d.nodes[last].next = child
		}
		last = child
		p = d.skip(end)
		if p < len(d.b) && d.b[p] == closing {
			break
		}
		if p == len(d.b) || d.b[p] != ',' {
			return p, &jsonFault{p, fmt.Sprintf("there is no comma and no %c behind a JSON value", closing)}
		}
	}
	if object {
		if twice := d.repeated(at); twice != nil {
			return p, &jsonFault{begin, "an object has " + visible.Quote(string(twice)) + " twice"}
		}
	}
	return p + 1, nil
}

// key reads a name and the colon behind it.
func (d *document) key(p int) ([]byte, int, error) {
	if p == len(d.b) || d.b[p] != '"' {
		return nil, p, &jsonFault{p, "there is no name in quotes where an object should have one"}
	}
	key, p, err := jsonString(d.b, p)
	if err != nil {
		return nil, p, err
	}
	if p = d.skip(p); p == len(d.b) || d.b[p] != ':' {
		return nil, p, &jsonFault{p, "there is no colon behind a name"}
	}
	return key, d.skip(p + 1), nil
}
