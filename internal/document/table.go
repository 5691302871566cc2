package document

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/visible"
)

// Table is numbers in rows and columns.
type Table struct {
	// Name identifies the table within its document: LaTeX refers to it, and so does the page. "reliability"
	Name string
	// Caption names the content of the table. It is above the names of rows.
	Caption string
	// Columns describe the cells. The first column has the names of rows; its head is the caption.
	Columns []Column
	Groups  []Group
	// Notes are paragraphs below the table.
	Notes []string
	// Sortable tables have many rows, which the page sorts and searches.
	Sortable bool
	// Folded tables stay closed on the page until a reader opens them.
	Folded bool
}

// Column describes the cells of a column.
type Column struct {
	// Head names the column. It may break into several lines.
	Head string
	// Priority says when a narrow page leaves the column out.
	Priority Priority
	// Decimals is the most that a number of the column is printed with. One precision holds for the whole column: two
	// digits of the smallest standard deviation, at most this. Numbers with the unit of the labels have up to six, and
	// each group of rows has a precision.
	Decimals int
	// Words are set flush left.
	Words bool
}

// Priority says how soon a narrow page leaves a column out: the highest priority goes first.
type Priority int

// The priorities.
const (
	Essential  Priority = iota // stays
	Useful                     // goes last, such as a coefficient without a model next to an estimate
	Spare                      // goes before, such as the interval of a second number, or a standard deviation
	Diagnostic                 // goes first: R̂ and effective sample sizes
)

// WithUnit is the number of decimals of columns whose numbers have the unit of the labels.
const WithUnit = mostPlaces

// Group is rows with a title in common; "" is none.
type Group struct {
	Title string
	Rows  []Row
}

// Row is a name and its cells. A row with fewer cells than there are columns has empty ones at its end.
type Row struct {
	Name  string
	Cells []Cell
	// Line marks the row that others are measured by, such as a random person among judges.
	Line bool
	// Link is the target of the name on the page; "" is none.
	Link string
}

// Printed is a table as it is printed: every cell is text.
type Printed struct {
	Table  *Table
	Heads  []string // of all columns, the caption first
	Groups []PrintedGroup
	Notes  []string // those of the table, and why numbers are undefined
}

// PrintedGroup is a group of printed rows; the first cell of a row is its name.
type PrintedGroup struct {
	Title string
	Rows  [][]string
}

// Rows returns one group of rows without a title.
func Rows(rows ...Row) []Group { return []Group{{Rows: rows}} }

// Empty reports whether the table has no rows.
func (t *Table) Empty() bool {
	return t == nil || !slices.ContainsFunc(t.Groups, func(g Group) bool { return len(g.Rows) > 0 })
}

// Print formats the cells of the table.
func (t *Table) Print() Printed {
	p := Printed{Table: t, Heads: []string{t.Caption}, Notes: slices.Clone(t.Notes)}
	for _, c := range t.Columns[min(1, len(t.Columns)):] {
		p.Heads = append(p.Heads, c.Head)
	}
	decimals := make([]int, len(t.Columns))
	for i := range t.Columns {
		decimals[i] = t.decimals(i, t.Groups)
	}
	why := map[string][]string{} // names of rows, by the reason for which a number is undefined
	var reasons []string
	for _, g := range t.Groups {
		printed := PrintedGroup{Title: visible.Text(g.Title)}
		for i, c := range t.Columns {
			if c.Decimals == WithUnit { // groups may have units that differ
				decimals[i] = t.decimals(i, []Group{g})
			}
		}
		for _, row := range g.Rows {
			cells := []string{visible.Text(row.Name)}
			for i, c := range row.Cells {
				if c == nil {
					cells = append(cells, "")
					continue
				}
				cells = append(cells, visible.Text(c.print(decimals[i+1])))
				reason := undefinedWhy(c)
				if reason == "" || slices.Contains(why[reason], row.Name) {
					continue
				}
				if why[reason] == nil {
					reasons = append(reasons, reason)
				}
				why[reason] = append(why[reason], row.Name)
			}
			for len(cells) < len(t.Columns) {
				cells = append(cells, "")
			}
			printed.Rows = append(printed.Rows, cells)
		}
		p.Groups = append(p.Groups, printed)
	}
	for _, reason := range reasons {
		names := why[reason]
		const most = 6
		text := strings.Join(names[:min(most, len(names))], ", ")
		if more := len(names) - most; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		p.Notes = append(p.Notes, text+" – undefined: "+strings.TrimSuffix(reason, ".")+".")
	}
	return p
}

// undefinedWhy returns why a cell has no number; "" if it has one.
func undefinedWhy(c Cell) string {
	switch c := c.(type) {
	case Estimate:
		return c.Undefined
	case Labels:
		return c.Undefined
	case Undefined:
		return string(c)
	}
	return ""
}

// decimals is how many decimals the numbers of column i of some groups have: two digits of their smallest standard
// deviation.
func (t *Table) decimals(i int, groups []Group) int {
	most := t.Columns[i].Decimals
	smallest := math.Inf(1)
	for _, g := range groups {
		for _, row := range g.Rows {
			if i == 0 || i > len(row.Cells) || row.Cells[i-1] == nil {
				continue
			}
			if sd := row.Cells[i-1].spread(); sd > 0 && sd < smallest {
				smallest = sd
			}
		}
	}
	if math.IsInf(smallest, 1) {
		return most
	}
	if d := Places(smallest, 0, most); most == WithUnit || !beyond(d) {
		return d
	}
	return most
}
