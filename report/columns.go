package report

import (
	"io"
	"strings"
	"unicode"
)

// line is one line of the printed result: a heading, or cells of a grid.
type line struct {
	text  string   // a heading that runs across the grid, if there are no cells
	cells []string // aligned with the cells of the other lines of its block
	aside string   // what stands beside the grid
}

// block is lines whose cells share their columns. The first column is set flush left,
// the others flush right.
type block struct{ lines []line }

func (b *block) heading(text string) { b.lines = append(b.lines, line{text: printable(text)}) }

// titled is a heading over what stands beside the grid too.
func (b *block) titled(text, aside string) {
	b.lines = append(b.lines, line{text: printable(text), aside: printable(aside)})
}

func (b *block) row(aside string, cells ...string) {
	clean := make([]string, len(cells))
	for i, c := range cells {
		clean[i] = printable(c)
	}
	b.lines = append(b.lines, line{cells: clean, aside: printable(aside)})
}

func (b *block) blank() { b.lines = append(b.lines, line{}) }

// widths returns the width of each column.
func (b *block) widths() []int {
	var w []int
	for _, l := range b.lines {
		for i, c := range l.cells {
			if i == len(w) {
				w = append(w, 0)
			}
			w[i] = max(w[i], width(c))
		}
	}
	return w
}

// gap is what stands between columns.
const gap = "  "

func (b *block) writeTo(w io.Writer) error {
	widths := b.widths()
	for _, l := range b.lines {
		if _, err := io.WriteString(w, strings.TrimRight(l.render(widths), " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func (l line) render(widths []int) string {
	if l.cells == nil && l.aside == "" {
		return l.text
	}
	if l.cells == nil {
		grid := 0
		for _, w := range widths {
			grid += w + len(gap)
		}
		return padRight(l.text, grid-len(gap)) + gap + l.aside
	}
	var s strings.Builder
	for i, w := range widths {
		cell := ""
		if i < len(l.cells) {
			cell = l.cells[i]
		}
		if i == 0 {
			s.WriteString(padRight(cell, w))
			continue
		}
		s.WriteString(gap + padLeft(cell, w))
	}
	return s.String() + gap + l.aside
}

// printable replaces control characters, with which a name from the data could write
// anywhere on a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
