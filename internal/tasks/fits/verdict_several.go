package fits

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// Lead returns the number by which tasks are compared: the mean ρ with the reference, or the reliability of one label
// (ICC) if the task has no ρ. It is undefined of a task without a fit.
func (task Task) Lead() (quantity string, value result.Number) {
	if !task.Fitted() {
		return "", result.Undefined()
	}
	all := task.leads()
	for _, e := range all {
		value += e.Centre()
	}
	return leadOf(task.Result), value / result.Number(len(all))
}

// leadOf is the quantity by which a task is compared.
func leadOf(r *result.Result) string {
	if r.Model.Reference != "" && len(r.Data.Studies) > 1 {
		return catalogue.Rho
	}
	return catalogue.ICC
}

// leads are the estimates of a fitted task by which it is compared: one of each group.
func (task Task) leads() (all []result.Estimate) {
	l := result.Look(task.Result)
	if leadOf(task.Result) == catalogue.Rho {
		for _, other := range l.Others() {
			if e, ok := l.Pair(catalogue.Rho, l.Model.Reference, other); ok {
				all = append(all, e)
			}
		}
		return all
	}
	for _, s := range l.Data.Studies {
		if e, ok := l.Find(catalogue.ICC, s.Name); ok {
			all = append(all, e)
		}
	}
	return all
}

// Ranked returns the tasks from the highest ρ to the lowest, or ICC if there is one study, and those without last.
// Tasks of an order in time stay in their order.
func (sev *Several) Ranked() []Task {
	if slices.ContainsFunc(sev.Summaries, func(o TaskSummary) bool { return o.Trend != nil }) {
		return sev.Tasks
	}
	of := map[string]float64{}
	for _, task := range sev.Tasks {
		_, x := task.Lead()
		if of[task.name()] = float64(x); math.IsNaN(float64(x)) {
			of[task.name()] = math.Inf(-1)
		}
	}
	sorted := slices.Clone(sev.Tasks)
	slices.SortStableFunc(sorted, func(a, b Task) int { return cmp.Compare(of[b.name()], of[a.name()]) })
	return sorted
}

func (task Task) name() string { return visible.Text(strings.Join(task.Key, ", ")) }

// mostVerdicts is how many sentences a verdict has at most.
const mostVerdicts = 3

// ranking is the tasks that are compared.
type ranking struct {
	quantity string
	tasks    int
	doubtful int            // whose chains have not converged
	between  string         // the groups whose ρ it is; "" if tasks have other ones, or several
	places   []result.Place // of each task, and of each group if a task has several
}

func (rk *ranking) add(task Task) {
	quantity, x := task.Lead()
	if task.Status() == TaskNotConverged {
		rk.doubtful++
		return
	}
	if !x.Defined() || rk.quantity != "" && rk.quantity != quantity {
		return
	}
	all, reference := task.leads(), task.Result.Model.Reference
	between := ""
	if len(all) == 1 && quantity == catalogue.Rho {
		between = visible.Text(reference) + " and " + visible.Text(otherOf(all[0], reference))
	}
	if rk.tasks++; rk.tasks == 1 {
		rk.quantity, rk.between = quantity, between
	} else if rk.between != between {
		rk.between = ""
	}
	for _, e := range all {
		name := task.name()
		if len(all) > 1 {
			name += " of " + visible.Text(otherOf(e, reference))
		}
		rk.places = append(rk.places, result.Place{Name: name, Value: e.Centre(), SD: e.Spread()})
	}
}

// sentence says how the tasks lie, with the numbers of their rows.
func (rk *ranking) sentence() string {
	if rk.tasks < 2 {
		return ""
	}
	name := "Reliability of one label (ICC)"
	switch {
	case rk.between != "":
		name = fmt.Sprintf("Agreement of %s (ρ)", rk.between)
	case rk.quantity == catalogue.Rho:
		name = "Agreement with the reference (ρ)"
	}
	return name + ": " + result.Order(rk.places, "in")
}

