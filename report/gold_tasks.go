package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/document"
	"concord/internal/result"
)

// GoldByTask lays out how groups compare with a gold standard in each task.
func GoldByTask(g *result.GoldByTask) *document.Document {
	d := &document.Document{Title: "Gold standard: " + path.Base(filepath.ToSlash(g.Data.File)),
		Read: readLine(g.Data) + taskWords(g.By, len(g.Tasks)), Verdict: findings(g.Verdict), Alerts: g.CautionTexts()}
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
		{List: noted(withoutComparison(tasks))}, {Checks: chainChecks(g.Trust(), mostMessages)},
		{Text: []string{text}}}}
	data := studiesSection(g.Data)
	data.Level = document.Detail
	d.Sections = ordered(append(append([]document.Section{answer}, d.Sections...), data))
	return d
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
	caption := "Gold: " + clip(g.Standard)
	rows, closest := []document.Row{}, []document.Row{}
	groups := 0
	for _, task := range g.Tasks {
		if task.Gold == nil {
			continue
		}
		groups = max(groups, len(task.Gold.Groups))
		for i, group := range task.Gold.ByValidity() {
			row := document.Row{Name: shortTask(task.ComparedTask), Cells: append([]document.Cell{
				document.Text(clip(group.Study))}, of.cells(group)...)}
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
