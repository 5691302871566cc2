package report

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// Numbers of columns of a file that the first screen shows.
const mostColumns, leastColumns = 8, 3

// OpenColumns lays out the columns of a file if it is unclear how they are used.
func OpenColumns(file string, columns []result.ColumnLook) *document.Document {
	table := fileColumnsPart(&result.Check{Columns: columns}, mostColumns)
	return &document.Document{Title: "Check: " + path.Base(filepath.ToSlash(file)), Sections: []document.Section{
		{ID: "answer", Title: "In short", Level: document.Answer, Parts: []document.Part{table}}}}
}

// fileColumnsPart is the table of columns. A shorter one has two columns fewer.
func fileColumnsPart(c *result.Check, most int) document.Part {
	p := document.Part{Table: fileColumns(c, most)}
	if most := min(most, len(c.Columns)); most > leastColumns {
		p.Shorter = func() document.Part { return fileColumnsPart(c, most-2) }
	}
	return p
}

// fileColumns has a row for each column of the file: what it is used as, and how it looks.
func fileColumns(c *result.Check, most int) *document.Table {
	t := &document.Table{Name: "columns", Caption: "Column", Columns: []document.Column{{},
		{Head: "used as", Words: true}, {Head: "looks like", Words: true}}}
	columns := c.Columns
	if columns[0].First {
		t.Columns[2].Head = fmt.Sprintf("looks like, by the first %s rows", document.Integer(columns[0].Rows))
	}
	if len(columns) > most { // used columns come first
		used := func(col result.ColumnLook) bool { return col.UsedAs != "" }
		unused := slices.DeleteFunc(slices.Clone(columns), used)
		columns = append(slices.DeleteFunc(slices.Clone(columns), func(col result.ColumnLook) bool {
			return !used(col)
		}), unused...)
	}
	var rows []document.Row
	for _, col := range columns {
		as := cmp.Or(col.UsedAs, "–")
		if slices.Contains(c.Data.By, col.Name) {
			as = "task"
		}
		rows = append(rows, document.Row{Name: document.Clip(col.Name), Cells: []document.Cell{document.Text(as),
			document.Text(looksLike(col))}})
	}
	if len(rows) > most {
		rows = append(rows[:most-1], document.Row{Name: fmt.Sprintf("… %s more", document.Integer(len(rows)-most+1))})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// looksLike describes the values of a column in a few words.
func looksLike(c result.ColumnLook) string {
	var text string
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		values[i] = document.Clip(visible.Text(v))
	}
	ends := strings.Join(values, " to ")
	switch {
	case c.Distinct == 0:
		return "empty"
	case c.Distinct == 1:
		text = "always " + values[0]
	case c.Distinct == c.Rows-c.Missing:
		text = c.Like + ", another in each row"
	case len(values) == c.Distinct:
		text = strings.Join(values, ", ")
	case c.Like == "words":
		text = fmt.Sprintf("%s words: %s …", document.Integer(c.Distinct),
			strings.Join(values[:min(3, len(values))], ", "))
	case c.Like == "long texts":
		text = document.Integer(c.Distinct) + " " + c.Like
	default:
		text = fmt.Sprintf("%s, %s: %s", c.Like, ends, document.Integer(c.Distinct)+" different")
	}
	if c.Missing > 0 {
		text += fmt.Sprintf("; %s empty", document.Integer(c.Missing))
	}
	return text
}
