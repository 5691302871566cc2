package ask

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/tasks/fits"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
)

// Tasks is the answer of the fits of several tasks of one file, such as each category against the rest, with
// coefficients of all labels together. Data describes all labels, before they were cut.
func Tasks(
	data result.Data, interval posterior.Interval, cut []string, tasks []fits.Task, together []result.Agreement,
) *answer.Answer {
	a := answer.New("fit", data, result.NewIntervals(interval, together))
	a.Cut = cut
	for _, task := range tasks {
		if addTask(a, task); task.Result != nil {
			a.Interval.Resampled = cmp.Or(a.Interval.Resampled, task.Result.Interval.Resampled)
		}
	}
	of := Agreement(data, interval.Level, Coefficients{All: together})
	a.Notes = append(a.Notes, of.Notes...)
	a.Append(of)
	return a
}

// addTask adds the rows and the run of a task: the means of its labels, and its fit. A task without a fit has a row
// that says why.
func addTask(a *answer.Answer, task fits.Task) {
	at := answer.Key{Task: strings.Join(task.Key, ", ")}
	if !task.Fitted() {
		a.Add("fit", at, math.NaN()).Why = task.Undefined
	}
	var run answer.Run
	if r := task.Result; r != nil {
		run = r.Runs[0]
		run.Data = &r.Data
		mean, why := "observed_mean", ""
		if r.Data.Kind == study.Binary.String() {
			mean = "observed_rate"
		}
		if task.Status() == fits.TaskNotConverged {
			why = strings.Join(run.Trust.Messages, " ")
		}
		for _, s := range r.Data.Studies {
			at.Group = s.Name
			a.Add(mean, at, float64(s.Mean)).Why = why
		}
		for _, of := range r.Rows {
			row := *of // the task keeps its own
			row.Task, row.Why = at.Task, cmp.Or(of.Why, why)
			a.Put(&row)
		}
	}
	run.Task, run.Key = at.Task, task.Key
	a.Runs = append(a.Runs, run)
}

// Task is the answer of one task.
func Task(task fits.Task) *answer.Answer {
	a := answer.New("fit", result.Data{}, result.Intervals{})
	addTask(a, task)
	return a
}

// TaskRows are the rows of a task for a table of many: without those under other priors and those that the model
// implies, which are in the report of the task.
func TaskRows(a *answer.Answer) []*answer.Row {
	return slices.DeleteFunc(slices.Clone(a.Rows), func(r *answer.Row) bool {
		return r.Prior != "" || r.By == answer.Model
	})
}

// Together adds what the tasks say together, if it is known, and the verdict.
func Together(a, over *answer.Answer) {
	if over != nil {
		a.Append(over)
	}
	a.Verdict = say.TasksVerdict(a)
}

// Confuse adds how often each category of one group goes with each category of another, on the items of both; of one
// group, how often two labels of an item do.
func Confuse(a *answer.Answer, t *study.Table) {
	names, categories := t.Studies(), t.Categories()
	add := func(i, j int, at answer.Key) {
		found := nonparam.Confuse(t.StudyAt(i), t.StudyAt(j))
		for y, row := range found.Share {
			for z, share := range row {
				at.Category, at.Against = categories[y], categories[z]
				a.Add("confused", at, share).N = found.Items
			}
		}
	}
	for i, name := range names {
		add(i, i, answer.Key{Group: name})
	}
	for i, name := range names {
		for j := range names[:i] {
			add(j, i, answer.Key{Group: names[j], Of: name})
		}
	}
}

// Batch is the answer of a run of many tasks as a whole, in the making. The tables of its folder have each task.
type Batch struct {
	*answer.Answer
	ranking say.Ranking
	counts  [5]int // tasks, and of these finished, finished earlier, fitted, not converged
	unfit   []unfit
}

// unfit is a reason why tasks have no fit.
type unfit struct {
	why, first string
	tasks      int
}

// NewBatch returns the answer of a run of a number of tasks, of which some were finished earlier. Data describes all
// labels; text without a file leaves it out.
func NewBatch(data result.Data, cut []string, tasks, earlier int, folder string) *Batch {
	b := &Batch{Answer: answer.New("batch", data, result.Intervals{}), counts: [5]int{tasks, 0, earlier}}
	b.Cut, b.Set["folder"] = cut, folder
	return b
}

// Add counts what became of a task, whose answer is given too.
func (b *Batch) Add(task fits.Task, one *answer.Answer) {
	b.ranking.Add(one, one.Runs[0])
	if task.Result != nil {
		b.Interval.Resampled = cmp.Or(b.Interval.Resampled, task.Result.Interval.Resampled)
	}
	b.counts[1]++
	if !task.Fitted() {
		name := one.Runs[0].Task
		i := slices.IndexFunc(b.unfit, func(u unfit) bool { return u.why == task.Undefined })
		if i < 0 {
			i, b.unfit = len(b.unfit), append(b.unfit, unfit{task.Undefined, name, 0})
		}
		b.unfit[i].tasks++
		return
	}
	if len(b.Runs) == 0 { // whose model stands for all
		b.Runs = []answer.Run{{Model: task.Result.Model()}}
	}
	if b.counts[3]++; task.Status() == fits.TaskNotConverged {
		b.counts[4]++
	}
}

// Finished is how many tasks have an outcome.
func (b *Batch) Finished() int { return b.counts[1] }

// Together adds what the tasks say together, and the verdict. The most frequent reasons come first.
func (b *Batch) Together(interval posterior.Interval, over *answer.Answer) {
	b.Interval.Level, b.Interval.Kind = interval.Level, interval.Kind.String()
	if over != nil {
		for _, r := range over.Rows {
			if r.Q.Name != "over_task" { // a table of the folder has them
				b.Put(r)
			}
		}
	}
	for i, n := range b.counts {
		b.Answer.Add([]string{"tasks", "tasks_finished", "tasks_earlier", "tasks_fitted", "tasks_not_converged"}[i],
			answer.Key{}, float64(n))
	}
	slices.SortStableFunc(b.unfit, func(x, y unfit) int { return y.tasks - x.tasks })
	for i, u := range b.unfit {
		r := b.Words("tasks_without_fit", answer.Key{K: i + 1}, u.first)
		r.N, r.Why = u.tasks, u.why
	}
	b.Verdict = append(b.ranking.Verdict(b.Answer), say.Counted(b.Answer))
}
