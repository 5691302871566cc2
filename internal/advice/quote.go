package advice

import (
	"encoding/csv"
	"fmt"
	"strings"

	"concord/internal/visible"
)

// List writes the value of a list flag so that it can be pasted into a shell, or "LIST" if it has characters that a
// terminal should not be sent.
func List(texts ...string) string {
	for _, t := range texts {
		if unquoted := strings.ReplaceAll(t, `"`, ""); visible.Quote(unquoted) != `"`+unquoted+`"` {
			return "LIST"
		}
	}
	list := Joined(texts...)
	unsafe := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune(",.-_/+:=", r))
	}
	if list != "" && !strings.ContainsFunc(list, unsafe) {
		return list
	}
	return "'" + strings.ReplaceAll(list, "'", `'\''`) + "'"
}

// Joined is [List] without the quotes of a shell, and with all characters.
func Joined(texts ...string) string {
	fields := make([]string, len(texts))
	for i, t := range texts {
		if strings.ContainsAny(t, ",\"\r\n") || strings.HasPrefix(t, "@") { // @ would begin the name of a file
			t = `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
		}
		fields[i] = t
	}
	return strings.Join(fields, ",")
}

// Names reads the output of [Joined]: names with commas between them. A name with commas is in double quotes. A text
// that is no such list is cut at its commas.
func Names(list string) []string {
	fields := csv.NewReader(strings.NewReader(list))
	fields.FieldsPerRecord = -1
	if names, err := fields.ReadAll(); err == nil && len(names) == 1 {
		return names[0]
	}
	return strings.Split(list, ",")
}

// Quote writes an argument so that it can be pasted into a shell. If it has invisible characters, the shell must know
// the quotes $'…' (POSIX.1-2024).
func Quote(s string) string {
	if visible.Text(s) != s {
		return "$'" + visible.Text(strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s)) + "'"
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune(",.-_/+:=@", r))
	}) {
		return s
	}
	return fmt.Sprintf("'%s'", strings.ReplaceAll(s, "'", `'\''`))
}
