package visible

import "strings"

// ShellList writes the value of a list flag so that it can be pasted into a shell, or
// "LIST" where it has what a terminal should not be sent.
func ShellList(texts []string) string {
	fields := make([]string, len(texts))
	for i, t := range texts {
		if Quote(strings.ReplaceAll(t, `"`, "")) != `"`+strings.ReplaceAll(t, `"`, "")+`"` {
			return "LIST"
		}
		if strings.ContainsAny(t, ",\"\r\n") {
			t = `"` + strings.ReplaceAll(t, `"`, `""`) + `"`
		}
		fields[i] = t
	}
	list := strings.Join(fields, ",")
	safe := strings.IndexFunc(list, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune(",.-_/+:=", r))
	}) < 0
	if safe && list != "" {
		return list
	}
	return "'" + strings.ReplaceAll(list, "'", `'\''`) + "'"
}
