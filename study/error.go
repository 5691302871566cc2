package study

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"concord/internal/visible"
)

// Error is input that cannot be used: its place, the finding, and the remedy.
type Error struct {
	Code   Code
	File   string // as named by the caller
	Line   int    // from 1; 0 where the error concerns the whole file
	Sheet  string // of a workbook, whose rows are the lines; otherwise ""
	Cell   string // of the sheet, such as B7, where it is known
	Column string // name of the column; "" where the error concerns no single one
	Found  string // what was found, without full stop
	Remedy string // what mends it, in words, where no option does; may be empty
	Fixes  []Fix  // what mends it, the likeliest first

	Err error // the cause; may be nil
}

// Error returns "file:line: found" with the remedy on the next line, or "file: found. Remedy" where no line is known.
// For a workbook it begins with "file, sheet Name, cell B7: ".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(visible.Text(e.File))
	switch {
	case e.Sheet != "":
		b.WriteString(", sheet " + visible.Name(e.Sheet))
		if e.Cell != "" {
			b.WriteString(", cell " + e.Cell)
		} else if e.Line > 0 {
			fmt.Fprintf(&b, ", row %d", e.Line)
		}
	case e.File != "" && e.Line > 0:
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.File != "" {
		b.WriteString(": ")
	}
	b.WriteString(e.Found)
	remedy := e.Remedy
	for _, f := range e.Fixes {
		if e.Remedy == "" {
			remedy = strings.TrimPrefix(remedy+"; "+f.String(), "; ")
		}
	}
	if remedy == "" {
		return b.String()
	}
	if e.Line > 0 {
		return b.String() + "\n  " + remedy
	}
	first, size := utf8.DecodeRuneInString(remedy)
	stop := ". "
	if strings.HasSuffix(e.Found, "?") {
		stop = " "
	}
	return b.String() + stop + strings.ToUpper(string(first)) + remedy[size:]
}

// Mends returns the fixes.
func (e *Error) Mends() []Fix { return e.Fixes }

// Unwrap returns the cause, such as an error of the file system.
func (e *Error) Unwrap() error { return e.Err }
