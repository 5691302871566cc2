package report

import (
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// tasksByJudges has a row for each task and a column for each judge, with the best judge of each task; nil for a single
// judge.
func tasksByJudges(j *result.JudgesByTask, most int) *document.Table {
	if len(j.Over) < 2 {
		return nil
	}
	t := &document.Table{Name: "tasks", Caption: "Validity r", Columns: []document.Column{{}}}
	for n, o := range j.Over {
		c := document.Column{Head: document.Clip(visible.Text(o.Judge)), Decimals: 2}
		if n >= bestRows {
			c.Priority = document.Spare
		}
		t.Columns = append(t.Columns, c)
	}
	t.Columns = append(t.Columns, document.Column{Head: "a person", Decimals: 2, Priority: document.Useful},
		document.Column{Head: "the best", Words: true}, document.Column{Head: "probability"})
	var rows []document.Row
	for _, task := range j.Tasks {
		if len(task.Together) == 0 {
			continue
		}
		row := document.Row{Name: shortTask(task.ComparedTask), Cells: make([]document.Cell, len(j.Over))}
		best := task.Together[0]
		for _, one := range task.Together {
			if one.Best > best.Best {
				best = one
			}
			for n, o := range j.Over {
				if o.Judge == one.Judge {
					row.Cells[n] = median(&one.Validity)
				}
			}
		}
		scale := len(task.Judges.People.Validity) - 1
		row.Cells = append(row.Cells, median(&task.Judges.People.Validity[scale]),
			document.Text(document.Clip(best.Judge)),
			chance(best.Best))
		rows = append(rows, row)
	}
	t.Groups = document.Rows(firstRows(rows, most)...)
	return t
}

// overJudges is the typical validity of each judge; nil if there is none.
func overJudges(j *result.JudgesByTask) *document.Table {
	t := &document.Table{Name: "together", Caption: "All tasks together, label scale", Columns: []document.Column{{},
		{Head: bracketed("typical r", j.Interval, "CrI"), Decimals: 3},
		{Head: bracketed("spread of z", j.Interval, "CrI"), Decimals: 2, Priority: document.Useful}, {Head: "tasks"},
		{Head: "the best in\nevery task"}}}
	var rows []document.Row
	shrunken := false
	for _, o := range j.Over {
		shrunken = shrunken || o.Typical != nil
		rows = append(rows, document.Row{Name: o.Judge, Cells: []document.Cell{optionally(o.Typical),
			optionally(o.Spread), document.Count(o.Tasks), chance(o.Everywhere)}})
	}
	if !shrunken && len(j.Over) < 2 {
		return nil
	}
	t.Groups = document.Rows(rows...)
	return t
}

// together says that validities of tasks are drawn towards each other, if they are.
func together(j *result.JudgesByTask) string {
	for _, o := range j.Over {
		if o.Typical != nil && len(j.Over) > 1 {
			return "In the table, each judge's r is drawn to its r in the other tasks. "
		}
	}
	return ""
}
