package result

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Batch is what is said of a run of many tasks as a whole. What became of each stands in the tables of its folder.
type Batch struct {
	Data     Data      `json:"data"` // all labels, before they were cut into tasks; text without File leaves it out
	Interval Intervals `json:"interval"`
	Cut      []string  `json:"cut"`
	// Tasks is how many there are, Finished how many have an outcome, Earlier how many had one before this run.
	Tasks    int `json:"tasks"`
	Finished int `json:"finished"`
	Earlier  int `json:"earlier"`
	// Fitted tasks have estimates, of which those of NotConverged ones are not to be trusted.
	Fitted       int `json:"fitted"`
	NotConverged int `json:"not_converged"`
	// Unfit are the reasons why tasks have no fit, the most frequent first.
	Unfit []Unfit `json:"unfit"`
	// Model is that of the first task that has a fit; nil if there is none.
	Model *Model `json:"model,omitempty"`
	// Over is what the tasks say together; those of each are in a table of the folder.
	Over []Over `json:"over,omitempty"`
	// Folder is where the tables are.
	Folder string `json:"folder"`
	// Partial marks a run that was interrupted.
	Partial bool `json:"partial"`
}

// Unfit is one reason why tasks have no fit.
type Unfit struct {
	Reason string   `json:"reason"`
	Tasks  int      `json:"tasks"`
	First  []string `json:"first"` // key of the first task with it
}

// Add counts what became of a task.
func (bt *Batch) Add(task Task) {
	bt.Finished++
	if bt.Model == nil && task.Fitted() {
		bt.Model = task.Result.Model
	}
	switch task.Status() {
	case TaskFitted:
		bt.Fitted++
		return
	case TaskNotConverged:
		bt.Fitted++
		bt.NotConverged++
		return
	}
	for i := range bt.Unfit {
		if bt.Unfit[i].Reason == task.Undefined {
			bt.Unfit[i].Tasks++
			return
		}
	}
	bt.Unfit = append(bt.Unfit, Unfit{task.Undefined, 1, task.Key})
}

// BatchFormats returns the names of the formats that [Batch.Render] knows.
func BatchFormats() []string { return []string{"text", "json"} }

// Render writes what is said of the run in one of [BatchFormats].
func (bt *Batch) Render(w io.Writer, format string) error {
	slices.SortStableFunc(bt.Unfit, func(x, y Unfit) int { return y.Tasks - x.Tasks })
	switch format {
	case "text":
		return bt.text(w)
	case "json":
		return WriteJSON(w, bt)
	}
	return fmt.Errorf("many fits are written as %s, not as %s", strings.Join(BatchFormats(), " or "), format)
}

// mostReasons is how many reasons of tasks without fit are printed.
const mostReasons = 5

func (bt *Batch) text(w io.Writer) error {
	var blocks []*block
	if bt.Data.File != "" { // otherwise nobody has counted all labels
		blocks = append(blocks, dataBlock(bt.Data))
	}
	if bt.Model != nil {
		m := modelBlock(bt.Model)
		m.lines = m.lines[:2] // the brms formula of one task says nothing of the cut
		m.lines[0].text = "Model of each task" + strings.TrimPrefix(m.lines[0].text, "Model")
		blocks = append(blocks, m)
	}
	counts := &block{}
	counts.heading(fmt.Sprintf("%s: %s", plural(bt.Tasks, "task"), bt.counted()))
	for i, u := range bt.Unfit {
		if i == mostReasons {
			counts.paragraph("  ", plural(len(bt.Unfit)-i, "further reason")+": see the tables.")
			break
		}
		counts.paragraph("  ", fmt.Sprintf("No fit of %s (%s first): %s.", plural(u.Tasks, "task"),
			strings.Join(u.First, ", "), u.Reason))
	}
	blocks = append(blocks, counts)
	if bt.Model != nil {
		r := &Result{Model: bt.Model}
		for _, t := range overTables(bt.Over, bt.Interval, r.OnScale(r.LabelScale())) {
			blocks = append(blocks, t.block())
		}
	}
	end := &block{}
	if bt.Partial {
		end.heading("PARTIAL: interrupted. Repeat the command to finish.")
	}
	end.heading("Each task and quantity is a row of tasks.csv, tasks.jsonl and tasks.parquet in " + bt.Folder + ".")
	return writeBlocks(w, append(blocks, end))
}

// counted says what became of the tasks.
func (bt *Batch) counted() string {
	parts := []string{count(bt.Fitted) + " fitted"}
	if bt.NotConverged > 0 {
		parts = append(parts, count(bt.NotConverged)+" of them not converged")
	}
	if n := bt.Finished - bt.Fitted; n > 0 {
		parts = append(parts, count(n)+" without fit")
	}
	if n := bt.Tasks - bt.Finished; n > 0 {
		parts = append(parts, count(n)+" not done")
	}
	if bt.Earlier > 0 {
		parts = append(parts, count(bt.Earlier)+" done before")
	}
	return strings.Join(parts, ", ")
}
