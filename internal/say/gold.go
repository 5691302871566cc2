package say

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// mostVerdicts is how many sentences a verdict has at most.
const mostVerdicts = 3

// source is the gold standard.
func (s Scope) source() string { return s.Fill("{source}") }

// Groups are the groups of the task of the scope, the closest to the standard first.
func (s Scope) Groups() []Scope {
	var all []Scope
	for _, part := range s.Parts() {
		if part.Task == s.At.Task {
			all = append(all, Scope{s.Answer, part})
		}
	}
	return all
}

// by is the scope with the answers of somebody.
func (s Scope) by(who string) Scope {
	s.At.By = who
	return s
}

// OneEach reports whether a group gave one label of each item.
func (s Scope) OneEach() bool { return s.Row("labels").Value == s.Row("items").Value }

// Best is the scope with the answers that use all labels of an item best. They are the consensus of the fit, if there
// is one, or else votes or means of labels.
func (s Scope) Best() Scope {
	if best := s.by("consensus"); best.Row("right") != nil && !s.OneEach() {
		return best
	}
	return s.by("votes")
}

// merit is higher for better answers; NaN if they have none.
func (s Scope) merit() float64 {
	if r := s.Row("right"); r != nil {
		return r.Value
	}
	return -s.Row("rmse").Value
}

// Dependent reports whether the number of labels of an item depends on the labels.
func (s Scope) Dependent() bool {
	r := s.by("single").Row("right")
	if r == nil {
		r = s.by("single").Row("rmse")
	}
	return r != nil && r.Reason != ""
}

// Closer is the probability that one group is closer to the standard than another; NaN if the fit does not have both.
func (s Scope) Closer(a, b string) float64 {
	if r := s.Get("validity_difference", answer.Key{Task: s.At.Task, Of: a, Against: b}); r != nil {
		return r.P
	}
	return math.NaN()
}

// validity is r of one gold label with the group; nil if the fit does not have it.
func (s Scope) validity() *answer.Row {
	at := s.At
	at.Of = s.Set["source"]
	return s.Get("validity", at)
}

// GoldVerdict says how groups compare with the standard: which one is closest, and how often each is right.
func GoldVerdict(s Scope) []string {
	all := []string{}
	trusted := s.Converged(s.At)
	c, ok := s.nearest()
	switch {
	case !trusted:
		all = append(all, "No verdict on true scores: the chains have not converged")
	case ok:
		all = append(all, c.Sentence())
	}
	groups := s.Groups()
	if len(groups) == 1 {
		all = append(all, groups[0].answers())
		one := groups[0]
		if one.At.Of = s.Set["source"]; trusted {
			if text := one.Fill("[One label of {of} is worth {worth_of_gold.all} labels of {pool}]"); text != "" {
				all = append(all, text)
			}
		}
		return all
	}
	slices.SortStableFunc(groups, func(a, b Scope) int { return cmp.Compare(b.Best().merit(), a.Best().merit()) })
	for _, g := range groups[:min(len(groups), mostVerdicts-len(all))] {
		all = append(all, g.answers())
	}
	return all
}

// answers says how often a group is right, or how far off it is.
func (s Scope) answers() string {
	best, name := s.Best(), visible.Text(s.At.Group)
	percent := func(r *answer.Row) string { return document.Percent(r.Value, 1) }
	if best.Row("right") == nil {
		one := best
		if !s.OneEach() {
			one = s.by("single")
		}
		return fmt.Sprintf("The mean label of %s is off by %s (root mean square, ignoring level), one label by %s",
			name, document.Fixed(best.Row("rmse").Value, 2), document.Fixed(one.Row("rmse").Value, 2))
	}
	who := "The majority vote of %s is"
	switch {
	case s.OneEach():
		who = "Labels of %s are"
	case best.At.By == "consensus":
		who = "The consensus of %s is"
	}
	text := fmt.Sprintf(who+" right on %s of %s", name, percent(best.Row("right")),
		document.Plural(best.Row("right").N, "item"))
	if !s.OneEach() {
		one := s.by("single_by_fit").Row("right")
		if one == nil {
			one = s.by("single").Row("right")
		}
		text += ", one label on " + percent(one)
	}
	return text
}

