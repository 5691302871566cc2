package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// GoldByTask lays out how groups compare with a gold standard in each task.
func GoldByTask(g *result.GoldByTask) *document.Document {
	d := &document.Document{Title: "Gold standard: " + path.Base(filepath.ToSlash(g.Data.File)),
		Read: view.ReadLine(g.Data) + taskWords(g.By, len(g.Tasks)), Verdict: view.Findings(g.Verdict),
		Alerts: g.CautionTexts()}
	var tasks []result.ComparedTask
	var records []*document.Table
	for n, task := range g.Tasks {
		tasks = append(tasks, task.ComparedTask)
		var table *document.Table
		var verdict []string
		var detail []document.Section
		if task.Gold != nil {
			table, verdict, detail = goldRecords(task.Gold), task.Gold.Verdict, goldDetail(task.Gold)
		}
		records = append(records, table)
		d.Sections = append(d.Sections, taskSections(n, task.ComparedTask, verdict, detail,
			len(g.Tasks) > shortRows)...)
	}
	d.Records = recordsByTask(g.By, tasks, records)
	text := fmt.Sprintf("Each task is fitted alone. %s", goldIntervals(g.First()))
	answer := document.Section{ID: "answer", Title: "In short", Parts: []document.Part{
		shorterTable(mostTaskRows, func(most int) *document.Table { return goldOfTasks(g, most) }),
		{List: view.Noted(withoutComparison(tasks))}, taskChecks(nil, g.Trust()),
		{Text: []string{text}}}}
	if over := goldOver(g); over != nil {
		d.Sections = append(d.Sections, document.Section{ID: "together", Title: "All tasks together",
			Level: document.Detail, Lead: []string{"r of one gold label in each task, drawn to the group's r in the " +
				"other tasks: the less the labels of a task say, the more."}, Parts: []document.Part{{Table: over},
				{Table: goldTogether(g)}}})
	}
	data := view.DataSection(g.Data)
	data.Level = document.Detail
	d.Sections = ordered(append(append([]document.Section{answer}, d.Sections...), data))
	return d
}

// goldOver is the typical r of each group; nil if there is none.
func goldOver(g *result.GoldByTask) *document.Table {
	t := &document.Table{Name: "together", Caption: "All tasks together, label scale", Columns: []document.Column{{},
		{Head: bracketed("typical r", g.Interval, "CrI"), Decimals: 3},
		{Head: bracketed("spread of z", g.Interval, "CrI"), Decimals: 2, Priority: document.Useful}, {Head: "tasks"}}}
	var rows []document.Row
	shrunken := false
	for _, o := range g.Over {
		shrunken = shrunken || o.Typical != nil
		rows = append(rows, document.Row{Name: o.Group, Cells: []document.Cell{optionally(o.Typical),
			optionally(o.Spread), document.Count(o.Tasks)}})
	}
	if !shrunken {
		return nil
	}
	t.Groups = document.Rows(rows...)
	return t
}

// goldTogether has r of each task and group, by the labels of the task alone and given all tasks.
func goldTogether(g *result.GoldByTask) *document.Table {
	t := &document.Table{Name: "tasks_together", Caption: "r of one gold label", Columns: []document.Column{{},
		{Head: "group", Words: true}, {Head: bracketed("given all tasks", g.Interval, "CrI"), Decimals: 2},
		{Head: "by its labels alone", Decimals: 2}}}
	var rows []document.Row
	for _, task := range g.Tasks {
		if task.Gold == nil {
			continue
		}
		for _, group := range task.Gold.Groups {
			if group.Together != nil {
				rows = append(rows, document.Row{Name: shortTask(task.ComparedTask), Cells: []document.Cell{
					document.Text(document.Clip(group.Study)), median(group.Together),
					median(&group.Validity[len(group.Validity)-1])}})
			}
		}
	}
	t.Groups = document.Rows(rows...)
	return t
}

// goldOfTasks has a row for each task and group. If that makes too many rows, it has the closest group of each task.
func goldOfTasks(g *result.GoldByTask, most int) *document.Table {
	var all []*result.Gold
	for _, task := range g.Tasks {
		if task.Gold != nil {
			all = append(all, task.Gold)
		}
	}
	of := newGoldShort(0, all...)
	columns := append([]document.Column{{}, {Head: "group", Words: true}}, of.columns()...)
	caption := "Gold: " + document.Clip(g.Standard)
	rows, closest := []document.Row{}, []document.Row{}
	groups := 0
	for _, task := range g.Tasks {
		if task.Gold == nil {
			continue
		}
		groups = max(groups, len(task.Gold.Groups))
		for i, group := range task.Gold.ByValidity() {
			row := document.Row{Name: shortTask(task.ComparedTask), Cells: append([]document.Cell{
				document.Text(document.Clip(group.Study))}, of.cells(group)...)}
			if rows = append(rows, row); i == 0 {
				closest = append(closest, row)
			}
		}
	}
	if len(rows) > most && groups > 1 {
		rows, caption = closest, caption+", the closest of each task"
	}
	return taskTable(caption, "Group", columns, rows, most)
}
