package result

import (
	"io"
	"strings"

	"concord/internal/visible"
)

// line is one line of the printed result: a text, or cells of a grid.
type line struct {
	text  string   // what runs across the grid, if there are no cells
	prose bool     // the text is sentences, to be broken at textWidth at the latest
	cells []string // aligned with the cells of the other lines of its block
	head  bool     // the cells name the columns below
	aside string   // what stands beside the grid
}

// block is lines whose cells share their columns. The first column is set flush left,
// the others flush right.
type block struct {
	lines []line
	// spare are columns that a narrow page can do without, the first ones sooner.
	spare []int
}

func (b *block) heading(text string) { b.lines = append(b.lines, line{text: visible.Text(text)}) }

// titled is a heading over what stands beside the grid too.
func (b *block) titled(text, aside string) {
	b.lines = append(b.lines, line{text: visible.Text(text), aside: visible.Text(aside)})
}

// paragraph is sentences, whose lines begin with an indent.
func (b *block) paragraph(indent, text string) {
	b.lines = append(b.lines, line{text: indent + strings.Join(strings.Fields(visible.Text(text)), " "), prose: true})
}

// row is a line of cells. The first of a block, and the first below a blank line, names the columns.
func (b *block) row(aside string, cells ...string) {
	clean := make([]string, len(cells))
	for i, c := range cells {
		clean[i] = visible.Text(c)
	}
	b.lines = append(b.lines, line{cells: clean, head: !b.named(), aside: visible.Text(aside)})
}

// named reports whether there is a line of cells since the last blank one.
func (b *block) named() bool {
	for i := len(b.lines) - 1; i >= 0; i-- {
		switch l := b.lines[i]; {
		case l.cells != nil:
			return true
		case l.text == "" && l.aside == "":
			return false
		}
	}
	return false
}

// untitled is a row of cells that no line above them names.
func (b *block) untitled(cells ...string) {
	b.row("", cells...)
	b.lines[len(b.lines)-1].head = false
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

// writeTo writes the lines of a block, laid out for a writer of [Columns].
func (b *block) writeTo(w io.Writer) error {
	limit := columnsOf(w)
	if limit > 0 {
		b = b.within(limit)
	}
	widths := b.widths()
	for _, l := range b.lines {
		for _, text := range l.render(widths, limit) {
			if _, err := io.WriteString(w, strings.TrimRight(text, " ")+"\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// render returns the line as it is printed, broken into several where it is text that is too long.
func (l line) render(widths []int, limit int) []string {
	switch {
	case l.cells != nil:
		return []string{l.row(widths) + gap + l.aside}
	case l.aside != "":
		return []string{padRight(l.text, grid(widths)) + gap + l.aside}
	case l.prose && (limit == 0 || limit > textWidth):
		return wrapped(l.text, textWidth, 0, false)
	case l.prose:
		return wrapped(l.text, limit, 0, true)
	}
	return wrapped(l.text, limit, 2, true)
}

// row returns the cells in their columns.
func (l line) row(widths []int) string {
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
	return s.String()
}

// grid is the width of a row.
func grid(widths []int) int {
	all := -len(gap)
	for _, w := range widths {
		all += w + len(gap)
	}
	return max(0, all)
}

func writeBlocks(w io.Writer, blocks []*block) error {
	for i, b := range blocks {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := b.writeTo(w); err != nil {
			return err
		}
	}
	return nil
}
