package say

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/internal/when"
)

// Mean and rate over tasks in time do not come from a fit.
const MeanOverTime, RateOverTime = "mean", "rate"

// TrendNotes say what the table of changes from the first task to the last means.
func TrendNotes(a *answer.Answer) []string {
	all := a.Of("trend")
	s := Scope{a, all[len(all)-1].Key}
	notes := []string{s.Fill("P(changed): the probability of a change between {trend_first} and {trend_last}: in one " +
		"step, along a line, or a level that wanders, so that neighbouring tasks are alike; 50% beforehand. " +
		"P(tasks differ): the probability that they differ at all, also in no order; 75% beforehand. New " +
		"level from: the task at which it most probably began if there was one step; earliest and " +
		"latest: when it began, with 90%. Before and after: the levels on either side, or at the " +
		"first and the last task if a line is more probable. Change along a line: in labels for " +
		"means, in Fisher's z for ρ, in logits for ICC, and for ICC of numbers in logarithms of " +
		"the ratio of mean squares between and within items. Means and these ratios come from one " +
		"model of all tasks' labels, in which labelers of several tasks are the same people.")}
	short, long := s.Row("trend_shortest_step").Value, s.Row("trend_longest_step").Value
	if long > short {
		unit := s.Row("trend_unit").Said
		if long != 1 {
			unit += "s"
		}
		notes = append(notes, fmt.Sprintf("The tasks are %.6g to %.6g %s apart. The line uses these steps; a step "+
			"uses only their order.", short, long, unit))
	}
	return notes
}

// unchanged is the probability of a change up to which a verdict says that there was none.
const unchanged = 0.2

// mostChanges is how many changes of one quantity a verdict names.
const mostChanges = 2

// changeSentences report whether each quantity changed over tasks in time: means, reliability, and agreement with other
// groups. They name the groups that changed, or else the one that most probably did. The surest quantity is first.
// There is none if the tasks are no times.
func changeSentences(a *answer.Answer, reference string) []string {
	var kinds [][]trend
	for _, terms := range [][]string{{MeanOverTime, RateOverTime}, {catalogue.ICC}, {catalogue.Rho}} {
		var timed []trend
		for _, r := range a.Of("trend") {
			if t := (trend{Scope{a, r.Key}}); !math.IsNaN(t.p("changed")) && slices.Contains(terms, r.Term) {
				timed = append(timed, t)
			}
		}
		if timed != nil {
			slices.SortStableFunc(timed, surer)
			kinds = append(kinds, timed)
		}
	}
	slices.SortStableFunc(kinds, func(a, b []trend) int { return surer(a[0], b[0]) })
	var sentences []string
	for _, timed := range kinds {
		for i, t := range timed[:min(len(timed), mostChanges)] {
			if i == 0 || t.p("changed") >= result.Sure || t.p("differ") >= result.Sure {
				sentences = append(sentences, t.sentence(t.subject(timed, reference)))
			}
		}
	}
	return sentences
}

// trend is a quantity over tasks in time.
type trend struct{ Scope }

// p is the probability of an event of the trend.
func (t trend) p(event string) float64 {
	t.At.Event = event
	return t.Row("trend").P
}

// task is the name of a task that a quantity says.
func (t trend) task(name string) string { return visible.Text(t.Row(name).Said) }

// surer puts the quantity first that more probably changed.
func surer(a, b trend) int {
	return cmp.Or(cmp.Compare(b.p("changed"), a.p("changed")), cmp.Compare(b.p("differ"), a.p("differ")))
}

// sentence says whether a quantity changed, or at least differs between tasks, with both probabilities.
func (t trend) sentence(subject string) string {
	units := t.units()
	times := document.Integer(t.Row("trend").N) + " " + units
	changed, differ := t.p("changed"), t.p("differ")
	p := fmt.Sprintf("(changed: %s, %s differ: %s)", document.Chance(changed), units, document.Chance(differ))
	switch {
	case changed >= result.Sure:
		return fmt.Sprintf("%s %s %s%s", subject, t.changed(), p, t.between())
	case differ >= result.Sure && changed > 0.5:
		return fmt.Sprintf("%s differs between %s for sure; most probably it %s %s", subject, units, t.changed(), p)
	case differ >= result.Sure:
		return fmt.Sprintf("%s differs between %s for sure, in no clear order %s", subject, units, p)
	case changed > 0.5:
		return fmt.Sprintf("%s do not show for sure whether %s changed; most probably it %s %s", times,
			strings.ToLower(subject[:1])+subject[1:], t.changed(), p)
	case changed > unchanged:
		return fmt.Sprintf("%s: no sign of a change in %s %s", subject, times, p)
	}
	return fmt.Sprintf("%s: no change in %s %s", subject, times, p)
}

// changed says how the quantity changed, in a step or along a line, whichever is more probable. If it most probably
// wandered, that comes first.
func (t trend) changed() string {
	before, after, way := t.Row("trend_before").Value, t.Row("trend_after").Value, "rose"
	if after < before {
		way = "fell"
	}
	if fixed(before) == fixed(after) {
		way = "changed"
	}
	text := fmt.Sprintf("%s from %s to %s", way, fixed(before), fixed(after))
	if t.p("steady") > t.p("moved") {
		text += fmt.Sprintf(", steadily from %s to %s", t.task("trend_first"), t.task("trend_last"))
	} else {
		text += " after " + t.task("trend_until")
	}
	if t.p("wandered") > max(t.p("steady"), t.p("moved")) {
		return "wandered or " + text
	}
	return text
}

// between says when the new level began, if that is not known and there was a step.
func (t trend) between() string {
	first, last := t.task("trend_earliest"), t.task("trend_latest")
	if t.p("moved") <= max(t.p("steady"), t.p("wandered")) || first == last {
		return ""
	}
	return fmt.Sprintf("; the new level began from %s to %s", first, last)
}

// subject names the quantity in a sentence, with its group if several are compared.
func (t trend) subject(all []trend, reference string) string {
	name, of := "Reliability of one label (ICC)", cmp.Or(t.At.Group, t.At.Of)
	switch t.At.Term {
	case MeanOverTime:
		name = "The mean"
	case RateOverTime:
		name = "The rate"
	case catalogue.Rho:
		if of == reference {
			of = t.At.Against
		}
		if t.At.Of != reference && t.At.Against != reference {
			return "Agreement between groups (ρ) of " + Pair(t.At)
		}
		name = "Agreement with " + visible.Text(reference) + " (ρ)"
	}
	alike := slices.DeleteFunc(slices.Clone(all), func(o trend) bool { return o.At.Term != t.At.Term })
	if len(alike) > 1 {
		name += " of " + visible.Text(of)
	}
	if t.At.Design != "" {
		name += " (" + visible.Text(t.At.Design) + ")"
	}
	return name
}

// units are the tasks: "weeks", or "tasks" if they are not one step apart.
func (t trend) units() string {
	unit := t.Row("trend_unit").Said
	if t.Row("trend_shortest_step").Value != 1 || unit == string(when.Number) || unit == string(when.Second) {
		unit = "task"
	}
	return unit + "s"
}
