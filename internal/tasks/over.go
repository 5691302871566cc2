package tasks

import (
	"io"

	"concord/internal/ask"
	"concord/internal/tasks/fits"
)

const (
	overFile = "over.csv"
	pageFile = "report.html"
)

// Page has a page of all tasks written in the folder.
func (f *Folder) Page(write func(io.Writer) error) error { return f.write(pageFile, write) }

// WriteSummaries writes the estimates of each task given all tasks as a table: a row for each task and quantity, with
// the probability that it is the largest of all.
func (f *Folder) WriteSummaries(cut []string, all []fits.TaskSummary) error {
	return f.write(overFile, func(w io.Writer) error {
		out := newCSV(w, columnsOf(cut))
		for _, over := range all {
			for key, row := range ask.Given(over) {
				if err := out.write(append(keyCells(key), row.Cells()...)); err != nil {
					return err
				}
			}
		}
		return out.close()
	})
}
