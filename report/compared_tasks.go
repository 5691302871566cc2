package report

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// Comparisons of several tasks share these parts.

// taskWords says how many tasks there are, and which columns divide the labels.
func taskWords(by []string, tasks int) string {
	return " · " + document.Plural(tasks, "task") + " by " + visible.Names(by)
}

// shortTask is the name of a task in a table of a first screen, next to another name.
func shortTask(task result.ComparedTask) string { return document.Shortened(task.Name(), 20) }

// withoutComparison says which tasks have no comparison.
func withoutComparison(tasks []result.ComparedTask) []string {
	var all []string
	for _, task := range tasks {
		if task.Undefined != "" {
			all = append(all, visible.Text(task.Name())+" has no comparison: "+task.Undefined+".")
		}
	}
	return all
}

// taskSections are the sections of a comparison in one task: all detail in one section, and each list of items.
func taskSections(
	n int, task result.ComparedTask, verdict []string, detail []document.Section, folded bool,
) []document.Section {
	name := task.Name()
	of := document.Section{ID: fmt.Sprintf("task-%d", n), Title: name, Level: document.Detail, Folded: folded}
	if task.Undefined != "" {
		of.Parts = []document.Part{{Text: withoutComparison([]result.ComparedTask{task})}}
		return []document.Section{of}
	}
	text := []string{}
	for _, sentence := range verdict {
		text = append(text, sentence+".")
	}
	of.Parts = []document.Part{{Text: text}}
	var rest []document.Section
	for _, s := range detail {
		if s.Level <= document.Detail {
			of.Parts = append(of.Parts, s.Parts...)
			continue
		}
		s.ID, s.Title = of.ID+"-"+s.ID, name+": "+s.Title
		rest = append(rest, s)
	}
	return append([]document.Section{of}, rest...)
}

// ordered puts lists of items after all other sections.
func ordered(sections []document.Section) []document.Section {
	var all, last []document.Section
	for _, s := range sections {
		if s.Level > document.Detail {
			last = append(last, s)
		} else {
			all = append(all, s)
		}
	}
	return append(all, last...)
}

// recordsByTask joins the records of tasks. The first columns are the columns of the file that divide the labels, and
// the others are the same as in the records of one task. The records of a task without comparison are nil: it has a row
// with the reason in the last column.
func recordsByTask(by []string, tasks []result.ComparedTask, records []*document.Table) *document.Table {
	t := &document.Table{}
	var others []result.TaskColumn
	for _, of := range records {
		if of != nil {
			t.Name, t.Columns = of.Name, of.Columns
		}
	}
	for _, c := range t.Columns {
		others = append(others, result.TaskColumn{Name: c.Head})
	}
	var names []string
	for _, c := range result.KeyColumns(by, others) {
		names = append(names, c.Name)
	}
	var rows []document.Row
	add := func(key []string, row document.Row) {
		cells := []document.Cell{}
		for _, value := range key[1:] {
			cells = append(cells, document.Text(value))
		}
		cells = append(cells, document.Text(row.Name))
		rows = append(rows, document.Row{Name: key[0], Cells: append(cells, row.Cells...)})
	}
	for i, of := range records {
		if of == nil {
			cells := make([]document.Cell, len(others)-1)
			cells[len(cells)-1] = document.Text(tasks[i].Undefined)
			add(tasks[i].Key, document.Row{Cells: cells})
			continue
		}
		for _, group := range of.Groups {
			for _, row := range group.Rows {
				add(tasks[i].Key, row)
			}
		}
	}
	t.Columns = append(recordColumns(names...), t.Columns...)
	t.Groups = document.Rows(rows...)
	return t
}

// mostTaskRows is how many rows of tasks a first screen has.
const mostTaskRows = 10

// firstRows returns rows for a first screen: all, or the first ones and the number of the others.
func firstRows(rows []document.Row, most int) []document.Row {
	if len(rows) <= most {
		return rows
	}
	return append(rows[:most-1:most-1], document.Row{Name: fmt.Sprintf("… %d more", len(rows)-most+1)})
}

// taskTable is the table of a first screen: rows for tasks whose first cell is the name of a judge or a group. If all
// rows have the same name, the caption has it.
func taskTable(
	caption, one string, columns []document.Column, rows []document.Row, most int,
) *document.Table {
	t := &document.Table{Name: "tasks", Caption: caption, Columns: columns}
	only, same := "", len(rows) > 0
	for i, row := range rows {
		name := document.Say(row.Cells[0], 0)
		if i == 0 {
			only = name
		}
		same = same && name == only
	}
	if same {
		t.Columns = append([]document.Column{columns[0]}, columns[2:]...)
		for i := range rows {
			rows[i].Cells = rows[i].Cells[1:]
		}
		if t.Caption = one + ": " + only; caption != "" {
			t.Caption = caption + " · " + t.Caption
		}
	}
	t.Groups = document.Rows(firstRows(rows, most)...)
	return t
}

// shorterTable is a table for a first screen that needs two rows fewer if the screen is too long.
func shorterTable(most int, table func(most int) *document.Table) document.Part {
	p := document.Part{Table: table(most)}
	if most > leastTasks {
		p.Shorter = func() document.Part { return shorterTable(most-2, table) }
	}
	return p
}
