package read

import (
	"fmt"
	"unicode/utf8"

	"concord/internal/visible"
)

// westernEncoding is the encoding that text which is not UTF-8 most often has, as iconv names it.
const westernEncoding = "WINDOWS-1252"

// firstInvalid describes the first byte of a text that is not UTF-8, and the character that it usually encodes.
func firstInvalid(text string) string {
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[i:]); size > 1 { // the character itself
			continue
		}
		if c := western(text[i]); c != utf8.RuneError {
			return fmt.Sprintf("byte %02X, which is %s in Windows-1252", text[i], visible.Text(string(c)))
		}
		return fmt.Sprintf("byte %02X", text[i])
	}
	return ""
}

// western is the character of a byte in Windows-1252. Latin-1 is the same except for 80 to 9F.
func western(b byte) rune {
	const from80 = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ"
	if b >= 0x80 && b < 0xa0 {
		return []rune(from80)[b-0x80]
	}
	return rune(b)
}
