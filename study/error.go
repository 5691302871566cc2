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
	Remedy string // what mends it, in words that hold for every program; may be empty

	Fixes []Fix // what mends it, as options; the first is the likeliest

	// Facts from which a program makes the remedy in its words, as far as the code has them.
	Parts      []string // parts that a column has or is to have: item, labeler, study, label, factor, wide, positive, …
	Values     []string // labels in question as the file writes them, in its order
	Outside    []string // labels besides Values, which they are no part of
	Positive   []string // labels that are known to be positive
	Words      bool     // no label of the column is a number
	Candidates []string // names of columns among which one can be chosen

	Encoding string // of a text that is not UTF-8, as far as it shows, in the words of iconv

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
	if e.Remedy == "" {
		return b.String()
	}
	if e.Line > 0 {
		return b.String() + "\n  " + e.Remedy
	}
	first, size := utf8.DecodeRuneInString(e.Remedy)
	stop := ". "
	if strings.HasSuffix(e.Found, "?") {
		stop = " "
	}
	return b.String() + stop + strings.ToUpper(string(first)) + e.Remedy[size:]
}

// Unwrap returns the cause, such as an error of the file system.
func (e *Error) Unwrap() error { return e.Err }
