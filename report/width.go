package report

import (
	"strings"
	"unicode"
)

// width returns the number of columns that s takes on a terminal: a combining mark,
// such as the hat of R̂, takes none.
func width(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

func padLeft(s string, w int) string  { return strings.Repeat(" ", max(0, w-width(s))) + s }
func padRight(s string, w int) string { return s + strings.Repeat(" ", max(0, w-width(s))) }
