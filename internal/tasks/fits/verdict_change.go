package fits

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/internal/when"
)

// Unchanged is the probability of a change up to which a verdict says that there was none.
const Unchanged = 0.2

// mostChanges is how many changes of one quantity a verdict names.
const mostChanges = 2

// changeSentences report whether each quantity changed over tasks in time: means, reliability, and agreement with other
// groups. They name the groups that changed, or else the one that most probably did. The surest quantity is first. It
// returns nil if the tasks are no times.
func changeSentences(all []TaskSummary, reference string) []string {
	var kinds [][]TaskSummary
	for _, quantities := range [][]string{{MeanOverTime, RateOverTime}, {catalogue.ICC}, {catalogue.Rho}} {
		var timed []TaskSummary
		for _, o := range all {
			if o.Trend != nil && o.Trend.Changed.Defined() && slices.Contains(quantities, o.Quantity) {
				timed = append(timed, o)
			}
		}
		if timed != nil {
			slices.SortStableFunc(timed, surer)
			kinds = append(kinds, timed)
		}
	}
	slices.SortStableFunc(kinds, func(a, b []TaskSummary) int { return surer(a[0], b[0]) })
	var sentences []string
	for _, timed := range kinds {
		for i, o := range timed[:min(len(timed), mostChanges)] {
			if i == 0 || o.Trend.Changed >= result.Sure || o.Trend.Differ >= result.Sure {
				sentences = append(sentences, o.changeSentence(o.subject(timed, reference)))
			}
		}
	}
	return sentences
}

// surer puts the quantity first that more probably changed.
func surer(a, b TaskSummary) int {
	return cmp.Or(cmp.Compare(b.Trend.Changed, a.Trend.Changed), cmp.Compare(b.Trend.Differ, a.Trend.Differ))
}

// changeSentence says whether a quantity changed, or at least differs between tasks, with both probabilities.
func (ov TaskSummary) changeSentence(subject string) string {
	t := ov.Trend
	p := fmt.Sprintf("(changed: %s, %s differ: %s)", document.Chance(float64(t.Changed)), ov.units(),
		document.Chance(float64(t.Differ)))
	switch {
	case t.Changed >= result.Sure:
		return fmt.Sprintf("%s %s %s%s", subject, ov.changed(), p, t.between())
	case t.Differ >= result.Sure && t.Changed > 0.5:
		return fmt.Sprintf("%s differs between %s for sure; most probably it %s %s", subject, ov.units(), ov.changed(),
			p)
	case t.Differ >= result.Sure:
		return fmt.Sprintf("%s differs between %s for sure, in no clear order %s", subject, ov.units(), p)
	case t.Changed > 0.5:
		return fmt.Sprintf("%s do not show for sure whether %s changed; most probably it %s %s", ov.times(),
			inSentence(subject), ov.changed(), p)
	case t.Changed > Unchanged:
		return fmt.Sprintf("%s: no sign of a change in %s %s", subject, ov.times(), p)
	}
	return fmt.Sprintf("%s: no change in %s %s", subject, ov.times(), p)
}

// inSentence is a subject that does not begin its sentence.
func inSentence(subject string) string { return strings.ToLower(subject[:1]) + subject[1:] }

// changed says how the quantity changed, in a step or along a line, whichever is more probable. If it most probably
// wandered, that comes first.
func (ov TaskSummary) changed() string {
	t, way := ov.Trend, "rose"
	if t.After.Median < t.Before.Median {
		way = "fell"
	}
	if document.Fixed(float64(t.Before.Median), 2) == document.Fixed(float64(t.After.Median), 2) {
		way = "changed"
	}
	text := fmt.Sprintf("%s from %s to %s", way, document.Fixed(float64(t.Before.Median), 2),
		document.Fixed(float64(t.After.Median), 2))
	if t.Steady > t.Moved {
		text += fmt.Sprintf(", steadily from %s to %s", taskName(t.First), taskName(t.Last))
	} else {
		text += " after " + taskName(t.Until)
	}
	if t.Wandered > max(t.Steady, t.Moved) {
		return "wandered or " + text
	}
	return text
}

// between says when the new level began, if that is not known and there was a step.
func (tr *Trend) between() string {
	if tr.Moved <= max(tr.Steady, tr.Wandered) || slices.Equal(tr.Earliest, tr.Latest) {
		return ""
	}
	return fmt.Sprintf("; the new level began from %s to %s", taskName(tr.Earliest), taskName(tr.Latest))
}

func taskName(key []string) string { return visible.Text(strings.Join(key, ", ")) }

// subject names the quantity in a sentence, with its group if several are compared.
func (ov TaskSummary) subject(all []TaskSummary, reference string) string {
	name, of := "Reliability of one label (ICC)", ov.Studies[0]
	alike := slices.DeleteFunc(slices.Clone(all), func(o TaskSummary) bool { return o.Quantity != ov.Quantity })
	switch ov.Quantity {
	case MeanOverTime:
		name = "The mean"
	case RateOverTime:
		name = "The rate"
	case catalogue.Rho:
		if of == reference {
			of = ov.Studies[1]
		}
		if !slices.Contains(ov.Studies, reference) {
			return "Agreement between groups (ρ) of " + visible.Text(joined(ov.Studies))
		}
		name = "Agreement with " + visible.Text(reference) + " (ρ)"
	}
	if len(alike) > 1 {
		name += " of " + visible.Text(of)
	}
	if ov.Grouping != "" {
		name += " (" + visible.Text(ov.Grouping) + ")"
	}
	return name
}

// units are the tasks: "weeks", or "tasks" if they are not one step apart.
func (ov TaskSummary) units() string {
	unit := ov.Trend.Unit
	if ov.Trend.ShortestStep != 1 || unit == string(when.Number) || unit == string(when.Second) {
		unit = "task"
	}
	return unit + "s"
}

// times says how many tasks there are: "26 weeks".
func (ov TaskSummary) times() string { return document.Integer(ov.Trend.Tasks) + " " + ov.units() }
