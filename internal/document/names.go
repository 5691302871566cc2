package document

import "strings"

// leastNames is the least width of the names of rows if longer names are above their numbers.
const leastNames = 10

// namesAbove puts the first cells of rows that are too long for a page on separate lines, above the other cells, which
// keep their columns.
func (b *block) namesAbove(limit int) *block {
	return b.above(limit, func(line) bool { return true })
}

// titlesAbove does the same for the titles of tables alone, which are in the column of the names of rows.
func (b *block) titlesAbove(limit int) *block {
	return b.above(limit, func(l line) bool { return l.head })
}

// above moves first cells for which there is no room above the others, of the lines that may.
func (b *block) above(limit int, may func(line) bool) *block {
	room := limit
	for i, w := range b.widths() {
		if i > 0 {
			room -= len(gap) + w
		}
	}
	if room < leastNames {
		return b
	}
	c := &block{spare: b.spare, words: b.words, tight: b.tight}
	for _, l := range b.lines {
		if l.cells != nil && may(l) && width(l.cells[0]) > room {
			c.lines = append(c.lines, line{text: l.cells[0]})
			l.cells = append([]string{l.indent()}, l.cells[1:]...)
		}
		c.lines = append(c.lines, l)
	}
	return c
}

// chopped divides a word that is wider than a line, such as a long name or path, into pieces that fit, but never
// between the digits of a number.
func chopped(word string, columns int) []string {
	var all []string
	for width(word) > columns {
		at := cut(word, columns)
		if at == 0 {
			break
		}
		all = append(all, strings.TrimRight(word[:at], " "))
		word = strings.TrimLeft(word[at:], " ")
	}
	return append(all, word)
}

// cut is where to break a text that is wider than the given columns: after the last blank or sign that joins words, if
// that leaves half a line or more; otherwise after the last character that fits, or after the first one. It is 0 if
// there is none.
func cut(text string, columns int) int {
	anywhere, joint, used := 0, 0, 0
	before := ' '
	for i, r := range text {
		w := width(string(r))
		if i > 0 && w > 0 && !withinNumber(text, i, before) {
			anywhere = i
			if strings.ContainsRune(" _-/.,:;()]|·", before) && 2*used >= columns {
				joint = i
			}
		}
		if used+w > columns && anywhere > 0 {
			break
		}
		used += w
		before = r
	}
	if joint > 0 {
		return joint
	}
	return anywhere
}

// withinNumber reports whether a number continues at i, after the character before.
func withinNumber(text string, i int, before rune) bool {
	here := rune(text[i])
	switch {
	case digit(here):
		return digit(before) || before == ' ' && thousands(text, i-1) || strings.ContainsRune(".,−-+", before)
	case here == ' ':
		return thousands(text, i)
	case here == '.' || here == ',':
		return digit(before) && i+1 < len(text) && digit(rune(text[i+1]))
	}
	return false
}

func digit(r rune) bool { return '0' <= r && r <= '9' }
