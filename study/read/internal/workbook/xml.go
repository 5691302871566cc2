package workbook

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	readBuffer   = 1 << 16
	longestToken = 1 << 20 // bytes of a tag, a comment or a text
	deepest      = 64      // elements in one another
)

// token is the kind of a stretch of XML.
type token int

const (
	startToken token = iota + 1
	endToken
	textToken
)

// scanner reads the XML of a part, token by token, in a memory that does not grow with the part. Like workbooks,
// it allows UTF-8 and no document type (ECMA-376, part 2, section 8.1.4). Names are without their prefixes.
type scanner struct {
	xml   *xml.Decoder
	bytes *bounded
	open  []string // names of the elements
	begun bool
	name  string
	attrs []xml.Attr
	text  []byte
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{bytes: &bounded{Reader: r}}
	s.xml = xml.NewDecoder(bufio.NewReaderSize(s.bytes, readBuffer))
	s.xml.CharsetReader = func(name string, r io.Reader) (io.Reader, error) {
		if strings.EqualFold(name, "us-ascii") {
			return r, nil
		}
		return nil, &Fault{Reason: Unread, What: "a part of the workbook is not UTF-8"}
	}
	return s
}

// bounded reads no more than a token may have.
type bounded struct {
	io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, broken("a part of the workbook has a tag, a comment or a text of more than 1 MiB")
	}
	n, err := b.Reader.Read(p)
	b.left -= n
	if bytes.IndexByte(p[:n], 0) >= 0 {
		return 0, &Fault{Reason: Unread, What: "a part of the workbook holds a NUL byte, or is not UTF-8"}
	}
	return n, err
}

// next reads a token, which is valid until the following call. The end of the part is io.EOF, and an error where
// elements are open.
func (s *scanner) next() (token, error) {
	for {
		s.bytes.left = longestToken
		t, err := s.xml.RawToken() // which does not look after name spaces, nor whether tags match
		var syntax *xml.SyntaxError
		switch {
		case errors.As(err, &syntax):
			return 0, broken("a part of the workbook is not well-formed XML: " + syntax.Msg)
		case err == io.EOF && (!s.begun || len(s.open) > 0):
			return 0, broken("a part of the workbook is cut off")
		case err != nil:
			return 0, cause(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if s.open = append(s.open, t.Name.Local); len(s.open) > deepest {
				return 0, broken(fmt.Sprintf("a part of the workbook has more than %d elements in one another",
					deepest))
			}
			s.begun, s.name, s.attrs = true, t.Name.Local, t.Attr
			return startToken, nil
		case xml.EndElement:
			n := len(s.open) - 1
			if n < 0 || s.open[n] != t.Name.Local {
				return 0, broken("a part of the workbook closes an element that is not open")
			}
			s.open, s.name = s.open[:n], t.Name.Local
			return endToken, nil
		case xml.CharData:
			if len(s.open) > 0 {
				s.text = t
				return textToken, nil
			}
		case xml.Directive:
			return 0, broken("a part of the workbook has a declaration that no workbook has")
		}
	}
}

// cause is a fault that the decoder wraps, or the error itself.
func cause(err error) error {
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		return fault
	}
	return err
}

// attribute returns the value of an attribute of the start tag that was read last; "" if there is none.
func (s *scanner) attribute(name string) string {
	for _, a := range s.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
