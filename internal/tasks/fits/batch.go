package fits

import (
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// Batch is the result of a run of many tasks as a whole. The tables of its folder have the outcome of each task.
type Batch struct {
	// Verdict says in sentences what was found, the answer first.
	Verdict []string `json:"verdict"`
	// Data is all labels, before they were cut into tasks; text without File leaves it out.
	Data     result.Data      `json:"data"`
	Interval result.Intervals `json:"interval"`
	Cut      []string         `json:"cut"`
	// Tasks is how many there are, Finished how many have an outcome, Earlier how many had one before this run.
	Tasks    int `json:"tasks"`
	Finished int `json:"finished"`
	Earlier  int `json:"earlier"`
	// Fitted tasks have estimates. Do not trust the estimates of the NotConverged ones.
	Fitted       int `json:"fitted"`
	NotConverged int `json:"not_converged"`
	// Unfit are the reasons why tasks have no fit, the most frequent first.
	Unfit []Unfit `json:"unfit"`
	// Model is the model of the first task that has a fit; nil if there is none.
	Model *result.Model `json:"model,omitempty"`
	// Summaries are over all tasks; a table of the folder has a row for each.
	Summaries []TaskSummary `json:"over,omitempty"`
	// Untimed says why tasks that are mostly times have no trend, and how to get one; "" otherwise.
	Untimed string `json:"untimed,omitempty"`
	// Folder is where the tables are.
	Folder string `json:"folder"`
	// Partial marks a run that was interrupted.
	Partial bool `json:"partial"`

	ranking ranking
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
	bt.ranking.add(task)
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

// counted counts the tasks by their outcome.
func (bt *Batch) counted() string {
	parts := []string{document.Integer(bt.Fitted) + " fitted"}
	if bt.NotConverged > 0 {
		parts = append(parts, document.Integer(bt.NotConverged)+" of them not converged")
	}
	if n := bt.Finished - bt.Fitted; n > 0 {
		parts = append(parts, document.Integer(n)+" without fit")
	}
	if n := bt.Tasks - bt.Finished; n > 0 {
		parts = append(parts, document.Integer(n)+" not done")
	}
	if bt.Earlier > 0 {
		parts = append(parts, document.Integer(bt.Earlier)+" done before")
	}
	return strings.Join(parts, ", ")
}
