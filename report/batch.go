package report

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/fits"
	"concord/internal/view"
)

// Batch lays out a run of many tasks as a whole: their summary, and counts of their outcomes. The tables of its folder
// have each task.
func Batch(bt *fits.Batch) *document.Document {
	d := &document.Document{Title: "Many fits", Verdict: bt.Verdict, Alerts: bt.Data.CautionTexts()}
	if bt.Data.File != "" { // otherwise nobody has counted all labels
		d.Read = view.ReadLine(bt.Data)
	}
	if bt.Partial {
		d.Alerts = append(d.Alerts, "PARTIAL: interrupted. Repeat the command to finish.")
	}
	answer := document.Section{ID: "answer", Title: "In short", Level: document.Answer}
	doubts := untimedCheck(bt.Untimed)
	const most = 5
	for i, u := range bt.Unfit {
		if i == most {
			doubts = append(doubts, document.Check{Text: document.Plural(len(bt.Unfit)-i, "further reason") +
				": see the tables."})
			break
		}
		doubts = append(doubts, document.Check{Text: fmt.Sprintf("No fit of %s (%s first): %s.",
			document.Plural(u.Tasks, "task"), strings.Join(u.First, ", "), strings.TrimSuffix(u.Reason, "."))})
	}
	if bt.NotConverged > 0 {
		doubts = append(doubts, document.Check{Text: fmt.Sprintf("%s not converged, do not use the numbers: their "+
			"status is “not converged” in the tables.", document.Plural(bt.NotConverged, "task"))})
	}
	var detail []document.Section
	if bt.Model != nil {
		r := &result.Result{Model: bt.Model}
		over := overSection(bt.Summaries, bt.Interval, r.Model.OnScale(r.LabelScale()))
		if len(over.Parts) > 0 {
			detail = append(detail, over)
			answer.Parts = append(answer.Parts, document.Part{Table: middles(bt.Summaries, bt.Interval)})
		}
		model := view.ModelSection(r.Model)
		model.Title, model.Parts = "Model of each task", model.Parts[:1]
		detail = append(detail, model)
	}
	if bt.Data.File != "" {
		detail = append([]document.Section{view.DataSection(bt.Data)}, detail...)
	}
	for i := range detail {
		detail[i].Level = document.Detail
	}
	answer.Parts = append(answer.Parts, document.Part{Checks: doubts}, document.Part{Text: []string{"Each task and " +
		"quantity is a row of tasks.csv, tasks.jsonl and tasks.parquet in " + bt.Folder + "."}})
	d.Sections = append([]document.Section{answer}, detail...)
	return d
}

// middles is the summary over tasks for a first screen: reliability and agreement.
func middles(all []fits.TaskSummary, iv result.Intervals) *document.Table {
	t := &document.Table{Name: "middle", Caption: "Over the tasks", Columns: []document.Column{{},
		{Head: "middle, " + iv.Name("CrI"), Decimals: decimalsOver},
		{Head: "a further task", Decimals: decimalsOver, Priority: document.Spare}}}
	var rows []document.Row
	for _, o := range all {
		if o.Quantity == catalogue.ICC || o.Quantity == catalogue.Rho {
			rows = append(rows, document.Row{Name: document.Clip(o.Name()), Cells: []document.Cell{over(o.Typical),
				document.Interval{Lower: float64(o.Further.Lower), Upper: float64(o.Further.Upper), SD: coarse}}})
		}
	}
	t.Groups = document.Rows(ends(rows, mostTasks, moreRows)...)
	return t
}
