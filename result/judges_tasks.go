package result

import (
	"cmp"
	"fmt"
	"slices"

	"concord/batch"
	"concord/study"
)

// JudgesByTask is how judges stand beside people in each task, if the values of columns divide labels into tasks, such
// as criteria.
type JudgesByTask struct {
	// Verdict says in sentences which judges follow people, and in how many tasks.
	Verdict  []string     `json:"verdict"`
	Data     Data         `json:"data"` // all labels
	Interval Intervals    `json:"interval"`
	By       []string     `json:"by"` // columns
	People   string       `json:"people"`
	Tasks    []JudgesTask `json:"tasks"`
}

// JudgesTask is the comparison of judges in one task.
type JudgesTask struct {
	ComparedTask
	Judges *Judges `json:"judges,omitempty"`
}

// NewJudgesByTask compares judges in each task of all labels, which data describes, by a function that does so for the
// labels of one with the seed of its random numbers. The seed follows from the run's. Of a task that cannot be
// compared, by a [*model.DataError] or a [*NoComparison], it says why. The error is that of the first one if none can
// be compared, or another that the function returns.
func NewJudgesByTask(
	data Data, people string, tasks []batch.Task, seed uint64,
	compare func(of *study.Table, seed uint64) (*Judges, error),
) (*JudgesByTask, error) {
	of, found, err := compareTasks(tasks, seed, compare)
	if err != nil {
		return nil, err
	}
	out := &JudgesByTask{Data: data, By: data.By, People: people}
	for i, task := range of {
		out.Tasks = append(out.Tasks, JudgesTask{task, found[i]})
	}
	out.Interval = out.First().Interval
	out.Verdict = out.newVerdict()
	return out, nil
}

// First returns the first comparison.
func (jt *JudgesByTask) First() *Judges {
	for _, task := range jt.Tasks {
		if task.Judges != nil {
			return task.Judges
		}
	}
	return nil
}

// newVerdict says which judges follow people's true scores better than a random person, and which less well. A task
// whose chains have not converged does not count.
func (jt *JudgesByTask) newVerdict() []string {
	var trusted []*Judges
	for _, task := range jt.Tasks {
		if d := task.Judges.trust(); d != nil && d.Converged {
			trusted = append(trusted, task.Judges)
		}
	}
	if len(trusted) == 0 {
		return []string{"No verdict: the chains of no task have converged"}
	}
	counts := countJudges(trusted)
	slices.SortStableFunc(counts, func(a, b JudgeCount) int {
		return cmp.Or(cmp.Compare(b.Better, a.Better), cmp.Compare(a.Worse, b.Worse))
	})
	all := []string{betterVerdict(counts, "task", "tasks")}
	slices.Reverse(counts)
	if text := worseVerdict(counts, "tasks"); text != "" {
		all = append(all, text)
	}
	if n := len(jt.Tasks) - len(trusted); n > 0 {
		all = append(all, fmt.Sprintf("%d of %s have no verdict", n, plural(len(jt.Tasks), "task")))
	}
	return all
}

// Trust returns the diagnostics of all fits together: each message names the task. A task without comparison is a
// warning.
func (jt *JudgesByTask) Trust() *Diagnostics {
	var names []string
	var of []*Diagnostics
	for _, task := range jt.Tasks {
		names, of = append(names, task.Name()), append(of, task.Judges.trust())
	}
	return trustOf(names, of)
}

// CautionTexts are the cautions of tasks as sentences.
func (jt *JudgesByTask) CautionTexts() []string {
	var names []string
	var of []Data
	for _, task := range jt.Tasks {
		if task.Judges != nil {
			names, of = append(names, task.Name()), append(of, task.Judges.Data)
		}
	}
	return append(jt.Data.CautionTexts(), taskCautions(names, of)...)
}
