package draw

import (
	"strings"
	"unicode"
)

// textWidth is about how wide a text is, in pixels, in the sans-serif types that readers have.
func textWidth(text string, size float64) float64 {
	all := 0.0
	for _, r := range text {
		all += share(r)
	}
	return all * size
}

// share is the width of a character as a share of the size of type, as Helvetica has it.
func share(r rune) float64 {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case strings.ContainsRune(" iIjl.,:;'’|!()[]/ftr-·", r):
		return 0.32
	case strings.ContainsRune("mwMW%@—", r):
		return 0.89
	case r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), r >= 0x1f300:
		return 1.02
	case unicode.IsUpper(r):
		return 0.7
	}
	return 0.57
}

// shortened cuts a text that is wider than width pixels and puts an ellipsis at its end.
func shortened(text string, size, width float64) string {
	if textWidth(text, size) <= width {
		return text
	}
	used := textWidth("…", size)
	for i, r := range text {
		if used += share(r) * size; used > width {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// broken divides a text between words into at most most lines, none wider than width pixels. It shortens the last line.
func broken(text string, size, width float64, most int) []string {
	var lines []string
	line := ""
	words := strings.Fields(text)
	for i, word := range words {
		switch {
		case line == "":
			line = word
		case textWidth(line+" "+word, size) <= width:
			line += " " + word
		case len(lines) == most-1:
			return append(lines, shortened(line+" "+strings.Join(words[i:], " "), size, width))
		default:
			lines = append(lines, shortened(line, size, width))
			line = word
		}
	}
	if line == "" {
		return lines
	}
	return append(lines, shortened(line, size, width))
}
