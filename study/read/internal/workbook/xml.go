package workbook

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

const (
	readBuffer   = 1 << 16
	longestToken = 1 << 20 // bytes of a tag, a comment or a section of text
	deepest      = 64      // elements in one another

	byteOrderMark = "\ufeff" // in UTF-8
)

// token is the kind of a stretch of XML.
type token int

const (
	startToken token = iota + 1
	endToken
	textToken
)

// attribute is one of a start tag.
type attribute struct{ name, value []byte }

// scanner reads the XML of a part, token by token, in a memory that does not grow with the part. It knows as much of
// XML 1.0 as parts of a workbook may have: no types of documents (ECMA-376, part 2, section 8.1.4), and UTF-8.
// Names are without their prefixes.
type scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int
	eof      bool
	begun    bool // bytes are read
	started  bool // the first element has begun
	closing  bool // a start tag closes itself, and its end comes next
	open     []byte
	begins   []int // of each open element: where its name begins in open
	name     []byte
	attrs    []attribute
	text     []byte
	scratch  []byte
}

func newScanner(r io.Reader) *scanner { return &scanner{r: r, buf: make([]byte, readBuffer)} }

// next reads a token, which is valid until the following call. The end of the part is io.EOF, and an error where
// elements are open.
func (s *scanner) next() (token, error) {
	if s.closing {
		s.closing = false
		s.pop()
		return endToken, nil
	}
	for {
		for s.pos == s.end && !s.eof {
			if err := s.fill(); err != nil {
				return 0, err
			}
		}
		switch {
		case s.pos == s.end && (len(s.begins) > 0 || !s.started):
			return 0, broken("a part of the workbook is cut off")
		case s.pos == s.end:
			return 0, io.EOF
		case s.buf[s.pos] != '<':
			if err := s.characters(); err != nil {
				return 0, err
			}
			if len(s.begins) > 0 {
				return textToken, nil
			}
			if len(bytes.Trim(s.text, " \t\r\n")) > 0 {
				return 0, broken("a part of the workbook has text outside of its elements")
			}
		default:
			kind, err := s.markup()
			if err != nil || kind != 0 {
				return kind, err
			}
		}
	}
}

