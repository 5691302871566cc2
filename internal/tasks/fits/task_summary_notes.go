package fits

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// Name is the name of the quantity in tables.
func (ov TaskSummary) Name() string {
	if ov.Grouping != "" {
		return ov.ofStudies() + " (" + ov.Grouping + ")"
	}
	return ov.ofStudies()
}

func (ov TaskSummary) ofStudies() string {
	switch ov.Quantity {
	case MeanOverTime, RateOverTime:
		return ov.Quantity + ", " + ov.Studies[0]
	case "icc":
		return "ICC, " + ov.Studies[0]
	case "rho":
		return "ρ, " + joined(ov.Studies)
	case ICCDifference:
		return "logit ICC, " + ov.Studies[1] + " − " + ov.Studies[0]
	}
	return fmt.Sprintf("z of ρ with %s, %s − %s", ov.Studies[0], ov.Studies[1], ov.Studies[2])
}

// decimalsOver is the number of decimals of quantities over tasks: how much tasks differ is known to two digits at
// best.
const decimalsOver = 2

// text is the range as tables have it.
func (rg Range) text() string {
	return document.Span(float64(rg.Lower), float64(rg.Upper), decimalsOver)
}

// TaskSummaryNotes say what the table of many tasks means, which tasks are left out of it, and in which task a quantity
// most probably is the largest.
func TaskSummaryNotes(all []TaskSummary) []string {
	if len(all) == 0 {
		return nil
	}
	notes := []string{"Middle: the middle of tasks like these. Spread: the standard deviation of tasks, in logits " +
		"for ICC and in Fisher's z for ρ, as differences are. The tasks are taken as exchangeable, and the prior of " +
		"each fit is divided out."}
	if left := mostLeft(all); left > 0 {
		notes = append(notes, fmt.Sprintf("Left out: %s, not converged.", document.Plural(left, "task")))
	}
	if odd := all[0].Untimed; len(odd) > 0 {
		notes = append(notes, fmt.Sprintf("No trend: most tasks are times, but these are not: %s.",
			visible.Names(odd)))
	}
	notes = append(notes, reachNotes(all)...)
	for _, ov := range all {
		if best, ok := ov.best(); ok {
			notes = append(notes, fmt.Sprintf("%s is largest in %s with %s: %s %s.", ov.Name(),
				strings.Join(best.Key, ", "), document.Probability(float64(best.Best)),
				document.Fixed(float64(best.Median), decimalsOver), best.text()))
		}
	}
	return notes
}

// TrendNotes say what the table of changes from the first task to the last means; nil if there is no trend.
func TrendNotes(all []TaskSummary) []string {
	for _, ov := range slices.Backward(all) {
		if t := ov.Trend; t != nil {
			notes := []string{fmt.Sprintf("P(changed): the probability of a change between %s and %s: in one step, "+
				"along a line, or a level that wanders, so that neighbouring tasks are alike; 50%% beforehand. "+
				"P(tasks differ): the probability that they differ at all, also in no order; 75%% beforehand. New "+
				"level from: the task at which it most probably began if there was one step; earliest and "+
				"latest: when it began, with 90%%. Before and after: the levels on either side, or at the "+
				"first and the last task if a line is more probable. Change along a line: in labels for "+
				"means, in Fisher's z for ρ, in logits for ICC, and for ICC of numbers in logarithms of "+
				"the ratio of mean squares between and within items. Means and these ratios come from one "+
				"model of all tasks' labels, in which labelers of several tasks are the same people.",
				strings.Join(t.First, ", "), strings.Join(t.Last, ", "))}
			if steps := t.steps(); steps != "" {
				notes = append(notes, steps)
			}
			return notes
		}
	}
	return nil
}

// steps says that the steps between tasks are unequal; "" if they are equal.
func (tr *Trend) steps() string {
	if !(tr.LongestStep > tr.ShortestStep) {
		return ""
	}
	return fmt.Sprintf("The tasks are %s to %s apart. The line uses these steps; a step uses only their order.",
		stepText(tr.ShortestStep), steps(tr.LongestStep, tr.Unit))
}

func steps(n result.Number, unit string) string {
	text := stepText(n) + " " + unit
	if n != 1 {
		text += "s"
	}
	return text
}

// stepText is a step without zeros behind it.
func stepText(n result.Number) string { return strconv.FormatFloat(float64(n), 'g', 6, 64) }

// mostLeft is how many tasks are left out because they have not converged, for the quantity that loses most.
func mostLeft(all []TaskSummary) (most int) {
	for _, ov := range all {
		most = max(most, ov.NotConverged)
	}
	return most
}

// reachNotes name the quantities whose summaries have a weakness.
func reachNotes(all []TaskSummary) (notes []string) {
	silent := 0
	for _, ov := range all {
		silent = max(silent, ov.NotTold)
		if ov.OfMiddles {
			notes = append(notes, fmt.Sprintf("%s: the difference of the two middles, as if they were independent. "+
				"The interval is too wide if their errors go together, as they do for one reference.", ov.Name()))
		}
		if ov.Small > 0 {
			notes = append(notes, fmt.Sprintf("%s: a group of %s has fewer than %d items or %d labels an item. "+
				"The middle ρ of small tasks of numbers is too large: by 0.03 if 60 items have three labels each.",
				ov.Name(), document.Plural(ov.Small, "task"), rightItems, rightLabelsPerItem))
		}
		if ov.Unreached > 0 {
			notes = append(notes, fmt.Sprintf("%s: the draws of %s rarely reach the values that the other tasks "+
				"suggest. The interval is too narrow.", ov.Name(), document.Plural(ov.Unreached, "task")))
		}
	}
	if silent > 0 {
		notes = append(notes, fmt.Sprintf("Left out: %s, because the draws do not show the result without the prior.",
			document.Plural(silent, "task")))
	}
	return notes
}

// best returns the task that is most probably the largest, for a quantity that is no difference.
func (ov TaskSummary) best() (OverTask, bool) {
	if ov.Positive.Defined() || len(ov.Each) == 0 {
		return OverTask{}, false
	}
	best := ov.Each[0]
	for _, task := range ov.Each {
		if task.Best > best.Best {
			best = task
		}
	}
	return best, true
}

func joined(studies []string) string { return strings.Join(studies, " × ") }
