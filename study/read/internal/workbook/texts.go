package workbook

import (
	"archive/zip"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// textBytes is the memory of a text besides its bytes.
const textBytes = 8

// texts are those that cells share, behind one another.
type texts struct {
	all  []byte
	ends []int // of each text in all
}

// of returns a text by the number that a cell has.
func (t *texts) of(number []byte) ([]byte, bool) {
	i, err := strconv.Atoi(string(number))
	if err != nil || i < 0 || i >= len(t.ends) {
		return nil, false
	}
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.all[from:t.ends[i]:t.ends[i]], true
}

// readTexts reads the texts that cells share. Formats within a text are left out, and so is how it is read aloud.
func (b *Book) readTexts(part *zip.File) error {
	item, aloud, text := 0, 0, 0 // how many elements of each kind are open
	begin := 0
	return b.scan(part, func(s *scanner, t token) error {
		step := 0
		switch t {
		case startToken:
			step = 1
		case endToken:
			step = -1
		case textToken:
			if item > 0 && text > 0 && aloud == 0 {
				b.strings.all = append(b.strings.all, s.text...)
			}
		}
		switch s.name {
		case "si":
			if item += step; t == endToken && item == 0 {
				b.strings.all = decodeEscapes(b.strings.all, begin)
				begin = len(b.strings.all)
				b.strings.ends = append(b.strings.ends, begin)
			}
		case "rPh":
			aloud += step
		case "t":
			text += step
		}
		if int64(cap(b.strings.all)+textBytes*cap(b.strings.ends)) > b.limit {
			return &Fault{Reason: Memory,
				What: fmt.Sprintf("the texts of the workbook need more memory than there is, %.3g GiB",
					float64(b.limit)/(1<<30))}
		}
		return nil
	})
}

// decodeEscapes replaces _xHHHH_ from a place on by the character that it stands for (ECMA-376, part 1, section
// 22.9.2.19).
func decodeEscapes(text []byte, from int) []byte {
	const length = len("_x0000_")
	to := from
	for i := from; i < len(text); {
		if text[i] == '_' && i+length <= len(text) && text[i+1] == 'x' && text[i+length-1] == '_' {
			n, err := strconv.ParseUint(string(text[i+2:i+length-1]), 16, 16)
			if r := rune(n); err == nil && r != 0 && utf8.ValidRune(r) {
				to += utf8.EncodeRune(text[to:to+utf8.UTFMax], r)
				i += length
				continue
			}
		}
		text[to] = text[i]
		to, i = to+1, i+1
	}
	return text[:to]
}
