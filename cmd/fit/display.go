package main

import (
	"io"
	"strings"

	"golang.org/x/term"

	"concord/internal/document"
	"concord/internal/visible"
)

// displayed returns a renderer of the same output that adapts it to a terminal. Text is as wide as the terminal and
// coloured, and no format has control characters that the terminal would obey. Files and pipes get the bytes as they
// are.
func displayed[T any](format string, render func(io.Writer, T) error) func(io.Writer, T) error {
	return func(w io.Writer, v T) error {
		return onDisplay(w, format, func(w io.Writer, _ int) error { return render(w, v) })
	}
}

// columnsOf is the width of a terminal; 0 if w is no terminal, or the width is not known.
func columnsOf(w io.Writer) int {
	f, ok := fileOf(w)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// message wraps a text for people to the width of w. The text may have several lines; lines that were broken within a
// sentence are joined first. Commands to paste are not broken.
func message(w io.Writer, text string) string {
	var all []string
	for _, line := range strings.Split(visible.Lines(text), "\n") {
		if !strings.HasPrefix(line, "  fit ") {
			line = document.Wrap(line, columnsOf(w), 2)
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

// tell writes a line of news. A name in it cannot begin another line.
func tell(w io.Writer, text string) {
	_, _ = io.WriteString(w, strings.TrimRight(message(w, visible.Text(text)), " ")+"\n")
}
