package study

import (
	"errors"
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

// Faultf is a fault of the code. Its text is written by [visible.Sprintf]: %q quotes what a file holds, and %v names a
// column, or some.
func (code Code) Faultf(format string, args ...any) *Error {
	return &Error{Code: code, Found: visible.Sprintf(format, args...)}
}

// InFile says in which file the fault is, where the reader does not know.
func (e *Error) InFile(file string) *Error {
	e.File = file
	return e
}

// AtLine says in which line the fault is.
func (e *Error) AtLine(line int) *Error {
	e.Line = line
	return e
}

// InColumn says in which column the fault is.
func (e *Error) InColumn(name string) *Error {
	e.Column = name
	return e
}

// Advising adds a remedy, for a fault that no option mends.
func (e *Error) Advising(remedy string) *Error {
	e.Remedy = remedy
	return e
}

// FixedBy adds fixes, the likeliest first.
func (e *Error) FixedBy(fixes ...Fix) *Error {
	e.Fixes = fixes
	return e
}

// Wrapping adds the cause.
func (e *Error) Wrapping(cause error) *Error {
	e.Err = cause
	return e
}

// InFile names the file of a fault that names none.
func InFile(file string, err error) error {
	var e *Error
	if errors.As(err, &e) && e.File == "" {
		e.File = file
	}
	return err
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
