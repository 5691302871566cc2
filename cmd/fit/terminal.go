package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// isTerminal reports whether what is written to w appears on a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := fileOf(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// fileOf returns the file that w writes to, if it is one.
func fileOf(w io.Writer) (*os.File, bool) {
	if first, ok := w.(*firstError); ok {
		w = first.w
	}
	f, ok := w.(*os.File)
	return f, ok
}

// controllable reports whether the terminal that the environment describes can move its cursor, for a bar, and show
// colours. Without TERM nothing is known about it.
func controllable(getenv func(string) string) bool {
	name := getenv("TERM")
	return name != "" && name != "dumb"
}
