package document

import (
	"fmt"
	"slices"
	"strings"
)

// within returns a block with the same text in lines of at most a number of columns, except for words that are longer.
func (b *block) within(limit int) *block {
	if grid(b.widths()) <= limit {
		return b
	}
	// Long names go above their rows. If that is not enough, columns go, the highest priority before others.
	layouts := []func(*block) *block{
		func(c *block) *block { return c },
		func(c *block) *block { return c.titlesAbove(limit) },
	}
	above := func(c *block) *block { return c.namesAbove(limit) }
	if !b.tight {
		layouts = append(layouts, above)
	} else if found := b.narrowed(layouts, limit); found != nil {
		return found
	}
	if found := b.narrowed(append(layouts, above), limit); found != nil {
		return found
	}
	return b.stacked(limit)
}

// narrowed tries layouts without columns, and with fewer and fewer columns; nil if none is narrow enough.
func (b *block) narrowed(layouts []func(*block) *block, limit int) *block {
	for dropped := 0; dropped <= len(b.spare); dropped++ {
		for _, layout := range layouts {
			try := layout(b.without(b.spare[:dropped]))
			if grid(try.widths()) <= limit {
				return try.saying(b.left(dropped, limit))
			}
		}
	}
	return nil
}

// without returns the block without some columns.
func (b *block) without(columns []int) *block {
	kept := func(k int) bool { return !slices.Contains(columns, k) }
	c := &block{lines: slices.Clone(b.lines), tight: b.tight}
	for k, words := range b.words {
		if kept(k) {
			c.words = append(c.words, words)
		}
	}
	for i, l := range c.lines {
		if l.cells == nil {
			continue
		}
		var cells []string
		for k, cell := range l.cells {
			if kept(k) {
				cells = append(cells, cell)
			}
		}
		c.lines[i].cells = cells
	}
	return c
}

// left says which columns have been left out.
func (b *block) left(dropped, limit int) string {
	if dropped == 0 {
		return ""
	}
	heads := b.headsOf()
	var names []string
	for _, k := range slices.Sorted(slices.Values(b.spare[:dropped])) {
		if k < len(heads) && heads[k] != "" {
			names = append(names, heads[k])
		}
	}
	text := fmt.Sprintf("Left out in %d columns: %s.", limit, strings.Join(names, ", "))
	if !b.tight {
		text += " A wider terminal, a pipe or a file has all columns."
	}
	return text
}

// headsOf returns the heads of all columns, each on one line. If two columns have the same head, the second is named
// after the column before it.
func (b *block) headsOf() []string {
	var heads []string
	for _, l := range b.lines {
		if !l.head {
			if heads != nil {
				break
			}
			continue
		}
		for i, c := range l.cells {
			if i == len(heads) {
				heads = append(heads, "")
			}
			heads[i] = strings.TrimSpace(heads[i] + " " + c)
		}
	}
	named := slices.Clone(heads)
	for i, h := range heads {
		if i > 1 && slices.Contains(heads[1:i], h) {
			named[i] = h + " of " + heads[i-1]
		}
	}
	return named
}

// saying returns the block with a sentence below it.
func (b *block) saying(text string) *block {
	if text != "" {
		b.paragraph("  ", text)
	}
	return b
}

// stacked makes a line of each cell, behind the name of its column.
func (b *block) stacked(limit int) *block {
	c := &block{}
	heads := b.headsOf()
	for _, l := range b.lines {
		switch {
		case l.cells == nil:
			c.lines = append(c.lines, l)
		case l.head:
			if l.cells[0] != "" {
				c.lines = append(c.lines, line{text: l.cells[0]})
			}
		default:
			c.stack(l, heads, limit)
		}
	}
	return c
}

// stack adds a row. As many cells share a line as there is room for.
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
			b.lines, text = append(b.lines, line{text: indent + text, hang: 2}), ""
		}
		if text != "" {
			text += gap
		}
		text += cell
	}
	if text != "" {
		b.lines = append(b.lines, line{text: indent + text, hang: 2})
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
