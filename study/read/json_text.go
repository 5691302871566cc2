package read

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

func skipBlanks(b []byte, p int) int {
	for p < len(b) && isBlank(b[p]) {
		p++
	}
	return p
}

// jsonString reads the string whose opening quote is at p. It returns the string, with escapes replaced in place, and
// where it ends.
func jsonString(b []byte, p int) ([]byte, int, error) {
	begin := p + 1
	for p = begin; p < len(b) && b[p] != '"' && b[p] != '\\' && b[p] >= ' '; p++ {
	}
	to := p
	for p < len(b) {
		switch c := b[p]; {
		case c == '"':
			return b[begin:to], p + 1, nil
		case c < ' ':
			return nil, p, &jsonFault{p, "a control character in a string"}
		case c == '\\':
			n, size := jsonEscape(b[p:], b[to:])
			if size == 0 {
				return nil, p, &jsonFault{p,
					"a backslash in a string that begins no escape of JSON, or half a character, or NUL"}
			}
			to += n
			p += size
		default:
			b[to] = c
			to++
			p++
		}
	}
	return nil, p, &jsonFault{begin - 1, jsonOpenString}
}

// jsonEscape writes the meaning of an escape, and returns its length and the length of the escape; zeros if it is no
// escape. The meaning is never longer than the escape.
func jsonEscape(b, to []byte) (written, size int) {
	if len(b) < 2 {
		return 0, 0
	}
	if i := bytes.IndexByte([]byte(`"\/bfnrt`), b[1]); i >= 0 {
		to[0] = "\"\\/\b\f\n\r\t"[i]
		return 1, 2
	}
	r, ok := hexUnit(b)
	if !ok || r == 0 {
		return 0, 0
	}
	size = 6
	if utf16.IsSurrogate(r) {
		low, ok := hexUnit(b[6:])
		if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
			return 0, 0 // replaced, it would make different ids one
		}
		size = 12
	}
	return utf8.EncodeRune(to[:utf8.RuneLen(r)], r), size
}

// hexUnit reads \uXXXX.
func hexUnit(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range b[2:6] {
		i := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if i < 0 || c < '0' || c > '9' && c < 'A' {
			return 0, false
		}
		r = r<<4 | rune(i)
	}
	return r, true
}

// jsonNumber returns where the number at p ends; 0 if there is none.
func jsonNumber(b []byte, p int) int {
	digits := func() bool {
		from := p
		for p < len(b) && b[p] >= '0' && b[p] <= '9' {
			p++
		}
		return p > from
	}
	if b[p] == '-' {
		p++
	}
	if p < len(b) && b[p] == '0' {
		p++
	} else if !digits() {
		return 0
	}
	if p < len(b) && b[p] == '.' {
		if p++; !digits() {
			return 0
		}
	}
	if p < len(b) && b[p]|0x20 == 'e' {
		if p++; p < len(b) && (b[p] == '+' || b[p] == '-') {
			p++
		}
		if !digits() {
			return 0
		}
	}
	return p
}
