package main

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"concord/internal/document"
	"concord/internal/visible"
)

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

// paint is whether lines for people are coloured on a terminal: headings bold, warnings yellow, errors that forbid the
// use of a result red, marks of checks that passed green, and what explains numbers dim.
type paint bool

// Codes of ECMA-48, 8.3.117 (select graphic rendition).
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	plain  = "\x1b[0m"
)

// paintFor reports whether lines on w are coloured.
func paintFor(w io.Writer) paint { return paint(isTerminal(w) && colourful(os.Getenv)) }

// colourful reports whether the environment allows colour on a terminal: NO_COLOR (no-color.org)
// forbids it unless it is empty.
func colourful(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && controllable(getenv)
}

// screen colours a page that begins with what was read, which is dim, and with a verdict, which is bold to its end.
func (p paint) screen(text string) string {
	if !p || text == "" {
		return text
	}
	var b strings.Builder
	lines := strings.SplitAfter(text, "\n")
	put := func(code string, ends func(i int, line string) bool) {
		for i := 0; len(lines) > 0 && !ends(i, lines[0]); i, lines = i+1, lines[1:] {
			line := strings.TrimSuffix(lines[0], "\n")
			if isWarning(line) {
				code = colourOf(line)
			}
			b.WriteString(p.in(code, line) + lines[0][len(line):])
		}
	}
	put(dim, func(i int, line string) bool { return i > 0 && !strings.HasPrefix(line, " ") })
	if len(lines) > 0 && lines[0] == "\n" {
		b.WriteByte('\n')
		lines = lines[1:]
	}
	put(bold, func(_ int, line string) bool { return strings.TrimSpace(line) == "" })
	return b.String() + p.page(strings.Join(lines, ""))
}

// page colours the lines of a page.
func (p paint) page(text string) string {
	var b strings.Builder
	first := true   // of a paragraph
	checks := false // behind the checks of a paragraph
	warning := ""   // it goes on in the next line, if that is indented further
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case isWarning(line):
			warning = line
			fallthrough
		case warning != "" && strings.HasPrefix(line, " "):
			b.WriteString(p.in(colourOf(warning), line))
		case first && isHeading(line):
			b.WriteString(p.in(bold, line))
		case isCheck(line, passedMark):
			b.WriteString(strings.ReplaceAll(line, passedMark, p.in(green, passedMark)))
		case checks && line != "" && line[0] != ' ' && !strings.HasPrefix(line, nextMark):
			b.WriteString(p.in(dim, line))
		default:
			b.WriteString(line)
		}
		checks = line != "" && (checks || isCheck(line, passedMark) || isCheck(line, failedMark))
		b.WriteByte('\n')
		if !strings.HasPrefix(line, " ") && !isWarning(line) {
			warning = ""
		}
		first = line == ""
	}
	return b.String()
}

// isHeading distinguishes headings from sentences among the lines that begin a paragraph: sentences end with a full
// stop, or follow a term.
func isHeading(line string) bool {
	return line != "" && line[0] != ' ' && !strings.HasSuffix(line, ".") && !strings.HasPrefix(line, "Checks") &&
		!strings.HasPrefix(line, "You may ")
}

// The mark that report writes before a warning.
const (
	warningMark  = "Warning: "
	partialMark  = "PARTIAL: "
	unusableMark = "NOT CONVERGED: "
	failedMark   = "✗ "
	passedMark   = "✓ "
	nextMark     = "Next   "
)

// isCheck reports whether a line begins with a mark of a check.
func isCheck(line, mark string) bool {
	return strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(line, "Checks"), " "), mark)
}

func isWarning(line string) bool {
	return isCheck(line, failedMark) ||
		strings.HasPrefix(line, warningMark) || strings.HasPrefix(line, partialMark) ||
		strings.HasPrefix(line, unusableMark)
}

func colourOf(warning string) string {
	if strings.Contains(warning, unusableMark) {
		return red
	}
	return yellow
}

func (p paint) in(code, line string) string {
	if !p {
		return line
	}
	return code + line + plain
}
