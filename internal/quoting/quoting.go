// Package quoting writes texts so that others read them back unchanged: a shell, or a flag of the command that is a
// list.
package quoting

import (
	"encoding/csv"
	"runtime"
	"slices"
	"strings"
	"unicode"

	"concord/internal/visible"
)

// Unsayable stands in a command for a word that no command can show, such as a name with invisible characters.
const Unsayable = "NAME"

// Shell writes a word of a command so that it can be pasted. Shells of POSIX read it (single quotes, XCU 2.2.2), and on
// Windows cmd.exe and PowerShell. A word that they would not read back is [Unsayable].
func Shell(word string) string { return shellOf(runtime.GOOS)(word) }

// shellOf returns how words are quoted on an operating system.
func shellOf(system string) func(word string) string {
	if system == "windows" {
		return windows
	}
	return posix
}

// posix quotes by ' alone. Older shells, such as dash, do not know the quotes $'…' and would run the text after an
// escaped apostrophe.
func posix(word string) string {
	switch {
	case !sayable(word):
		return Unsayable
	case plain(word, ",.-_/+:=@"):
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// windows quotes by " and has no escapes, because cmd.exe and PowerShell agree on none. The typographic quotes are
// quotes of PowerShell too. A backslash at the end would escape the quote for the program.
func windows(word string) string {
	switch {
	case !sayable(word) || strings.ContainsAny(word, "\"“”„$`%!") || strings.HasSuffix(word, `\`):
		return Unsayable
	case plain(word, `.-_/\:=`):
		return word
	}
	return `"` + word + `"`
}

// Sayable reports whether a command can show a word.
func Sayable(word string) bool { return word == Unsayable || Shell(word) != Unsayable }

// sayable reports whether a terminal shows all characters of a word.
func sayable(word string) bool { return visible.Text(word) == word }

// plain reports whether a word needs no quotes: it has letters and digits of ASCII and some signs only. It does not
// begin with the signs that some shells replace at the beginning of a word.
func plain(word, signs string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(signs, r)
	}) && !strings.HasPrefix(word, "=")
}

// Line writes a command. If a word cannot be shown, a comment explains the [Unsayable] that replaces it.
func Line(words ...string) string {
	line := Fragment(words...)
	if slices.ContainsFunc(words, func(word string) bool { return !Sayable(word) }) {
		line += Note
	}
	return line
}

// Fragment writes words that are part of a command.
func Fragment(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Shell(word)
	}
	return strings.Join(quoted, " ")
}

// File writes a path as an argument that is no flag.
func File(path string) string {
	if strings.HasPrefix(path, "-") && path != "-" {
		return "./" + path
	}
	return path
}

// Note explains, in a command, the replacement of a word that cannot be shown.
const Note = "  # " + Unsayable + ": a name that cannot be typed here"

// Words reads a line of [Line].
func Words(line string) []string {
	quote, escape := byte('\''), byte('\\')
	if runtime.GOOS == "windows" {
		quote, escape = '"', 0
	}
	var words []string
	var word strings.Builder
	began, quoted := false, false
	end := func() {
		if began {
			words = append(words, word.String())
		}
		word.Reset()
		began = false
	}
	line = strings.TrimSuffix(line, Note)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == quote:
			began, quoted = true, !quoted
		case c == ' ' && !quoted:
			end()
		case c == escape && escape != 0 && !quoted && i+1 < len(line):
			i++
			fallthrough
		default:
			word.WriteByte(line[i])
			began = true
		}
	}
	end()
	return words
}

// List writes names with commas between them, as a list flag reads them. A name that would not be read back is in
// double quotes.
func List(names ...string) string {
	fields := make([]string, len(names))
	for i, name := range names {
		if strings.ContainsAny(name, ",\"\r\n") || strings.HasPrefix(name, "@") { // @ would begin the name of a file
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		fields[i] = name
	}
	return strings.Join(fields, ",")
}

// Names reads the output of [List]. A text that is no such list is cut at its commas.
func Names(list string) []string {
	fields := csv.NewReader(strings.NewReader(list))
	fields.FieldsPerRecord = -1
	if names, err := fields.ReadAll(); err == nil && len(names) == 1 {
		return names[0]
	}
	return strings.Split(list, ",")
}

// Condition writes the condition that a column has one of some values, or none of them: source=expert,crowd. A name of
// a column that would not be read back is in double quotes.
func Condition(column string, not bool, values ...string) string {
	if strings.ContainsAny(column, `="`) || strings.HasSuffix(column, "!") {
		column = `"` + strings.ReplaceAll(column, `"`, `""`) + `"`
	}
	is := "="
	if not {
		is = "!="
	}
	return column + is + List(values...)
}

// ConditionOf reads the output of [Condition], with blanks around names; ok is false if the text is none.
func ConditionOf(text string) (column string, not bool, values []string, ok bool) {
	column, rest, ok := strings.Cut(text, "=")
	column, not = strings.CutSuffix(column, "!")
	if strings.HasPrefix(text, `"`) {
		column, rest, ok = afterQuotes(text[1:])
		rest, not = strings.CutPrefix(rest, "!")
		var is bool
		rest, is = strings.CutPrefix(rest, "=")
		ok = ok && is
	}
	if column = strings.TrimSpace(column); column == "" || !ok {
		return "", false, nil, false
	}
	for _, value := range Names(rest) {
		values = append(values, strings.TrimSpace(value))
	}
	return column, not, values, true
}

// afterQuotes cuts a text behind its opening quote at the closing one. A quote inside stands twice.
func afterQuotes(text string) (inside, rest string, ok bool) {
	inside, rest, ok = strings.Cut(text, `"`)
	for ok && strings.HasPrefix(rest, `"`) {
		var more string
		more, rest, ok = strings.Cut(rest[1:], `"`)
		inside += `"` + more
	}
	return inside, rest, ok
}
