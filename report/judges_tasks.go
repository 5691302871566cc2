package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// JudgesByTask lays out how judges compare with people in each task.
func JudgesByTask(j *result.JudgesByTask) *document.Document {
	d := &document.Document{Title: "Judges: " + path.Base(filepath.ToSlash(j.Data.File)),
		Read: view.ReadLine(j.Data) + taskWords(j.By, len(j.Tasks)), Verdict: j.Verdict,
		Alerts: j.CautionTexts()}
	var tasks []result.ComparedTask
	var of []*result.Judges
	var records []*document.Table
	for n, task := range j.Tasks {
		tasks, of = append(tasks, task.ComparedTask), append(of, task.Judges)
		var table *document.Table
		var verdict []string
		var detail []document.Section
		if task.Judges != nil {
			table, detail = judgesRecords(task.Judges), judgesDetail(task.Judges)
			verdict = []string{task.Judges.Verdict}
			detail[0].Parts[0].Chart = validityStrips(task.Judges)
		}
		records = append(records, table)
		d.Sections = append(d.Sections, taskSections(n, task.ComparedTask, verdict, detail,
			len(j.Tasks) > shortRows)...)
	}
	d.Records = recordsByTask(j.By, tasks, records)
	list := view.Noted(withoutComparison(tasks))
	if j.Data.DefaultKind != nil {
		list = append(list, document.Entry{Term: "Scale", Text: j.Data.DefaultKind.Text})
	}
	answer := document.Section{ID: "answer", Title: "In short", Parts: []document.Part{
		shorterTable(mostTaskRows, func(most int) *document.Table {
			if t := tasksByJudges(j, most); t != nil {
				return t
			}
			return judgesOfTasks(j, most)
		}), {List: list},
		taskChecks(fewPeople(of...), j.Trust()),
		{Text: []string{fmt.Sprintf("Each task is fitted alone. %sMedians and %s%s.", together(j),
			levelName(j.Interval, "credible intervals"), labelsOfTasks(of))}}}}
	if over := overJudges(j); over != nil {
		d.Sections = append([]document.Section{{ID: "together", Title: "All tasks together", Level: document.Detail,
			Lead: []string{"Each judge's validity in a task is drawn to its validity in the other tasks, the less " +
				"its labels say there the more. The typical validity is that of a task in the middle of them."},
			Parts: []document.Part{{Table: over}, {Table: judgesOfTasks(j, len(j.Tasks)*len(j.Over))}}}},
			d.Sections...)
	}
	data := view.DataSection(j.Data)
	data.Level = document.Detail
	d.Sections = ordered(append(append([]document.Section{answer}, d.Sections...), data))
	return d
}

// labelsOfTasks is labelsAs for all tasks; "" if it differs between tasks.
func labelsOfTasks(all []*result.Judges) string {
	text := ""
	for _, j := range all {
		if j == nil {
			continue
		}
		switch as := labelsAs(j.Data.Kind, j.Model); {
		case text == "":
			text = as
		case text != as:
			return ""
		}
	}
	return text
}

// judgesOfTasks has a row for each task and judge. If that makes too many rows, it has the best judge of each task.
func judgesOfTasks(j *result.JudgesByTask, most int) *document.Table {
	columns := []document.Column{{}, {Head: "judge", Words: true},
		{Head: "validity r", Decimals: 2}, {Head: "a person's r", Decimals: 2, Priority: document.Useful},
		{Head: "worth in\nhuman labels", Decimals: 1, Priority: document.Spare},
		{Head: "better than\na person", Words: true}, {Head: "probability", Priority: document.Spare},
		{Head: "bias", Decimals: 2, Priority: document.Useful}}
	caption := ""
	rows, best := []document.Row{}, []document.Row{}
	judges := 0
	for _, task := range j.Tasks {
		if task.Judges == nil {
			continue
		}
		scale := len(task.Judges.People.Validity) - 1
		judges = max(judges, len(task.Judges.Judges))
		for i, s := range task.Judges.Judges {
			row := document.Row{Name: shortTask(task.ComparedTask),
				Cells: []document.Cell{document.Text(document.Clip(s.Study)),
					measured(s.Validity[scale]), median(&task.Judges.People.Validity[scale]), worth(s.Worth[scale], 0),
					document.Text(s.Better()), chance(s.BetterThanRandom), bias(s.Bias)}}
			if rows = append(rows, row); i == 0 {
				best = append(best, row)
			}
		}
	}
	if len(rows) > most && judges > 1 {
		rows, caption = best, "The best of each task"
	}
	return taskTable(caption, "Judge", columns, rows, most)
}
