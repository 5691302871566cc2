package tasks

import (
	"io"

	"concord/internal/answer"
	"concord/internal/quantity"
	"concord/internal/tasks/batch"
)

const (
	overFile = "over.csv"
	pageFile = "report.html"
)

// Page has a page of all tasks written in the folder.
func (f *Folder) Page(write func(io.Writer) error) error { return f.write(pageFile, write) }

// WriteSummaries writes the estimates of each task given all tasks as a table: a row for each task and quantity, with
// the probability that it is the largest of all.
func (f *Folder) WriteSummaries(cut []string, tasks []batch.Task, over *answer.Answer) error {
	keys := map[string][]string{}
	for _, task := range tasks {
		keys[task.Key.String()] = task.Key.Values()
	}
	return f.write(overFile, func(w io.Writer) error {
		out := newCSV(w, columnsOf(cut))
		for _, r := range over.Of("over_task") {
			row := answer.NewRow(quantity.Of(r.Term), r.Key, r.Value).Within(r.Lower, r.Upper)
			row.Task, row.Term, row.Design, row.P = "", "", "", r.P
			if err := out.write(append(keyCells(keys[r.Task]), row.Cells()...)); err != nil {
				return err
			}
		}
		return out.close()
	})
}
