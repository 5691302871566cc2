package read

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/workbook"
)

// sheetFacts describe the sheet that rows are from, for errors, with the faults of its cells. A fault counts only if
// the column of the cell plays a part.
type sheetFacts struct {
	file, sheet string
	left        int // number of the first column of the table
	header      []string
	headerRow   int
	faults      map[int]*[cellKinds]cellFault // by the place of the column in the header
	beyond      cellFault                     // the first cell to the right of the header
}

// cellKind is a possible fault of a cell.
type cellKind int

const (
	cellUnsaved cellKind = iota // a formula without value
	cellFailed                  // an error in place of a value
	cellDate
	cellKinds
)

// cellFault is the first cell of a column with which something is wrong, and how many there are.
type cellFault struct {
	place, text string
	row, count  int
	texts       []string // different errors
}

// sheetList is the sheets that were read, one of each file.
type sheetList struct{ list []*sheetFacts }

// of returns the sheet of a file; nil if there is none.
func (l *sheetList) of(file string) *sheetFacts {
	for _, facts := range l.list {
		if facts.file == file {
			return facts
		}
	}
	return nil
}

// inSheet says in an error about a row of a workbook in which sheet and cell it is.
func (l *sheetList) inSheet(err error) error {
	var e *study.Error
	if !errors.As(err, &e) || l == nil {
		return err
	}
	facts := l.of(e.File)
	if facts == nil || e.Sheet != "" {
		return err
	}
	e.Sheet = facts.sheet
	if e.Code == faults.OneColumn {
		e.Found = "only one column: " + visible.Name(facts.header[0])
		e.Remedy = "write item and label into separate columns"
	}
	if e.Line == 0 {
		return err
	}
	if e.Code == faults.RaggedRow && facts.beyond.row == e.Line {
		e.Cell = facts.beyond.place
		e.Found = visible.Sprintf("the cell holds %q, and the header in row %d has no name for the column",
			facts.beyond.text, facts.headerRow)
		e.Remedy = "name the column, or delete the cell"
		return err
	}
	if column := slices.Index(facts.header, e.Column); e.Cell == "" && e.Column != "" && column >= 0 {
		e.Cell = fmt.Sprintf("%s%d", workbook.Letters(facts.left+column), e.Line)
	}
	return err
}

// badCells is the error about cells of columns in use that have no value to read.
func (in *intake) badCells() error {
	if in.sheets == nil {
		return nil
	}
	for _, facts := range in.sheets.list {
		for _, column := range slices.Sorted(maps.Keys(facts.faults)) {
			use := in.useOf(facts.header[column])
			if use == unused {
				continue
			}
			for kind, fault := range facts.faults[column] {
				if fault.count == 0 {
					continue
				}
				if e := in.badCell(cellKind(kind), fault, use); e != nil {
					e.File, e.Sheet, e.Column = facts.file, facts.sheet, facts.header[column]
					e.Line, e.Cell = fault.row, fault.place
					return e
				}
			}
		}
	}
	return nil
}

// columnUse is the use of a column of a file.
type columnUse int

const (
	unused   columnUse = iota
	usedAsID           // of items, labelers, studies, factors
	usedAsLabel
)

// useOf is the use of a column of the file, in any layout.
func (in *intake) useOf(name string) columnUse {
	same := func(other string) bool { return naming.Normalized(name) == naming.Normalized(other) }
	for _, c := range in.index {
		if c.Index >= 0 && (same(c.Name) || slices.ContainsFunc(c.Of, same)) {
			return usedAsID
		}
	}
	o := in.resolved
	for _, l := range in.labels {
		if same(l.Name) {
			return usedAsLabel
		}
	}
	if slices.ContainsFunc(slices.Concat(o.JudgeColumns, []string{o.GoldColumn, o.Weight}),
		func(column string) bool { return column != "" && same(column) }) {
		return usedAsLabel
	}
	if slices.ContainsFunc(in.source.Wide, same) ||
		naming.MatchesPattern(name, withoutParts(slices.Concat(o.Wide, o.WideItems, o.Lists, o.Counts))) {
		return usedAsLabel
	}
	for _, pair := range o.Pairs {
		if same(pair.Label) {
			return usedAsLabel
		}
		if same(pair.Labeler) {
			return usedAsID
		}
	}
	if slices.ContainsFunc(o.Pair, same) {
		return usedAsID
	}
	return unused
}

// withoutParts returns patterns with * in place of each part in braces.
func withoutParts(patterns []string) []string {
	part := regexp.MustCompile(`\{[^}]*\}`)
	var all []string
	for _, p := range patterns {
		all = append(all, part.ReplaceAllString(p, "*"))
	}
	return all
}

// badCell is the error about the first faulty cell of a column; nil if it does no harm.
func (in *intake) badCell(kind cellKind, fault cellFault, use columnUse) *study.Error {
	cells := "(" + visible.Count(fault.count, "cell") + ")"
	asLabel := use == usedAsLabel
	switch {
	case kind == cellUnsaved:
		return faults.UnsavedFormula.Faultf("the file has the formula %q, and not its value %s", "="+fault.text,
			cells).Advising("open the file in a spreadsheet program and save it there, or save it as CSV")
	case kind == cellFailed:
		var left []string
		for _, text := range fault.texts {
			if !asLabel || !naming.MatchesAny(text, in.options.Missing) {
				left = append(left, text)
			}
		}
		if left == nil {
			return nil
		}
		e := faults.FailedCell.Faultf("the cell has the error %s, and no value %s", visible.Text(left[0]), cells).
			Advising("fill it in, or delete the row")
		if asLabel {
			e.Remedy, e.Fixes = "", []study.Fix{study.Leave("without such labels", left...)}
		}
		return e
	case kind == cellDate && asLabel && !in.options.AsIs:
		return faults.DateLabel.Faultf("the label is a date, %s %s; spreadsheets make dates of labels such as 3-4",
			visible.Text(fault.text), cells).FixedBy(kinds.AsText()...)
	}
	return nil
}