// fill reads more behind the bytes that are there.
func (s *scanner) fill() error {
	if s.pos > 0 {
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	least := 1
	if !s.begun {
		least = len(byteOrderMark)
	}
	for read := 0; read < least && !s.eof; {
		n, err := s.r.Read(s.buf[s.end:])
		if err != nil && err != io.EOF {
			return err
		}
		if bytes.IndexByte(s.buf[s.end:s.end+n], 0) >= 0 {
			return &Fault{Reason: Unread, What: "a part of the workbook holds a NUL byte, or is not UTF-8"}
		}
		s.end += n
		s.eof = err == io.EOF
		read += n
	}
	if !s.begun && bytes.HasPrefix(s.buf[:s.end], []byte(byteOrderMark)) {
		s.pos = len(byteOrderMark)
	}
	s.begun = true
	return nil
}

// upTo returns the bytes from here to behind a sequence.
func (s *scanner) upTo(sequence string) ([]byte, error) {
	for from := 0; ; {
		if i := bytes.Index(s.buf[s.pos+from:s.end], []byte(sequence)); i >= 0 {
			return s.buf[s.pos : s.pos+from+i+len(sequence)], nil
		}
		from = max(0, s.end-s.pos-len(sequence)+1)
		if err := s.more(); err != nil {
			return nil, err
		}
	}
}

// more reads on in a token that goes on beyond the buffer.
func (s *scanner) more() error {
	if s.end-s.pos > longestToken {
		return broken("a part of the workbook has a tag or comment of more than 1 MiB")
	}
	before := s.end - s.pos
	if err := s.fill(); err != nil {
		return err
	}
	if s.end-s.pos == before {
		return broken("a part of the workbook is cut off")
	}
	return nil
}

// markup reads markup, which begins with <. The token is 0 for comments and instructions.
func (s *scanner) markup() (token, error) {
	for s.end-s.pos < len("<![CDATA[") && !s.eof {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	head := s.buf[s.pos:s.end]
	switch {
	case bytes.HasPrefix(head, []byte("<?")):
		return 0, s.instruction()
	case bytes.HasPrefix(head, []byte("<!--")):
		all, err := s.upTo("-->")
		s.pos += len(all)
		return 0, err
	case bytes.HasPrefix(head, []byte("<![CDATA[")) && len(s.begins) > 0:
		all, err := s.upTo("]]>")
		if err != nil {
			return 0, err
		}
		s.text = all[len("<![CDATA[") : len(all)-len("]]>")]
		s.pos += len(all)
		return textToken, nil
	case bytes.HasPrefix(head, []byte("<!")):
		return 0, broken("a part of the workbook has a declaration that no workbook has")
	case bytes.HasPrefix(head, []byte("</")):
		return endToken, s.endTag()
	}
	return startToken, s.startTag()
}

// instruction leaves out <?…?>, and refuses encodings other than UTF-8.
func (s *scanner) instruction() error {
	all, err := s.upTo("?>")
	if err != nil {
		return err
	}
	s.pos += len(all)
	if _, named, ok := bytes.Cut(all, []byte("encoding=")); ok && bytes.HasPrefix(all, []byte("<?xml ")) {
		name := bytes.ToLower(named[min(1, len(named)):min(9, len(named))])
		if !bytes.HasPrefix(name, []byte("utf-8")) && !bytes.HasPrefix(name, []byte("us-ascii")) {
			return &Fault{Reason: Unread, What: "a part of the workbook is not UTF-8"}
		}
	}
	return nil
}

// endTag reads </name>.
func (s *scanner) endTag() error {
	all, err := s.upTo(">")
	if err != nil {
		return err
	}
	s.pos += len(all)
	name := bytes.TrimRight(all[2:len(all)-1], " \t\r\n")
	if n := len(s.begins); n == 0 || !bytes.Equal(name, s.open[s.begins[n-1]:]) {
		return broken("a part of the workbook closes an element that is not open")
	}
	s.pop()
	return nil
}

// pop closes the innermost element, whose name becomes the token's.
func (s *scanner) pop() {
	n := len(s.begins) - 1
	s.name = local(s.open[s.begins[n]:])
	s.open, s.begins = s.open[:s.begins[n]], s.begins[:n]
}

// startTag reads <name attribute="value">, or the same with / before the end.
func (s *scanner) startTag() error {
	if len(s.begins) == deepest {
		return broken("a part of the workbook has too many elements in one another")
	}
	if len(s.begins) == 0 && s.started {
		return broken("a part of the workbook goes on behind its end")
	}
	all, err := s.tag()
	if err != nil {
		return err
	}
	s.pos += len(all)
	rest := all[1 : len(all)-1]
	if n := len(rest); n > 0 && rest[n-1] == '/' {
		rest, s.closing = rest[:n-1], true
	}
	name, rest := cutName(rest)
	if len(name) == 0 {
		return broken("a part of the workbook has a tag without name")
	}
	s.begins = append(s.begins, len(s.open))
	s.open = append(s.open, name...)
	s.started, s.name = true, local(name)
	return s.attributes(rest)
}

// tag returns the bytes of a start tag, whose values may hold >.
func (s *scanner) tag() ([]byte, error) {
	var quote byte
	for i := 1; ; i++ {
		for s.pos+i >= s.end {
			if err := s.more(); err != nil {
				return nil, err
			}
		}
		switch c := s.buf[s.pos+i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return s.buf[s.pos : s.pos+i+1], nil
		case c == '<':
			return nil, broken("a part of the workbook has a tag in a tag")
		}
	}
}

// attributes reads the attributes of a start tag.
func (s *scanner) attributes(rest []byte) error {
	s.attrs, s.scratch = s.attrs[:0], s.scratch[:0]
	for {
		if rest = bytes.TrimLeft(rest, " \t\r\n"); len(rest) == 0 {
			return nil
		}
		name, behind := cutName(rest)
		behind = bytes.TrimLeft(behind, " \t\r\n")
		if len(name) == 0 || len(behind) == 0 || behind[0] != '=' {
			return broken("a part of the workbook has an attribute without value")
		}
		behind = bytes.TrimLeft(behind[1:], " \t\r\n")
		if len(behind) == 0 || behind[0] != '"' && behind[0] != '\'' {
			return broken("a part of the workbook has an attribute without quotes")
		}
		end := bytes.IndexByte(behind[1:], behind[0])
		if end < 0 {
			return broken("a part of the workbook has an attribute without quotes")
		}
		value := behind[1 : end+1]
		if bytes.IndexByte(value, '&') >= 0 {
			from := len(s.scratch)
			var err error
			if s.scratch, err = appendUnescaped(s.scratch, value); err != nil {
				return err
			}
			value = s.scratch[from:len(s.scratch):len(s.scratch)]
		}
		s.attrs = append(s.attrs, attribute{local(name), value})
		rest = behind[end+2:]
	}
}

// attribute returns the value of an attribute of the start tag that was read last; "" if there is none.
func (s *scanner) attribute(name string) string { return string(s.value(name)) }

// value is [scanner.attribute] without a copy.
func (s *scanner) value(name string) []byte {
	for _, a := range s.attrs {
		if string(a.name) == name {
			return a.value
		}
	}
	return nil
}

// characters reads text up to the next tag, or a stretch of it.
func (s *scanner) characters() error {
	b := s.buf[s.pos:s.end]
	if b[0] != '&' {
		if i := bytes.IndexAny(b, "<&"); i >= 0 {
			b = b[:i]
		}
		s.text = b
		s.pos += len(b)
		return nil
	}
	all, err := s.upTo(";")
	if err != nil {
		return err
	}
	s.pos += len(all)
	s.scratch, err = appendUnescaped(s.scratch[:0], all)
	s.text = s.scratch
	return err
}

// cutName cuts off the name that a text begins with.
func cutName(b []byte) (name, rest []byte) {
	if i := bytes.IndexAny(b, " \t\r\n=/\"'"); i >= 0 {
		return b[:i], b[i:]
	}
	return b, nil
}

// local is a name without its prefix.
func local(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

// appendUnescaped appends text with the characters for which its references stand.
func appendUnescaped(to, text []byte) ([]byte, error) {
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return append(to, text...), nil
		}
		to = append(to, text[:i]...)
		end := bytes.IndexByte(text[i:], ';')
		if end < 0 {
			return nil, broken("a part of the workbook has & without a reference")
		}
		name := string(text[i+1 : i+end])
		text = text[i+end+1:]
		switch name {
		case "lt":
			to = append(to, '<')
		case "gt":
			to = append(to, '>')
		case "amp":
			to = append(to, '&')
		case "quot":
			to = append(to, '"')
		case "apos":
			to = append(to, '\'')
		default:
			r, ok := referred(name)
			if !ok {
				return nil, broken(fmt.Sprintf("a part of the workbook has an unknown reference, %.20q", name))
			}
			to = utf8.AppendRune(to, r)
		}
	}
}

// referred is the character of a reference by number, such as #10 or #xA.
func referred(name string) (rune, bool) {
	digits, base := name, 10
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	if digits = name[1:]; digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return rune(n), err == nil && n > 0 && n <= utf8.MaxRune && utf8.ValidRune(rune(n))
}
