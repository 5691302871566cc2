package read

import (
	"bytes"
	"io"
)

func isDelimiter(c rune) bool { return c == ',' || c == ';' || c == '\t' || c == '|' }

// excelSeparator returns the length of a first line such as "sep=;", by which Excel
// names the delimiter, and the delimiter.
func excelSeparator(head []byte) (skip int, delim byte) {
	if len(head) < 6 || !bytes.EqualFold(head[:4], []byte("sep=")) || !isDelimiter(rune(head[4])) {
		return 0, 0
	}
	rest := bytes.TrimPrefix(head[5:], []byte{'\r'})
	if len(rest) == 0 || rest[0] != '\n' {
		return 0, 0
	}
	return len(head) - len(rest) + 1, head[4]
}

// sniffDelimiter returns the delimiter with which the first records have equally many fields. Of several it returns the
// one with most fields. If there is none, it returns the one with most fields in the header.
func sniffDelimiter(head []byte, whole bool) byte {
	const sample = 20
	best, bestScore := byte(','), 0
	for _, d := range []byte{',', ';', '\t', '|'} {
		// The sample is a copy, because unescaping writes to the buffer.
		s := &scanner{window: window{buf: bytes.Clone(head), end: len(head), eof: true, line: 1}, delim: d}
		width, equal := 0, true
		for i := 0; i < sample; i++ {
			fields, _, err := s.Next()
			if err == io.EOF || !whole && (err != nil || s.pos == s.end) {
				break // the last record of an incomplete sample may be cut off
			}
			if err != nil {
				equal = false
				break
			}
			if i == 0 {
				width = len(fields)
			}
			equal = equal && len(fields) == width
		}
		// A consistent delimiter is better than any inconsistent one.
		score := 2 * width
		if equal {
			score += 1 << 40
		}
		if width > 1 && score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}
