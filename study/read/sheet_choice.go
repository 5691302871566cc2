package read

import (
	"errors"
	"io"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/stream"
	"concord/study/read/internal/workbook"
)

// sheet opens the sheet of a workbook that the options name, or the one with a table. A stream is read into memory
// first.
func (from *input) sheet(source *study.Source) (stream.Records, error) {
	limit := container.SystemBudget(from.options.MaxMemory).Limit
	whole, size := from.whole, from.size
	if whole == nil {
		var err error
		if whole, size, err = from.spooled("workbook", limit); err != nil {
			return nil, err
		}
		from.whole, from.size = whole, size
	}
	book, err := workbook.Open(container.InterruptibleAt{Context: from.ctx, ReaderAt: whole}, size, limit)
	if err != nil {
		return nil, workbookError(err)
	}
	chosen, others, err := from.chosenSheet(book)
	if err != nil {
		return nil, err
	}
	rows, err := book.Rows(chosen)
	if err != nil {
		return nil, workbookError(err)
	}
	close := from.Text.Close
	from.Text.Close = func() {
		rows.Close()
		close()
	}
	r, err := newSheetRecords(from.file, chosen.Name, rows)
	if err == io.EOF {
		err = &study.Error{Code: faults.EmptyFile, Sheet: chosen.Name, Found: "the sheet is empty"}
	}
	if err != nil {
		return nil, err
	}
	source.Sheet, source.OtherSheets = chosen.Name, others
	source.SheetFound = from.options.Sheet == "" && len(others) > 0
	from.sheets.list = append(from.sheets.list, r.facts)
	return r, nil
}

// chosenSheet returns the sheet to read, and the names of others.
func (from *input) chosenSheet(book *workbook.Book) (chosen workbook.Sheet, others []string, err error) {
	if want := from.options.Sheet; want != "" {
		return from.namedSheet(book, want)
	}
	var tables, filled []workbook.Sheet
	for _, s := range book.Sheets {
		if s.Hidden {
			continue
		}
		table, some, err := from.looksLikeTable(book, s)
		if err != nil {
			return chosen, nil, err
		}
		if table {
			tables = append(tables, s)
		}
		if some {
			filled = append(filled, s)
		}
	}
	switch {
	case len(tables) > 1:
		return chosen, nil, faults.SeveralSheets.Faultf("the workbook has %d sheets with a table: %v", len(tables),
			sheetNames(tables)).FixedBy(oneSheetOf(tables)...)
	case len(tables) == 1:
		chosen = tables[0]
	case len(filled) > 0:
		chosen = filled[0]
	default:
		return chosen, nil, faults.EmptyFile.Faultf("the workbook has no sheet with values that is not hidden")
	}
	return chosen, otherSheets(book, chosen), nil
}

// namedSheet returns the sheet of a name, without regard to case if there is but one.
func (from *input) namedSheet(book *workbook.Book, want string) (workbook.Sheet, []string, error) {
	var alike []workbook.Sheet
	for _, s := range book.Sheets {
		if s.Name == want {
			return s, otherSheets(book, s), nil
		}
		if strings.EqualFold(strings.TrimSpace(s.Name), strings.TrimSpace(want)) {
			alike = append(alike, s)
		}
	}
	if len(alike) == 1 {
		return alike[0], otherSheets(book, alike[0]), nil
	}
	return workbook.Sheet{}, nil, faults.UnknownSheet.Faultf("there is no sheet %q in the workbook, which has %v",
		want, sheetNames(book.Sheets)).FixedBy(oneSheetOf(book.Sheets)...)
}

func sheetNames(sheets []workbook.Sheet) []string {
	var names []string
	for _, s := range sheets {
		names = append(names, s.Name)
	}
	return names
}

// oneSheetOf names one of some sheets.
func oneSheetOf(sheets []workbook.Sheet) []study.Fix {
	const most = 5
	var all []study.Fix
	for _, s := range sheets[:min(len(sheets), most)] {
		if visible.Text(s.Name) == s.Name {
			all = append(all, study.To("", "sheet", s.Name))
		}
	}
	return all
}

func otherSheets(book *workbook.Book, chosen workbook.Sheet) []string {
	return slices.DeleteFunc(sheetNames(book.Sheets), func(name string) bool { return name == chosen.Name })
}

// looksLikeTable reports whether a sheet has a header of several columns and a row below it, and whether it has values
// at all.
func (from *input) looksLikeTable(book *workbook.Book, s workbook.Sheet) (table, some bool, err error) {
	rows, err := book.Rows(s)
	if err != nil {
		return false, false, workbookError(err)
	}
	defer rows.Close()
	r, err := newSheetRecords(from.file, s.Name, rows)
	var fault *study.Error
	switch {
	case err == io.EOF:
		return false, false, nil
	case errors.As(err, &fault) && fault.Code == faults.MergedCells:
		return true, true, nil
	case err != nil:
		return false, false, err
	}
	return len(r.facts.header) > 1 && len(r.pending) > 0, true, nil
}

// workbookError is an error about a workbook as one of ours.
func workbookError(err error) error {
	var fault *workbook.Fault
	if !errors.As(err, &fault) {
		return container.ReadError(0, err)
	}
	e := &study.Error{Line: fault.Row, Found: fault.What, Err: fault.Err}
	switch fault.Reason {
	case workbook.Foreign:
		e.Code, e.Found, e.Remedy = faults.ForeignFile, "this is "+fault.What, fault.Remedy
	case workbook.Unread:
		e.Code, e.Remedy = faults.ForeignFile, "save it again in a spreadsheet program, or as CSV"
	case workbook.Memory:
		e.Code = faults.OutOfMemory
		e.Fixes = []study.Fix{study.Choose("leave out rows or columns, or allow more", "max-memory")}
	case workbook.Bomb:
		e.Code = faults.Bomb
	default:
		e.Code, e.Found = faults.Damaged, "the workbook is damaged or cut off: "+fault.What
		e.Remedy = "save or copy the file again, or save it as CSV"
	}
	return e
}
