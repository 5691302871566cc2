package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/internal/when"
)

// Unchanged is the probability of a change up to which a verdict says that there was none.
const Unchanged = 0.2

// mostChanges is how many changes a verdict names.
const mostChanges = 2

// changeSentences say which quantities changed over tasks in time, the surest first. If none did, one sentence is about
// the one that most probably did. It returns nil if the tasks are no times.
func changeSentences(all []TaskSummary, reference string) []string {
	var timed []TaskSummary
	for _, o := range all {
		if o.Trend != nil && o.Trend.Changed.Defined() &&
			(o.Quantity == catalogue.ICC || o.Quantity == catalogue.Rho) {
			timed = append(timed, o)
		}
	}
	if len(timed) == 0 {
		return nil
	}
	slices.SortStableFunc(timed, func(a, b TaskSummary) int {
		return cmp.Compare(b.Trend.Changed, a.Trend.Changed)
	})
	var sentences []string
	for _, o := range timed[:min(len(timed), mostChanges)] {
		if o.Trend.Changed >= Sure {
			sentences = append(sentences, o.changed(o.subject(timed, reference)))
		}
	}
	if sentences != nil {
		return sentences
	}
	first := timed[0]
	p := percentage(first.Trend.Changed)
	name := first.subject(timed, reference)
	switch {
	case first.Trend.Changed > 0.5:
		return []string{fmt.Sprintf("%s do not show for sure whether anything changed. Most probable: %s",
			first.times(), first.changed(name))}
	case first.Trend.Changed > Unchanged:
		return []string{fmt.Sprintf("No sign of a change in %s. Most probable: %s (%s)", first.times(), name, p)}
	case len(timed) == 1:
		return []string{fmt.Sprintf("No change in %s: %s (probability that there was one: %s)", first.times(), name, p)}
	}
	return []string{fmt.Sprintf("No change in %s. The highest of %d probabilities that there was one is %s: %s",
		first.times(), len(timed), p, name)}
}

// changed says how the quantity changed, in a step or along a line, whichever is more probable.
func (ov TaskSummary) changed(subject string) string {
	t, way := ov.Trend, "rose"
	if t.After.Median < t.Before.Median {
		way = "fell"
	}
	if t.Before.Median.fixed(2) == t.After.Median.fixed(2) {
		way = "changed"
	}
	text := fmt.Sprintf("%s %s from %s to %s", subject, way, t.Before.Median.fixed(2), t.After.Median.fixed(2))
	p := document.Probability(float64(t.Changed))
	name := func(key []string) string { return visible.Text(strings.Join(key, ", ")) }
	switch {
	case t.Steady > t.Moved:
		return fmt.Sprintf("%s, steadily from %s to %s (%s)", text, name(t.First), name(t.Last), p)
	case slices.Equal(t.Earliest, t.Latest):
		return fmt.Sprintf("%s after %s (%s)", text, name(t.Until), p)
	}
	return fmt.Sprintf("%s after %s (%s; the new level began from %s to %s)", text, name(t.Until), p, name(t.Earliest),
		name(t.Latest))
}

// subject names the quantity in a sentence, with its group if several are compared.
func (ov TaskSummary) subject(all []TaskSummary, reference string) string {
	name, of := "Reliability of one label (ICC)", ov.Studies[0]
	alike := slices.DeleteFunc(slices.Clone(all), func(o TaskSummary) bool { return o.Quantity != ov.Quantity })
	if ov.Quantity == catalogue.Rho {
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

// times says how many times there are: "26 weeks", or "26 tasks" if they are not one step apart.
func (ov TaskSummary) times() string {
	unit := ov.Trend.Unit
	if ov.Trend.ShortestStep != 1 || unit == string(when.Number) || unit == string(when.Second) {
		unit = "task"
	}
	return plural(ov.Tasks, unit)
}
