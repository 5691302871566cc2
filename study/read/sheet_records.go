package read

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/stream"
	"concord/study/read/internal/workbook"
)

// sheetRecords are the rows of a table in a sheet. Rows without a value are left out, and so are titles above the
// header.
type sheetRecords struct {
	rows    *workbook.Rows
	facts   *sheetFacts
	pending []sheetRow // that were read with the header
	ended   error      // behind them
	fields  [][]byte
}

// sheetRow is a row with a copy of its cells.
type sheetRow struct {
	cells []workbook.Cell
	row   int
}

func copied(cells []workbook.Cell, row int) sheetRow {
	own := slices.Clone(cells)
	for i := range own {
		own[i].Text = slices.Clone(own[i].Text)
	}
	return sheetRow{own, row}
}

// newSheetRecords reads the header of a sheet, and the row below it.
func newSheetRecords(file, sheet string, rows *workbook.Rows) (*sheetRecords, error) {
	r := &sheetRecords{rows: rows,
		facts: &sheetFacts{file: file, sheet: sheet, faults: make(map[int]*[cellKinds]cellFault)}}
	header, err := r.headerCells()
	if err != nil {
		return r, r.fault(err)
	}
	r.facts.headerRow = header.row
	first, last := header.cells[0].Column, header.cells[len(header.cells)-1].Column
	cells, row, err := r.nextRow()
	if err != nil {
		r.ended = err
	} else {
		r.pending = append([]sheetRow{copied(cells, row)}, r.pending...)
		first = min(first, cells[0].Column) // a header may lack the name of the first column
	}
	if err := r.merged(first, last); err != nil {
		return r, err
	}
	r.facts.left = first
	r.facts.header = make([]string, last-first+1)
	for _, c := range header.cells {
		r.facts.header[c.Column-first] = string(container.Trim(c.Text))
	}
	return r, nil
}

// mostTitles is how many rows there may be above a header.
const mostTitles = 10

// headerCells returns the row of the header: the first that is no title. Titles are single cells above a row of
// several, which begin where that row does, or to the left.
func (r *sheetRecords) headerCells() (sheetRow, error) {
	var single []sheetRow
	for len(single) <= mostTitles {
		cells, row, err := r.rows.Next()
		if err == io.EOF && len(single) > 0 {
			r.ended = err
			break
		}
		if err != nil {
			return sheetRow{}, err
		}
		switch {
		case !anyText(cells):
		case len(cells) == 1:
			single = append(single, copied(cells, row))
		case slices.ContainsFunc(single, func(s sheetRow) bool { return s.cells[0].Column > cells[0].Column }):
			r.pending = append(single, copied(cells, row))[1:]
			return single[0], nil
		default:
			return copied(cells, row), nil
		}
	}
	r.pending = single[1:]
	return single[0], nil
}

// nextRow returns the next row, which may be one that was read ahead.
func (r *sheetRecords) nextRow() ([]workbook.Cell, int, error) {
	if len(r.pending) > 0 {
		next := r.pending[0]
		r.pending = r.pending[1:]
		return next.cells, next.row, nil
	}
	if r.ended != nil {
		return nil, 0, r.ended
	}
	return r.rows.Next()
}

// anyText reports whether cells have more than blanks.
func anyText(cells []workbook.Cell) bool {
	return slices.ContainsFunc(cells, func(c workbook.Cell) bool {
		return len(container.Trim(c.Text)) > 0 || c.Kind != workbook.Text
	})
}

// merged refuses merged cells in the header and below it: nobody can tell whether their value is meant for each.
func (r *sheetRecords) merged(first, last int) error {
	for _, g := range r.rows.Merged() {
		if g.Bottom >= r.facts.headerRow && g.Left <= last && g.Right >= first {
			return &study.Error{Code: faults.MergedCells, Sheet: r.facts.sheet, Line: g.Top,
				Cell:   cellName(g.Left, g.Top),
				Found:  "the cells " + g.String() + " are merged",
				Remedy: "unmerge them, and write each value into its own cell"}
		}
	}
	return nil
}

// ofSheet says that rows are of a sheet, whose rows above the header may be a title.
func (r *sheetRecords) ofSheet() {}

// Header returns the names of the columns.
func (r *sheetRecords) Header() []string { return r.facts.header }

// Next returns the fields of the next row, and its number.
func (r *sheetRecords) Next() ([][]byte, int, error) {
	for {
		cells, row, err := r.nextRow()
		if err != nil {
			return nil, row, r.fault(err)
		}
		if !anyText(cells) {
			continue
		}
		return r.fieldsOf(cells, row)
	}
}

// fieldsOf are the cells of a row, as many as the header has, or more.
func (r *sheetRecords) fieldsOf(cells []workbook.Cell, row int) ([][]byte, int, error) {
	facts := r.facts
	width := max(len(facts.header), cells[len(cells)-1].Column+1-facts.left)
	r.fields = append(r.fields[:0], make([][]byte, width)...)
	for _, c := range cells {
		column := c.Column - facts.left
		if column < 0 {
			return nil, row, &study.Error{Code: faults.RaggedRow, Sheet: facts.sheet, Line: row,
				Cell:   cellName(c.Column, row),
				Found:  fmt.Sprintf("the header in row %d has no name for the column", facts.headerRow),
				Remedy: "name its column, or delete the cell"}
		}
		r.fields[column] = container.Trim(c.Text)
		if column >= len(facts.header) {
			if facts.beyond.row == 0 {
				facts.beyond = cellFault{place: cellName(c.Column, row), row: row, text: beginning(c)}
			}
			continue
		}
		r.note(c, column, row)
	}
	return r.fields, row, nil
}

// note keeps what may be wrong with a cell.
func (r *sheetRecords) note(c workbook.Cell, column, row int) {
	kind, ok := faultOf(c)
	if !ok {
		return
	}
	of := r.facts.faults[column]
	if of == nil {
		of = new([cellKinds]cellFault)
		r.facts.faults[column] = of
	}
	fault := &of[kind]
	if fault.count++; fault.count == 1 {
		fault.place, fault.text, fault.row = cellName(c.Column, row), beginning(c), row
	}
	if kind == cellFailed && len(fault.texts) < stream.MostConditions && !slices.Contains(fault.texts, string(c.Text)) {
		fault.texts = append(fault.texts, string(c.Text))
	}
}

// cellName is the name of a cell, such as B7.
func cellName(column, row int) string { return workbook.Letters(column) + strconv.Itoa(row) }

// faultOf finds the fault that a cell may have.
func faultOf(c workbook.Cell) (cellKind, bool) {
	switch {
	case c.Kind == workbook.Unsaved:
		return cellUnsaved, true
	case c.Kind == workbook.Failed && !stream.IsMissing(c.Text):
		return cellFailed, true
	case c.Kind == workbook.Date:
		return cellDate, true
	}
	return 0, false
}

// beginning is the text of a cell for an error.
func beginning(c workbook.Cell) string { return string(c.Text[:min(len(c.Text), stream.LongestCell)]) }

// fault is an error of a sheet as one of ours.
func (r *sheetRecords) fault(err error) error {
	if err == io.EOF {
		return err
	}
	e := workbookError(err)
	var typed *study.Error
	if errors.As(e, &typed) {
		typed.Sheet = r.facts.sheet
	}
	return e
}
