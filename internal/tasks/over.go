package tasks

import (
	"io"
	"strings"

	"concord/internal/result"
)

const (
	overFile = "over.csv"
	pageFile = "report.html"
)

// Page has a page of all tasks written in the folder.
func (f *Folder) Page(write func(io.Writer) error) error { return f.write(pageFile, write) }

// WriteSummaries writes the estimates of each task given all tasks as a table: a row for each task and quantity, with
// the probability that it is the largest of all.
func (f *Folder) WriteSummaries(cut []string, all []result.TaskSummary) error {
	numbers := []string{"estimate", "lower", "upper", "p_largest"}
	columns := []result.TaskColumn{{Name: "quantity"}, {Name: "studies"}, {Name: "scale"}}
	for _, name := range numbers {
		columns = append(columns, result.TaskColumn{Name: name, Number: true})
	}
	columns = append(result.KeyColumns(cut, columns), columns...)
	return f.write(overFile, func(w io.Writer) error {
		out := newCSV(w, columns)
		for _, ov := range all {
			for _, task := range ov.Each {
				cells := append(keyCells(task.Key), ov.Quantity, strings.Join(ov.Studies, " | "), ov.Scale,
					float64(task.Median), float64(task.Lower), float64(task.Upper), float64(task.Best))
				if err := out.write(cells); err != nil {
					return err
				}
			}
		}
		return out.close()
	})
}
