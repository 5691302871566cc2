package study

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"concord/internal/visible"
)

// Error is input that cannot be used: where it is, what was found, and what mends it.
type Error struct {
	File   string // as named by the caller
	Line   int    // from 1; 0 where the error concerns the whole file
	Column string // name of the column; "" where the error concerns no single one
	Found  string // what was found, without full stop
	Remedy string // what mends it, with the command's flags; may be empty
	Err    error  // the cause; may be nil
}

// Error returns "file:line: found", with the remedy on a line of its own, or
// "file: found. Remedy" where no line is known.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(visible.Text(e.File))
	if e.File != "" && e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.File != "" {
		b.WriteString(": ")
	}
	b.WriteString(e.Found)
	if e.Remedy == "" {
		return b.String()
	}
	if e.Line > 0 {
		return b.String() + "\n  " + e.Remedy
	}
	first, size := utf8.DecodeRuneInString(e.Remedy)
	return b.String() + ". " + strings.ToUpper(string(first)) + e.Remedy[size:]
}

// Unwrap returns the cause, such as an error of the file system.
func (e *Error) Unwrap() error { return e.Err }

// show quotes a text of the input for a message, shortened and with control
// characters escaped, so that no input can write to the terminal.
func show(text string) string {
	const longest = 60
	if utf8.RuneCountInString(text) > longest {
		text = string([]rune(text)[:longest]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// plain is show without the quotes where the text is an ordinary word.
func plain(text string) string {
	q := show(text)
	if text != "" && q == `"`+text+`"` && !strings.ContainsAny(text, " ,;:()") {
		return text
	}
	return q
}

func plainList(texts []string) string {
	const most = 20
	shown := make([]string, 0, min(len(texts), most)+1)
	for i, t := range texts {
		if i == most {
			shown = append(shown, fmt.Sprintf("… (%d in all)", len(texts)))
			break
		}
		shown = append(shown, plain(t))
	}
	return strings.Join(shown, ", ")
}

// flagList writes the value of a list flag so that it can be pasted into a shell, or
// "LIST" where it has what a terminal should not be sent.
func flagList(texts []string) string {
	fields := make([]string, len(texts))
	for i, t := range texts {
		if show(strings.ReplaceAll(t, `"`, "")) != `"`+strings.ReplaceAll(t, `"`, "")+`"` {
			return "LIST"
		}
		if strings.ContainsAny(t, ",\"\r\n") {
			t = `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
		}
		fields[i] = t
	}
	list := strings.Join(fields, ",")
	safe := strings.IndexFunc(list, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(",.-_/+:=", r))
	}) < 0
	if safe && list != "" {
		return list
	}
	return "'" + strings.ReplaceAll(list, "'", `'\''`) + "'"
}

func rowCount(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
