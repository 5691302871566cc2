package main

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/term"

	"concord/internal/visible"
	"concord/result"
)

// displayed returns a renderer of the same output that fits it to a terminal where it goes to one: text as wide
// as the terminal and set off, and nothing in any format that the terminal would obey. Files and pipes get
// the bytes as they are.
func displayed[T any](format string, render func(io.Writer, T) error) func(io.Writer, T) error {
	return func(w io.Writer, v T) error {
		if !isTerminal(w) {
			return render(w, v)
		}
		var page bytes.Buffer
		if err := render(result.Columns(&page, columnsOf(w)), v); err != nil {
			return err
		}
		text := page.String()
		switch format {
		case "text":
			text = paintFor(w).page(text)
		case "json":
			text = visible.JSON(text)
		case "csv":
			text = visible.CSV(text)
		case formatAPA:
			text = result.Wrap(text, columnsOf(w), 0)
		}
		_, err := io.WriteString(w, text)
		return err
	}
}

// columnsOf is the width of a terminal; 0 where w is none, or does not say.
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

// message is a sentence for people, which may go on below, as w shows it: of its lines, those that names
// broke are whole again.
func message(w io.Writer, text string) string {
	return result.Wrap(visible.Lines(text), columnsOf(w), 2)
}

// tell writes a line of news. A name in it cannot begin another.
func tell(w io.Writer, text string) {
	_, _ = io.WriteString(w, strings.TrimRight(message(w, visible.Text(text)), " ")+"\n")
}
