package document

import (
	"slices"
	"strings"

	"concord/internal/visible"
)

// line is one line of printed text: words across the page, or the cells of a row.
type line struct {
	text  string   // what runs across the page, if there are no cells
	prose bool     // the text is sentences, to be broken at textWidth at the latest
	whole bool     // the text is a command, never to be broken
	hang  int      // blanks before the lines in which a text goes on
	cells []string // aligned with the cells of the other lines of the block
	head  bool     // the cells name the columns below
}

// block is lines whose cells share their columns. The first column is set flush left, as are columns of words.
type block struct {
	lines []line
	words []bool // of each column
	// spare are columns that a narrow page can do without, the first ones sooner.
	spare []int
	// tight blocks leave out columns before they put names of rows above them.
	tight bool
}

// heading adds a line of text.
func (b *block) heading(text string) {
	b.lines = append(b.lines, line{text: visible.Text(text), hang: 2})
}

// paragraph adds sentences, whose lines begin with an indent.
func (b *block) paragraph(indent, text string) {
	b.lines = append(b.lines, line{text: indent + oneLine(text), prose: true})
}

// entry adds a term and its text. Further lines of the text begin below the first word behind the term.
func (b *block) entry(term string, indent int, text string) {
	hang := indent
	if term == "" {
		hang = 0 // the line begins with the indent
	}
	b.lines = append(b.lines, line{text: padRight(visible.Text(term), indent) + kept(text), prose: true, hang: hang})
}

// kept is sentences on one line, in which several blanks stay as they are.
func kept(text string) string { return strings.ReplaceAll(visible.Text(text), "\n", " ") }

func (b *block) blank() { b.lines = append(b.lines, line{}) }

// oneLine puts sentences on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(visible.Text(text)), " ") }

// table adds a table: its heads, its rows and its notes.
func (b *block) table(t *Table, indent string) {
	p := t.Print()
	for i, c := range t.Columns {
		if i == len(b.words) {
			b.words = append(b.words, c.Words || i == 0)
		}
	}
	b.heads(p.Heads)
	for k, g := range p.Groups {
		in := indent
		if g.Title != "" {
			b.lines = append(b.lines, line{text: indent + g.Title, hang: 2})
			in += "  "
		}
		for i, row := range g.Rows {
			cells := slices.Clone(row)
			if t.Groups[k].Rows[i].Line {
				cells[0] = "── " + cells[0] + " ──"
			}
			cells[0] = in + cells[0]
			b.lines = append(b.lines, line{cells: cells})
		}
	}
	for _, note := range p.Notes {
		b.paragraph("  ", note)
	}
}

// heads adds the lines that name the columns. A head with fewer lines than others is on the last lines.
func (b *block) heads(heads []string) {
	broken := make([][]string, len(heads))
	most := 0
	for i, h := range heads {
		if h != "" {
			broken[i] = strings.Split(h, "\n")
		}
		most = max(most, len(broken[i]))
	}
	for k := range most {
		cells := make([]string, len(heads))
		for i, lines := range broken {
			at := k
			if i > 0 {
				at = k - (most - len(lines))
			}
			if at >= 0 && at < len(lines) {
				cells[i] = visible.Text(lines[at])
			}
		}
		b.lines = append(b.lines, line{cells: cells, head: true})
	}
}

// spareColumns returns the columns that a narrow page leaves out: the highest priority goes first, and among equals the
// last one.
func spareColumns(columns []Column) []int {
	var all []int
	for p := Diagnostic; p > Essential; p-- {
		for i, c := range slices.Backward(columns) {
			if i > 0 && c.Priority == p {
				all = append(all, i)
			}
		}
	}
	return all
}

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

// gap is the space between columns.
const gap = "  "

// print returns the lines of a block for a page of a number of columns; 0 is a page of any width.
func (b *block) print(limit int) []string {
	if limit > 0 {
		b = b.within(limit)
	}
	widths := b.widths()
	var all []string
	for _, l := range b.lines {
		for _, text := range b.render(l, widths, limit) {
			all = append(all, strings.TrimRight(text, " "))
		}
	}
	return all
}

// render returns a line as it is printed, broken into several if it is text that is too long.
func (b *block) render(l line, widths []int, limit int) []string {
	switch {
	case l.cells != nil:
		return []string{b.row(l, widths)}
	case l.whole:
		return []string{l.text}
	case l.prose && (limit == 0 || limit > textWidth):
		return wrapped(l.text, textWidth, l.hang, false)
	}
	return wrapped(l.text, limit, min(l.hang, max(2, limit/4)), true)
}

// row returns the cells in their columns.
func (b *block) row(l line, widths []int) string {
	var s strings.Builder
	for i, w := range widths {
		cell := ""
		if i < len(l.cells) {
			cell = l.cells[i]
		}
		if i > 0 {
			s.WriteString(gap)
		}
		if i < len(b.words) && b.words[i] {
			s.WriteString(padRight(cell, w))
		} else {
			s.WriteString(padLeft(cell, w))
		}
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
