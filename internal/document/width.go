package document

import (
	"strings"
	"unicode"
)

// width returns the number of columns that s takes on a terminal: a combining mark,
// such as the hat of R̂, takes none, a character of East Asian scripts two.
func width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300: // before the first combining mark
			n++
		case unicode.In(r, unicode.Mn, unicode.Me):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide reports whether terminals give a character two columns: the blocks that Unicode Standard Annex 11 (East
// Asian Width) has as wide or full-width, by their bounds.
func wide(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f, // Hangul Jamo
		r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf, // CJK, Kana, Yi
		r >= 0xa960 && r <= 0xa97f, r >= 0xac00 && r <= 0xd7a3, // Hangul
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f,
		r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, // full-width forms
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f680 && r <= 0x1f6ff, r >= 0x1f900 && r <= 0x1f9ff, // pictures
		r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}

func padLeft(s string, w int) string  { return strings.Repeat(" ", max(0, w-width(s))) + s }
func padRight(s string, w int) string { return s + strings.Repeat(" ", max(0, w-width(s))) }
