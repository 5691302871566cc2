// Package document holds the form of all output: a [Document] of findings, tables and charts, and writers that lay any
// document out as text for a terminal, Markdown, LaTeX or CSV. Package page in a folder below writes it as an HTML
// page.
//
// A result becomes a document once. Its cells are values and not strings, so that a number is formatted in one place
// and a new result has every format. Nothing else in the program knows a format.
package document

import (
	"io"
)

// Level says how much of a document a reader asked for.
type Level int

// The levels, from the least to the most. A writer prints the sections of its level and of those before it.
const (
	Answer   Level = iota // the first screen
	Detail                // every number
	Appendix              // pictures and long lists, which the page alone has
)

// Document is one result as people read it.
type Document struct {
	// Title is the title of the page.
	Title string
	// Read describes the input in one line: the file, and how many labels, items, labelers and studies it has.
	Read string
	// Verdict is the findings in sentences, the most important one first.
	Verdict []string
	// Repeat has what a reader may say elsewhere, and may not. A first screen that has no room leaves it out.
	Repeat []Entry
	// Alerts are sentences that change how all numbers are read. They follow the verdict.
	Alerts   []string
	Sections []Section
	// More says how to see the rest. The writer of text prints it last. What follows a line end is a command, which no
	// other line end breaks.
	More []string
	// Rows writes the numbers as rows for programs, as CSV has them; nil: Records do, and without them every table,
	// cell by cell.
	Rows    func(io.Writer) error
	Records *Table
}

// Section is a chapter of a document.
type Section struct {
	ID, Title string
	Level     Level
	// Lead explains the section to readers of the page.
	Lead  []string
	Parts []Part
	// Under is the title below which the contents of the page list the section and those after it; "" is none.
	Under string
	// Folded sections stay closed on the page until a reader opens them.
	Folded bool
}

// Part is a piece of a section. A writer prints its fields in this order.
type Part struct {
	Heading string
	Text    []string // paragraphs
	List    []Entry
	Checks  []Check
	// Table has the numbers. Chart is the page's picture of them; if there is no Table, the chart's table is it.
	Table *Table
	Chart Chart
	Code  *Code
	// Shorter returns the part in fewer lines, for a first screen of more than [ScreenLines]; nil if it cannot be
	// shorter. Every number of the part is in a section of level [Detail] too, or in the part itself at that level.
	Shorter func() Part
	// Merges says that the shorter form takes the place of the part before it too.
	Merges bool
}

// Numbers returns the table of the part or of its chart; nil if the part has neither.
func (p Part) Numbers() *Table {
	if p.Table == nil && p.Chart != nil {
		return p.Chart.Numbers()
	}
	return p.Table
}

// Entry is a term with a text.
type Entry struct {
	Term string
	Text string
}

// Check is something that was looked at. Text states a fact, or a fault with its remedy.
type Check struct {
	OK   bool
	Text string
}

// Code is text that a reader copies.
type Code struct {
	Language string // as Markdown names it: "sh", "r"
	Text     string
}

// sections returns the sections of a level and of those before it.
func (d *Document) sections(level Level) []Section {
	var all []Section
	for _, s := range d.Sections {
		if s.Level <= level {
			all = append(all, s)
		}
	}
	return all
}
