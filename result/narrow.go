package result

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Columns returns a writer to w on which [Text] and its like lay out their pages for a terminal of so
// many columns; 0 or fewer is a page of any width. Where a table is wider than that, columns that say
// least are left out, what stands beside it is put below, long names of rows are put above them, or each of its rows
// becomes lines of its own, and the page says so: no number is broken between two lines. A name that is longer than a
// line is broken.
func Columns(w io.Writer, columns int) io.Writer { return page{w, max(0, columns)} }

type page struct {
	io.Writer
	columns int
}

func columnsOf(w io.Writer) int {
	if p, ok := w.(page); ok {
		return p.columns
	}
	return 0
}

// within returns a block that says the same in lines of at most so many columns, but for words that are
// longer than that.
func (b *block) within(limit int) *block {
	if b.width() <= limit {
		return b
	}
	// First the columns that say least go; then what stands beside the table goes below it, which makes room for
	// columns; then names go above their rows.
	layouts := []func(*block) (*block, string){
		func(c *block) (*block, string) { return c, "" },
		func(c *block) (*block, string) { return c.asidesBelow(), "" },
		func(c *block) (*block, string) {
			said := fmt.Sprintf("In %d columns long names stand above their rows.", limit)
			return c.asidesBelow().namesAbove(limit), said
		},
	}
	for _, layout := range layouts {
		for dropped := 0; dropped <= len(b.spare); dropped++ {
			c, said := layout(b.without(b.spare[:dropped]))
			for _, try := range []*block{c, c.titlesAbove(limit)} {
				if try.width() <= limit {
					return try.saying(cmp.Or(b.left(dropped, limit), said))
				}
			}
		}
	}
	return b.stacked(limit).saying(fmt.Sprintf("In %d columns each row of the table takes several lines.", limit))
}

// width is that of the widest line of the table, with what stands beside it.
func (b *block) width() int {
	row, most := grid(b.widths()), 0
	for _, l := range b.lines {
		if l.cells != nil {
			most = max(most, row)
		}
		if l.aside != "" {
			most = max(most, max(row, width(l.text))+len(gap)+width(l.aside))
		}
	}
	return most
}

// without returns the block without some columns.
func (b *block) without(columns []int) *block {
	c := &block{lines: slices.Clone(b.lines)}
	for i, l := range c.lines {
		if l.cells == nil {
			continue
		}
		var kept []string
		for k, cell := range l.cells {
			if !slices.Contains(columns, k) {
				kept = append(kept, cell)
			}
		}
		c.lines[i].cells = kept
	}
	return c
}

// left says which columns have been left out.
func (b *block) left(dropped, limit int) string {
	if dropped == 0 {
		return ""
	}
	var names []string
	for _, l := range b.lines {
		if !l.head {
			continue
		}
		for _, k := range slices.Sorted(slices.Values(b.spare[:dropped])) {
			if k < len(l.cells) {
				names = append(names, l.heading(k))
			}
		}
		break
	}
	return fmt.Sprintf("Left out in %d columns: %s; a wider terminal, a pipe or a file has them.", limit,
		strings.Join(names, ", "))
}

// heading is the name of column k, with that of what it is about where several columns are called the same.
func (l line) heading(k int) string {
	same := func(name string) bool { return name == l.cells[k] }
	if i := slices.IndexFunc(l.cells, same); i == len(l.cells)-1 || !slices.ContainsFunc(l.cells[i+1:], same) {
		return l.cells[k]
	}
	for i := k - 1; i > 0; i-- {
		if !same(l.cells[i]) {
			return l.cells[k] + " of " + l.cells[i]
		}
	}
	return l.cells[k]
}

// saying returns the block with a sentence below it.
func (b *block) saying(text string) *block {
	if text != "" {
		b.lines = append(b.lines, line{text: "  " + text, prose: true})
	}
	return b
}

// asidesBelow puts what stands beside a line below it.
func (b *block) asidesBelow() *block {
	c := &block{}
	for _, l := range b.lines {
		aside := l.aside
		l.aside = ""
		c.lines = append(c.lines, l)
		if aside != "" {
			c.lines = append(c.lines, line{text: l.indent() + "    " + strings.TrimSpace(aside)})
		}
	}
	return c
}

// stacked makes a line of each cell, behind the name of its column.
func (b *block) stacked(limit int) *block {
	c := &block{}
	var names []string
	for _, l := range b.lines {
		switch {
		case l.cells == nil:
			c.lines = append(c.lines, line{text: l.text, prose: l.prose})
		case l.head:
			names = l.cells
			c.lines = append(c.lines, line{text: l.cells[0]})
		default:
			c.stack(l, names, limit)
		}
		if l.aside != "" {
			c.lines = append(c.lines, line{text: l.indent() + "    " + strings.TrimSpace(l.aside)})
		}
	}
	return c
}

// stack adds a row, of which as many cells as there is room for share a line.
func (b *block) stack(l line, names []string, limit int) {
	if l.cells[0] != "" {
		b.lines = append(b.lines, line{text: l.cells[0]})
	}
	indent := l.indent() + "  "
	text := ""
	for i, cell := range l.cells {
		if i == 0 || cell == "" {
			continue
		}
		if i < len(names) {
			cell = behind(strings.TrimSpace(names[i]), strings.TrimSpace(cell))
		}
		if text != "" && width(indent+text+gap+cell) > limit {
			b.lines, text = append(b.lines, line{text: indent + text}), ""
		}
		if text != "" {
			text += gap
		}
		text += cell
	}
	if text != "" {
		b.lines = append(b.lines, line{text: indent + text})
	}
}

// behind puts a cell behind the name of its column, which may end in a number: "items for 2 000: 666".
func behind(name, cell string) string {
	if name != "" && digit(rune(name[len(name)-1])) {
		name += ":"
	}
	return name + " " + cell
}

// indent is the blanks with which a line begins.
func (l line) indent() string {
	text := l.text
	if l.cells != nil {
		text = l.cells[0]
	}
	return text[:len(text)-len(strings.TrimLeft(text, " "))]
}
