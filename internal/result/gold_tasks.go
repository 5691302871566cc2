package result

import (
	"context"
	"fmt"
	"slices"

	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// GoldByTask compares groups of people with a gold standard in each task. The values of columns divide the labels into
// tasks, such as criteria.
type GoldByTask struct {
	// Verdict says in sentences which groups are closest to the standard, or how often they are right.
	Verdict  []string   `json:"verdict"`
	Data     Data       `json:"data"` // all labels
	Interval Intervals  `json:"interval"`
	By       []string   `json:"by"` // columns
	Standard string     `json:"standard"`
	Tasks    []GoldTask `json:"tasks"`
	// Over has the validity of the standard with each group over all tasks.
	Over []GoldOver `json:"over"`
}

// GoldOver is the validity of one gold label over all tasks, on the scale of labels.
type GoldOver struct {
	Group string `json:"group"`
	Tasks int    `json:"tasks"` // with a validity
	// Typical is r in a task in the middle of all tasks, and Spread the standard deviation of Fisher's z over tasks.
	// Both are nil for fewer than three tasks.
	Typical *Measure `json:"typical,omitempty"`
	Spread  *Measure `json:"spread,omitempty"`
}

// Together estimates the validity of each group from all tasks: r of a task is drawn towards the group's r in the
// others.
func (gt *GoldByTask) Together(ctx context.Context, settings sampler.Settings, interval posterior.Interval) error {
	gt.Over = []GoldOver{}
	for k, name := range gt.groups() {
		var all []*told
		var of []*GoldGroup
		for _, task := range gt.Tasks {
			var group *GoldGroup
			if task.Gold != nil {
				same := func(g GoldGroup) bool { return g.Study == name }
				if at := slices.IndexFunc(task.Gold.Groups, same); at >= 0 {
					group = &task.Gold.Groups[at]
				}
			}
			if of = append(of, group); group == nil {
				all = append(all, nil)
			} else {
				all = append(all, group.told)
			}
		}
		over, err := newOver(ctx, all, settings, uint64(k), interval)
		if err != nil {
			return err
		}
		gt.Over = append(gt.Over, GoldOver{name, over.tasks, over.typical, over.spread})
		for t, d := range over.draws {
			if d != nil && over.typical != nil {
				of[t].Together = correlationOf(d, interval)
			}
		}
	}
	return nil
}

// groups returns the groups of all tasks.
func (gt *GoldByTask) groups() []string {
	var groups []string
	for _, task := range gt.Tasks {
		if task.Gold == nil {
			continue
		}
		for _, group := range task.Gold.Groups {
			if !slices.Contains(groups, group.Study) {
				groups = append(groups, group.Study)
			}
		}
	}
	return groups
}

// GoldTask is the comparison with the gold standard in one task.
type GoldTask struct {
	ComparedTask
	Gold *Gold `json:"gold,omitempty"`
}

// NewGoldByTask compares groups with a gold standard in each task, as [NewJudgesByTask] does judges with people.
func NewGoldByTask(
	data Data, standard string, tasks []batch.Task, seed uint64,
	compare func(of *study.Table, seed uint64) (*Gold, error),
) (*GoldByTask, error) {
	of, found, err := compareTasks(tasks, seed, compare)
	if err != nil {
		return nil, err
	}
	out := &GoldByTask{Data: data, By: data.By, Standard: standard}
	for i, task := range of {
		out.Tasks = append(out.Tasks, GoldTask{task, found[i]})
	}
	out.Interval = out.First().Interval
	out.Verdict = out.newVerdict()
	return out, nil
}

// First returns the first comparison.
func (gt *GoldByTask) First() *Gold {
	for _, task := range gt.Tasks {
		if task.Gold != nil {
			return task.Gold
		}
	}
	return nil
}

// newVerdict says in how many tasks each group is the closest to the standard, and in which tasks groups are right
// least and most often.
func (gt *GoldByTask) newVerdict() []string {
	all := []string{}
	if text := gt.closestSentence(); text != "" {
		all = append(all, text)
	}
	groups := gt.groups()
	const most = 2
	for _, name := range groups[:min(len(groups), most-len(all))] {
		if text := gt.rangeSentence(name); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// closestSentence says in how many tasks a group is closest for sure; "" if no task has two groups in its fit.
func (gt *GoldByTask) closestSentence() string {
	var names []string
	n, tasks, sure := map[string]int{}, 0, 0
	for _, task := range gt.Tasks {
		if task.Gold == nil {
			continue
		}
		if d := task.Gold.Trust(); d != nil && !d.Converged {
			continue
		}
		c, ok := task.Gold.Closest()
		if !ok {
			continue
		}
		if tasks++; c.Probability < Sure {
			continue
		}
		if sure++; n[c.First] == 0 {
			names = append(names, c.First)
		}
		n[c.First]++
	}
	if tasks == 0 {
		return ""
	}
	slices.SortStableFunc(names, func(a, b string) int { return n[b] - n[a] })
	var each []string
	for _, name := range names {
		each = append(each, fmt.Sprintf("%s (%d of %s)", visible.Text(name), n[name], plural(tasks, "task")))
	}
	text := "It is open in every task which group is closest to " + visible.Text(gt.Standard)
	if sure > 0 {
		text = "Closest to " + visible.Text(gt.Standard) + ": " + firstOf(each, "group")
	}
	return text
}

// counted reports whether answers are right or wrong in some task: in all tasks, unless labels of others are numbers.
func (gt *GoldByTask) counted() bool {
	return slices.ContainsFunc(gt.Tasks, func(task GoldTask) bool {
		return task.Gold != nil && task.Gold.Data.Kind != study.Numeric.String()
	})
}

// rangeSentence names the task in which a group is right least often and the task in which it is right most often. For
// numbers it says how far off the answers are. It is "" if the group has no answers.
func (gt *GoldByTask) rangeSentence(name string) string {
	var low, high *GoldTask
	var least, most GoldAnswers
	consensus, votes, single := false, false, true
	for i, task := range gt.Tasks {
		if task.Gold == nil {
			continue
		}
		at := slices.IndexFunc(task.Gold.Groups, func(g GoldGroup) bool { return g.Study == name })
		if at < 0 {
			continue
		}
		group := task.Gold.Groups[at]
		best := group.Best()
		if best.merit() != best.merit() || (best.Right != nil) != gt.counted() {
			continue
		}
		consensus, votes = consensus || group.ByConsensus(), votes || !group.ByConsensus()
		single = single && group.Labels == group.Items
		if low == nil || best.merit() < least.merit() {
			low, least = &gt.Tasks[i], best
		}
		if high == nil || best.merit() > most.merit() {
			high, most = &gt.Tasks[i], best
		}
	}
	if low == nil {
		return ""
	}
	if most.Right == nil {
		return fmt.Sprintf("Mean labels of %s are off by %s (%s) to %s (%s; root mean square, level aside)",
			visible.Text(name), most.RMSE.Estimate.fixed(2), visible.Text(high.Name()), least.RMSE.Estimate.fixed(2),
			visible.Text(low.Name()))
	}
	who := "The majority vote of %s is"
	switch {
	case single:
		who = "Labels of %s are"
	case consensus && votes:
		who = "The consensus or majority vote of %s is"
	case consensus:
		who = "The consensus of %s is"
	}
	return fmt.Sprintf(who+" right on %s of items (%s) to %s (%s)", visible.Text(name),
		percentage(least.Right.Estimate), visible.Text(low.Name()), percentage(most.Right.Estimate),
		visible.Text(high.Name()))
}

// Trust returns the diagnostics of all fits together: each message names the task. A task without comparison is a
// warning.
func (gt *GoldByTask) Trust() *Diagnostics {
	var names []string
	var of []*Diagnostics
	for _, task := range gt.Tasks {
		var d *Diagnostics
		if task.Gold != nil {
			if d = task.Gold.Trust(); d == nil { // nothing was sampled, and nothing can be in doubt
				d = &Diagnostics{OK: true, Converged: true}
			}
		}
		names, of = append(names, task.Name()), append(of, d)
	}
	return trustOf(names, of)
}

// CautionTexts returns the cautions of tasks as sentences.
func (gt *GoldByTask) CautionTexts() []string {
	var names []string
	var of []Data
	for _, task := range gt.Tasks {
		if task.Gold != nil {
			names, of = append(names, task.Name()), append(of, task.Gold.Data)
		}
	}
	return append(gt.Data.CautionTexts(), taskCautions(names, of)...)
}
