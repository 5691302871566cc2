//go:build noworkbook

package read

import "concord/study"

// readsWorkbooks says whether this program reads workbooks.
const readsWorkbooks = false

// sheet refuses: programs for browsers do without the reader of workbooks.
func (from *input) sheet(*study.Source) (records, error) {
	return nil, &study.Error{Code: ForeignFile, File: from.file,
		Found: "this is a workbook, which this program does not read", Remedy: "save it as CSV"}
}

// sheetLetters is the name of a column of a sheet.
func sheetLetters(int) string { return "" }
