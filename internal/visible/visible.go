// Package visible writes text from files so that it can be shown to people. Some characters would not be shown but
// obeyed by a terminal, an editor or a browser: control characters, among them the beginnings of escape sequences, and
// characters that change the direction of text or take no room. They are written as the escapes of Go, C and Python,
// such as \x1b or \u202e. Whatever shows a name to a person passes it through here.
package visible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden reports whether a character is obeyed rather than shown: the categories Cc, Zl and Zp of Unicode,
// the property Bidi_Control (Unicode Standard Annex 9; Boucher and Anderson 2023, Trojan Source), and
// the spaces and marks of no width. The joiners that Persian and emoji need are not.
func hidden(r rune) bool {
	switch r {
	case '\u2028', '\u2029', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// escape writes a character as Go does.
func escape(r rune) string { return strings.Trim(strconv.QuoteRuneToASCII(r), "'") }

// Text returns s with all of it visible, on one line. Bytes that are no UTF-8 are escaped too.
func Text(s string) string { return replaced(s, hidden, escape) }

// Lines is [Text] of each line of s.
func Lines(s string) string {
	return replaced(s, func(r rune) bool { return r != '\n' && hidden(r) }, escape)
}

// JSON returns a JSON text with the same meaning and all of it visible: outside of strings there
// is nothing hidden but the ends of lines.
func JSON(s string) string {
	hiddenInLine := func(r rune) bool { return r != '\n' && hidden(r) }
	return replaced(s, hiddenInLine, func(r rune) string { return fmt.Sprintf(`\u%04x`, r) })
}

// CSV returns delimited text with all of it visible and a record a line: ends of lines in quotes are escaped.
func CSV(s string) string {
	quoted := false
	return replaced(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted // a quote inside a quoted field stands twice
		}
		return hidden(r) && (r != '\n' || quoted)
	}, escape)
}

// replaced escapes the characters for which is returns true, and bytes that are no UTF-8. It calls is on every
// character in order.
func replaced(s string, is func(rune) bool, escape func(rune) string) string {
	var b strings.Builder
	done := 0 // of s
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		broken := r == utf8.RuneError && size == 1
		if broken || is(r) {
			b.WriteString(s[done:i])
			if broken {
				fmt.Fprintf(&b, `\x%02x`, s[i])
			} else {
				b.WriteString(escape(r))
			}
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return s
	}
	return b.String() + s[done:]
}
