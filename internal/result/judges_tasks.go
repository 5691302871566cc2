package result

import (
	"cmp"
	"fmt"
	"slices"

	"concord/internal/tasks/batch"
	"concord/study"
)

// JudgesByTask compares judges with people in each task. The values of columns divide the labels into tasks, such as
// criteria.
type JudgesByTask struct {
	// Verdict has sentences: which judges follow people, and in how many tasks.
	Verdict  []string     `json:"verdict"`
	Data     Data         `json:"data"` // all labels
	Interval Intervals    `json:"interval"`
	By       []string     `json:"by"` // columns
	People   string       `json:"people"`
	Tasks    []JudgesTask `json:"tasks"`
	// Over has each judge over all tasks. The judge that is most probably the best in every task comes first.
	Over []JudgeOver `json:"over,omitempty"`
}

// JudgesTask is the comparison of judges in one task.
type JudgesTask struct {
	ComparedTask
	Judges *Judges `json:"judges,omitempty"`
	// Together is the validity of each judge given all tasks, the largest first.
	Together []JudgeInTask `json:"together,omitempty"`
}

// NewJudgesByTask calls a function that compares judges, for the labels of each task and with the seed of the task's
// random numbers. The seed follows from the run's seed and the task's key. data describes all labels. If the function
// returns a [*model.DataError] or a [*NoComparison], the task has the reason in place of a comparison. NewJudgesByTask
// returns the first such error if no task can be compared. It returns any other error at once.
func NewJudgesByTask(
	data Data, people string, tasks []batch.Task, seed uint64,
	compare func(of *study.Table, seed uint64) (*Judges, error),
) (*JudgesByTask, error) {
	of, found, err := CompareTasks(tasks, seed, compare)
	if err != nil {
		return nil, err
	}
	out := &JudgesByTask{Data: data, By: data.By, People: people}
	for i, task := range of {
		out.Tasks = append(out.Tasks, JudgesTask{ComparedTask: task, Judges: found[i]})
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
	var names []string
	var trusted []*Judges
	doubtful := 0
	for _, task := range jt.Tasks {
		switch d := task.Judges.trust(); {
		case d == nil:
		case d.Converged:
			names, trusted = append(names, task.Name()), append(trusted, task.Judges)
		default:
			doubtful++
		}
	}
	if len(trusted) == 0 {
		return []string{"No verdict: the chains of no task have converged"}
	}
	counts := countJudges(names, trusted)
	slices.SortStableFunc(counts, func(a, b judgeCount) int {
		return cmp.Or(cmp.Compare(len(b.better), len(a.better)), cmp.Compare(len(a.worse), len(b.worse)))
	})
	all := []string{betterVerdict(counts, "task", "tasks")}
	slices.Reverse(counts)
	if text := worseVerdict(counts, "tasks"); text != "" {
		all = append(all, text)
	}
	if doubtful > 0 {
		all = append(all, fmt.Sprintf("No verdict on %s: the chains have not converged", plural(doubtful, "task")))
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
	return append(jt.Data.CautionTexts(), TaskCautions(names, of)...)
}
