package result

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/tasks/batch"
	"concord/study"
)

// tasksNamed are tasks of one column, without labels.
func tasksNamed(names ...string) []batch.Task {
	var all []batch.Task
	for _, name := range names {
		all = append(all, batch.Task{Key: batch.Key{{Name: "criterion", Value: name}},
			Table: func() *study.Table { return nil }})
	}
	return all
}

// A verdict on tasks counts conclusive tasks of each judge, names a single one, and leaves out chains that have not
// converged.
func TestVerdictOfJudgesByTask(t *testing.T) {
	for _, c := range []struct {
		of   [][]Number // of each task, of each judge; nil: no comparison
		not  int        // this task has not converged; −1: all have
		want []string
	}{
		{[][]Number{{0.99, 0.5}, {0.96, 0.01}, {0.5, 0.02}}, -1, []string{
			"Better than one random person: j0 (2 of 3 tasks)",
			"Less well than one random person: j1 (2 of 3 tasks)"}},
		{[][]Number{{0.5}, {0.97}}, -1, []string{"Better than one random person: j0 (1 of 2 tasks: t1)"}},
		{[][]Number{{0.97}, nil}, -1, []string{"Better than one random person: j0 (1 of 1 tasks)"}},
		{[][]Number{{0.5}, {0.5}}, -1,
			[]string{"No judge follows people's true scores better than one random person in any task"}},
		{[][]Number{{0.99}, {0.99}}, 1, []string{"Better than one random person: j0 (1 of 1 tasks)",
			"No verdict on 1 task: the chains have not converged"}},
		{[][]Number{{0.99}}, 0, []string{"No verdict: the chains of no task have converged"}},
		{[][]Number{{0.1, 0.99}, {0.5, 0.96}}, -1, []string{"Better than one random person: j1 (2 of 2 tasks)"}},
	} {
		var names []string
		for n := range c.of {
			names = append(names, fmt.Sprint("t", n))
		}
		n := -1
		all, err := NewJudgesByTask(Data{By: []string{"criterion"}}, "people", tasksNamed(names...), 1,
			func(*study.Table, uint64) (*Judges, error) {
				n++
				if c.of[n] == nil {
					return nil, &NoComparison{errors.New("nobody labels it.\n  more")}
				}
				js := &Judges{Diagnostics: converged()}
				js.Diagnostics.Converged = n != c.not
				for i, p := range c.of[n] {
					js.Judges = append(js.Judges, standing(fmt.Sprint("j", i), p))
				}
				return js, nil
			})
		require.NoError(t, err)
		assert.Equal(t, c.want, all.Verdict)
		assert.Equal(t, c.not < 0, all.Trust().Converged)
		for i, task := range all.Tasks {
			if c.of[i] == nil {
				assert.Equal(t, "nobody labels it", task.Undefined)
				assert.False(t, all.Trust().OK)
			}
		}
	}
}

// An error that is about more than one task ends the comparison; if no task can be compared, the first reason does.
func TestNoTaskCanBeCompared(t *testing.T) {
	failed := errors.New("the disk is full")
	_, err := NewJudgesByTask(Data{}, "people", tasksNamed("a", "b"), 1,
		func(*study.Table, uint64) (*Judges, error) { return nil, failed })
	require.ErrorIs(t, err, failed)
	calls := 0
	_, err = NewJudgesByTask(Data{}, "people", tasksNamed("a", "b"), 1, func(*study.Table, uint64) (*Judges, error) {
		calls++
		return nil, &NoComparison{fmt.Errorf("reason %d", calls)}
	})
	require.EqualError(t, err, "reason 1")
	require.Equal(t, 2, calls)
}
