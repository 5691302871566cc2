package visible

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Quote quotes a text of the input for a message, shortened and with control characters escaped, so that no
// input can write to the terminal.
func Quote(text string) string {
	if Long(text) {
		text = string([]rune(text)[:longest]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// longest is the number of characters of a text that messages show.
const longest = 60

// Long reports whether messages shorten a text.
func Long(text string) bool { return utf8.RuneCountInString(text) > longest }

// Name is [Quote], but without quotes if the text is an ordinary word.
func Name(text string) string {
	q := Quote(text)
	if text != "" && q == `"`+text+`"` && !strings.ContainsAny(text, " ,;:()") {
		return text
	}
	return q
}

// Names lists texts by [Name]. Of many texts it lists the first ones, and says how many there are.
func Names(texts []string) string {
	const most = 20
	shown := make([]string, 0, min(len(texts), most)+1)
	for i, t := range texts {
		if i == most {
			shown = append(shown, fmt.Sprintf("… (%d in all)", len(texts)))
			break
		}
		shown = append(shown, Name(t))
	}
	return strings.Join(shown, ", ")
}

// Count is a number of things: "1 row", "2 rows".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
