package page

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"concord/internal/document"
	"concord/internal/document/internal/draw"
)

// table is a table as the page lays it out: printed cells and their classes.
type table struct {
	document.Printed
	Heads    []string // without the caption
	Summary  string   // of a folded table
	Sortable bool
	Folded   bool
	Same     bool // the caption is that of the figure above
	// Stacked tables are too wide for a phone. There, each of their rows becomes several lines.
	Stacked bool
}

// newTable lays a table out; nil if it has no rows.
func newTable(t *document.Table) *table {
	if t.Empty() {
		return nil
	}
	out := &table{Printed: t.Print(), Sortable: t.Sortable, Folded: t.Folded}
	rows := 0
	for _, g := range out.Groups {
		rows += len(g.Rows)
	}
	for _, h := range out.Printed.Heads[1:] {
		out.Heads = append(out.Heads, strings.ReplaceAll(h, "\n", " "))
	}
	out.Summary = fmt.Sprintf("%s: %s", t.Caption, document.Plural(rows, "row"))
	out.Stacked = out.width(false) > phone
	return out
}

// Caption is the caption on one line.
func (t *table) Caption() string { return strings.ReplaceAll(t.Table.Caption, "\n", " ") }

// Headed reports whether a column has a head.
func (t *table) Headed() bool {
	return slices.ContainsFunc(t.Heads, func(h string) bool { return h != "" })
}

// Columns is the number of columns.
func (t *table) Columns() int { return len(t.Table.Columns) }

// Row is the row as the document has it.
func (t *table) Row(group, row int) document.Row { return t.Table.Groups[group].Rows[row] }

const (
	phone = 340.0 // pixels of a phone's page
	// longestWhole is how many characters a word in the name of a row may have and still be whole on any page.
	longestWhole = 16
)

// spare reports whether a phone can do without a column.
func (t *table) spare(i int) bool { return i > 0 && t.Table.Columns[i].Priority >= document.Spare }

// width is about how many pixels the table needs, with the columns that are spare or without.
func (t *table) width(spare bool) float64 {
	const letter, gap = 7.1, 8.0
	all := 0.0
	for i, h := range t.Printed.Heads {
		if !spare && t.spare(i) {
			continue
		}
		column := 0
		if i > 0 {
			column = longestWord(h)
		}
		for _, g := range t.Groups {
			for _, row := range g.Rows {
				if i > 0 && !t.Table.Columns[i].Words { // numbers are not broken
					column = max(column, utf8.RuneCountInString(row[i]))
				} else {
					column = max(column, min(longestWhole, longestWord(row[i])))
				}
			}
		}
		all += letter*float64(column) + gap
	}
	return all - gap
}

// NameWidth is the least width of the column of names, in which words of ordinary length are whole.
func (t *table) NameWidth() string {
	const letter = 0.56 // of the size of type
	longest := 0
	for _, g := range t.Groups {
		for _, row := range g.Rows {
			longest = max(longest, min(longestWhole, longestWord(row[0])))
		}
	}
	return fmt.Sprintf("min-width:calc(%.2fem + .8rem)", letter*float64(longest))
}

// longestWord is the number of characters of the longest word, as far as one can be broken.
func longestWord(text string) int {
	longest := 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' || r == '\n' }) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return longest
}

// Class is the class of the cells of column i, or "".
func (t *table) Class(i int) string {
	return classes(when(i > 0 && !t.Table.Columns[i].Words, "number"), when(t.spare(i) && !t.Stacked, "spare"))
}

// Drawn draws the shares of a tally from the first, the faintest, to the last. It is "" for other cells.
func (t *table) Drawn(row document.Row, i int) string {
	if i > len(row.Cells) {
		return ""
	}
	tally, ok := row.Cells[i-1].(document.Tally)
	if !ok {
		return ""
	}
	return draw.Shares(tally.Counts)
}