// Unlike says that the fit does not describe how means of labels of a group correlate with gold labels; "" if it does.
// It takes the largest number of labels with an observed correlation. The fit fails if this correlation is more than
// two half widths of the interval off.
func (s Scope) Unlike() string {
	var last Scope
	for _, r := range s.Of("observed_of_mean") {
		if r.Part() == s.At && r.Defined() {
			last = s.at(r)
		}
	}
	if last.Answer == nil {
		return ""
	}
	seen, fit := last.Row("observed_of_mean"), last.Row("validity_of_mean")
	if !fit.Defined() || math.Abs(seen.Value-fit.Value) <= fit.Upper-fit.Lower {
		return ""
	}
	show := func(x float64) string { return document.Fixed(x, 2) }
	return fmt.Sprintf("The mean of %s of %s correlates with a gold label by %s, but the fit expects %s [%s, %s]: r "+
		"may be off as much. Look for people who label at random.", document.Plural(seen.K, "label"),
		visible.Text(s.At.Group), show(seen.Value), show(fit.Value), show(fit.Lower), show(fit.Upper))
}

// GoldOfTasks says in how many tasks each group is the closest to the standard, and in which tasks groups are right
// least and most often.
func GoldOfTasks(a *answer.Answer) []string {
	all := []string{}
	var tasks []Scope
	var groups []string
	for _, part := range a.Parts() {
		if part.Task != "" && !slices.Contains(groups, part.Group) {
			groups = append(groups, part.Group)
		}
	}
	for _, task := range a.Tasks() {
		tasks = append(tasks, Scope{a, answer.Key{Task: task}})
	}
	if text := closestInTasks(tasks); text != "" {
		all = append(all, text)
	}
	for _, name := range groups[:min(len(groups), 2-len(all))] {
		if text := rangeOfTasks(tasks, name); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// closestInTasks says in how many tasks a group is closest for sure; "" if no task has two groups in its fit.
func closestInTasks(all []Scope) string {
	var names []string
	n, tasks := map[string]int{}, 0
	source := ""
	for _, task := range all {
		source = task.source()
		c, ok := task.nearest()
		if !ok || !task.Converged(task.At) {
			continue
		}
		if tasks++; c.Probability < result.Sure {
			continue
		}
		if n[c.First]++; n[c.First] == 1 {
			names = append(names, c.First)
		}
	}
	switch {
	case tasks == 0:
		return ""
	case len(names) == 0:
		return "It is open in every task which group is closest to " + source
	}
	slices.SortStableFunc(names, func(a, b string) int { return n[b] - n[a] })
	var each []string
	for _, name := range names {
		each = append(each, fmt.Sprintf("%s (%d of %s)", visible.Text(name), n[name], document.Plural(tasks, "task")))
	}
	return "Closest to " + source + ": " + firstNames(each, "group")
}

// rangeOfTasks names the task in which a group is right least often and the task in which it is right most often. For
// numbers it says how far off the answers are. It is "" if the group has no answers.
func rangeOfTasks(all []Scope, name string) string {
	counted := len(all) > 0 && len(all[0].Of("right")) > 0
	var low, high Scope
	consensus, votes, single := false, false, true
	for _, task := range all {
		group := Scope{task.Answer, answer.Key{Task: task.At.Task, Group: name}}
		if group.Row("labels") == nil {
			continue
		}
		best := group.Best()
		if best.merit() != best.merit() || (best.Row("right") != nil) != counted {
			continue
		}
		consensus, votes = consensus || best.At.By == "consensus", votes || best.At.By == "votes"
		single = single && group.OneEach()
		if low.Answer == nil || best.merit() < low.merit() {
			low = best
		}
		if high.Answer == nil || best.merit() > high.merit() {
			high = best
		}
	}
	if low.Answer == nil {
		return ""
	}
	at := func(s Scope) string { return visible.Text(s.At.Task) }
	if !counted {
		return fmt.Sprintf("Mean labels of %s are off by %s (%s) to %s (%s; root mean square, ignoring level)",
			visible.Text(name), document.Fixed(-high.merit(), 2), at(high), document.Fixed(-low.merit(), 2), at(low))
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
		document.Percent(low.merit(), 1), at(low), document.Percent(high.merit(), 1), at(high))
}