func otherOf(pair result.Estimate, reference string) string {
	if pair.Studies[0] == reference {
		return pair.Studies[1]
	}
	return pair.Studies[0]
}

// Conclude says in sentences what the tasks show together. It is called when they are all there.
func (sev *Several) Conclude() {
	var rk ranking
	for _, task := range sev.Tasks {
		rk.add(task)
	}
	sev.Verdict = verdictOver(sev.Summaries, rk, referenceOf(sev.First()), sev.Partial)
}

// Conclude does so for a run whose tasks are in a folder, and puts the most frequent reasons first.
func (bt *Batch) Conclude() {
	slices.SortStableFunc(bt.Unfit, func(x, y Unfit) int { return y.Tasks - x.Tasks })
	reference := ""
	if bt.Model != nil {
		reference = bt.Model.Reference
	}
	bt.Verdict = append(verdictOver(bt.Summaries, bt.ranking, reference, bt.Partial),
		fmt.Sprintf("%s: %s", document.Plural(bt.Tasks, "task"), bt.counted()))
}

func referenceOf(r *result.Result) string {
	if r == nil || r.Model == nil {
		return ""
	}
	return r.Model.Reference
}

// verdictOver is the finding over all tasks: the change over time, the group that is closer to the reference, the
// middle ρ or ICC, and the tasks in which it is highest and lowest.
func verdictOver(all []TaskSummary, rk ranking, reference string, partial bool) []string {
	if partial {
		return []string{"No verdict over the tasks: the run was interrupted"}
	}
	if rk.tasks == 0 && rk.doubtful > 0 {
		return []string{"No verdict: the chains of no task have converged"}
	}
	verdict, open := append([]string{}, changeSentences(all, reference)...), ""
	var middles []TaskSummary
	for _, o := range all {
		switch {
		case !o.Typical.Median.Defined():
		case o.Quantity == catalogue.RhoDifference && o.Positive.Defined():
			if o.Positive >= result.Sure || o.Positive <= 1-result.Sure {
				verdict = append(verdict, o.closer())
			} else {
				open = cmp.Or(open, o.closer())
			}
		case rk.quantity == o.Quantity && (o.Quantity == catalogue.ICC || slices.Contains(o.Studies, reference)):
			middles = append(middles, o)
		}
	}
	for _, text := range []string{middleSentence(middles, reference), rk.sentence(), open} {
		if text != "" && len(verdict) < mostVerdicts {
			verdict = append(verdict, text)
		}
	}
	return verdict
}

// closer says which of two groups is closer to the reference over the tasks.
func (ov TaskSummary) closer() string {
	c := result.Closest{Reference: ov.Studies[0], First: ov.Studies[1], Next: ov.Studies[2],
		Probability: ov.Positive, Of: 2}
	if c.Probability < 0.5 {
		c.First, c.Next, c.Probability = c.Next, c.First, 1-c.Probability
	}
	if c.Probability >= result.Sure {
		return c.Sentence() + ", over all tasks"
	}
	return c.Sentence()
}

// middleSentence says how large a quantity is in the middle of the tasks.
func middleSentence(all []TaskSummary, reference string) string {
	if len(all) == 0 {
		return ""
	}
	var parts []string
	for _, o := range all[:min(len(all), mostVerdicts)] {
		text := document.Fixed(float64(o.Typical.Median), 2) + " " + o.Typical.text()
		of := o.Studies[0]
		if o.Quantity == catalogue.Rho && len(o.Studies) == 2 && of == reference {
			of = o.Studies[1]
		}
		if o.Quantity == catalogue.Rho || len(all) > 1 {
			text += " for " + visible.Text(of)
		}
		parts = append(parts, text)
	}
	name := "Reliability of one label (ICC), middle task"
	if all[0].Quantity == catalogue.Rho {
		name = "Agreement with " + visible.Text(reference) + " (ρ), middle task"
		if all[0].Grouping != "" {
			name = "Agreement with the reference (ρ), middle task"
		}
	}
	return name + ": " + strings.Join(parts, ", ")
}
