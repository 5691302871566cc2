package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"concord/internal/document"
)

// described is a name with its meaning.
type described struct{ name, text string }

// narrowest is the least width of a column of descriptions. If there is less room, descriptions are below their names.
const narrowest = 30

// inColumns lists names and, next to them or below, their meanings. No line is wider than the page unless a word is.
func inColumns(rows []described, columns int) string {
	widest := 0
	for _, r := range rows {
		widest = max(widest, utf8.RuneCountInString(r.name))
	}
	indent := widest + 3
	beside := columns-indent >= narrowest
	if !beside {
		indent = 6
	}
	var s strings.Builder
	for _, r := range rows {
		text := strings.ReplaceAll(document.Wrap(r.text, columns-indent, 0), "\n", "\n"+strings.Repeat(" ", indent))
		if beside {
			fmt.Fprintf(&s, "%s%s%s\n", r.name, strings.Repeat(" ", indent-utf8.RuneCountInString(r.name)), text)
		} else {
			fmt.Fprintf(&s, "  %s\n%s%s\n", strings.TrimLeft(r.name, " "), strings.Repeat(" ", indent), text)
		}
	}
	return s.String()
}

// flagRows returns the flags of a set as help lists them. pflag's list has no layout for narrow pages, and repeats
// defaults that the text of a flag has.
func flagRows(set *pflag.FlagSet) []described {
	var rows []described
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		value, text := pflag.UnquoteUsage(f)
		if value != "" {
			name += " " + value
		}
		rows = append(rows, described{name, text + defaultOf(f)})
	})
	return rows
}

// defaultOf returns the default of a flag; "" if it has none or if its text says it.
func defaultOf(f *pflag.Flag) string {
	if f.DefValue == "" || strings.Contains(f.Usage, "(default") {
		return ""
	}
	if f.Value.Type() == "string" {
		return fmt.Sprintf(" (default %q)", f.DefValue)
	}
	switch f.DefValue {
	case "0", "false", "[]":
		return ""
	}
	return fmt.Sprintf(" (default %s)", f.DefValue)
}
