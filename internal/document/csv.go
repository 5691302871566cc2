package document

import (
	"encoding/csv"
	"io"
	"strings"
)

// WriteCSV writes the rows or records of the document, a line for each, with all digits of their numbers. Undefined
// numbers are empty cells. A document without records has a row for each row of each of its tables: the table, the
// title of the group, the name of the row, and then a column and its values in turn.
func WriteCSV(w io.Writer, d *Document) error {
	if d.Rows != nil {
		return d.Rows(w)
	}
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	if d.Records != nil {
		writeRecords(out, d.Records)
	} else {
		_ = out.Write([]string{"table", "group", "row", "column", "value", "lower", "upper"})
		for _, s := range d.Sections {
			for _, p := range s.Parts {
				writeCells(out, p.Numbers())
			}
		}
	}
	out.Flush()
	return out.Error()
}

// writeRecords writes a table whose cells are one value each.
func writeRecords(out *csv.Writer, t *Table) {
	var head []string
	for _, c := range t.Columns {
		head = append(head, c.Head)
	}
	_ = out.Write(head)
	record := make([]string, len(t.Columns))
	write := func(row Row) {
		clear(record)
		record[0] = Guarded(row.Name)
		for i, c := range row.Cells {
			if c == nil {
				continue
			}
			record[i+1] = c.record()[0]
			if _, words := c.(Text); words {
				record[i+1] = Guarded(record[i+1])
			}
		}
		_ = out.Write(record)
	}
	for _, g := range t.Groups {
		for _, row := range g.Rows {
			write(row)
		}
	}
}

// writeCells writes a row for each cell of a table.
func writeCells(out *csv.Writer, t *Table) {
	if t.Empty() {
		return
	}
	for _, g := range t.Groups {
		for _, row := range g.Rows {
			for i, c := range row.Cells {
				if c == nil {
					continue
				}
				record := []string{t.Name, g.Title, row.Name, strings.ReplaceAll(t.Columns[i+1].Head, "\n", " ")}
				record = append(record, append(c.record(), "", "")[:3]...)
				for i, text := range record[:5] {
					if _, words := c.(Text); i < 4 || words {
						record[i] = Guarded(text)
					}
				}
				_ = out.Write(record)
			}
		}
	}
}

// Guarded puts an apostrophe before a text that begins with one of the characters that make a cell a formula in a
// spreadsheet.
func Guarded(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
