package fits

import (
	"math"
	"strings"

	"concord/internal/answer"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/population"
	"concord/internal/when"
	"concord/study"
)

// A trend needs a number of tasks between these. More tasks cost much, because the level may move at each, and so many
// numbers are names of tasks rather than times.
const (
	fewestOfTrend = 4
	mostOfTrend   = 400
)

// whenMoved is the probability of the range of tasks in which a step was.
const whenMoved = 0.9

// changes adds the change of the quantity over tasks whose keys are times; if they are not, which tasks keep the others
// from it. The ICC of numbers uses the change in the ratios of mean squares, because ICC estimates are far from normal
// near 0. With few labels yes or no, the ratios are even farther from normal.
func (g *summaryGroup) changes(a *answer.Answer, p *population.Posterior, labels []*series, level float64) {
	if a.Of("over_untimed") == nil {
		a.Words("over_untimed", answer.Key{}, untimed(g.within)...)
	}
	o := inTime(g.within)
	if o == nil {
		return
	}
	for _, s := range labels {
		if g.like.Quantity == catalogue.ICC && g.like.Studies[0] == s.study && g.grouping == s.grouping &&
			s.kind == study.Numeric && s.ratioTrend(a, g.at(), level) {
			return
		}
	}
	all := p.Sites()
	sites := make([]population.Site, len(o.order))
	for i, t := range o.order {
		sites[i] = all[t]
	}
	o.trend(a, g.at(), population.NewOrdered(sites, o.at), shownAs{
		value: g.like.shown, change: func(x float64) float64 { return x }}, g.keys, level)
}

// timed are tasks in the order of time.
type timed struct {
	when.Times
	order []int     // of the tasks
	at    []float64 // their times, ascending
}

// inTime returns the order of tasks whose keys are times; nil if they are not, or are too few or too many.
func inTime(keys [][]string) *timed {
	times, ok := timesOf(keys)
	if !ok || len(keys) < fewestOfTrend || len(keys) > mostOfTrend {
		return nil
	}
	o := &timed{Times: times, order: times.Order()}
	for _, t := range o.order {
		o.at = append(o.at, times.At[t])
	}
	return o
}

// shownAs is how values of a quantity and their changes are shown: on the transformed scale, or in labels; of the ICC
// of numbers, changes are of the logarithm of the ratio of mean squares between and within items.
type shownAs struct{ value, change func(float64) float64 }

// trend adds whether a quantity changed from the first task to the last, and how, see [population.Ordered.Changes]. It
// finds the names of tasks in the keys of all tasks. Steady is a change along a line, moved one step, and wandered a
// level that wanders, so that neighbouring tasks are alike; the three add up to changed. The levels before and after
// are those of the most probable step or, if a line is more probable, of the first and the last task.
func (o *timed) trend(
	a *answer.Answer, at answer.Key, of *population.Ordered, as shownAs, keys [][]string, level float64,
) {
	ch := of.Changes()
	ranged := func(name string, m *population.Mixture, shown func(float64) float64) *answer.Row {
		return a.Add(name, at, shown(m.Quantile(0.5))).Within(shown(m.Quantile((1-level)/2)),
			shown(m.Quantile((1+level)/2)))
	}
	line := ranged("trend", &ch.Line, as.change)
	line.P, line.N = ch.Line.Above(0), len(o.order)
	for i, p := range []float64{1 - ch.None, ch.Steady, ch.Step, ch.Wander, 1 - ch.Same} {
		of := at
		of.Event = []string{"changed", "steady", "moved", "wandered", "differ"}[i]
		a.Add("trend", of, math.NaN()).P = p
	}
	before, after := &ch.Before, &ch.After
	if ch.Steady > ch.Step {
		before, after = &ch.Start, &ch.End
	}
	ranged("trend_before", before, as.value)
	ranged("trend_after", after, as.value)
	likeliest := ch.Likeliest()
	first, last := ch.Between(whenMoved)
	for i, place := range []int{1 + likeliest, likeliest, 1 + first, 1 + last, 0, len(o.order) - 1} {
		a.Words([]string{"trend_new", "trend_until", "trend_earliest", "trend_latest", "trend_first", "trend_last"}[i],
			at, strings.Join(keys[o.order[place]], ", "))
	}
	a.Get("trend_new", at).P = ch.At[likeliest]
	shortest, longest := o.Gaps()
	a.Words("trend_unit", at, string(o.Unit))
	a.Add("trend_shortest_step", at, shortest)
	a.Add("trend_longest_step", at, longest)
}

// timesOf returns the keys as times, if all are times and differ.
func timesOf(keys [][]string) (when.Times, bool) {
	texts, ok := single(keys)
	if !ok {
		return when.Times{}, false
	}
	times, ok := when.Parse(texts)
	if !ok {
		return times, false
	}
	shortest, _ := times.Gaps()
	return times, shortest > 0
}

// untimed returns the keys that are no times, if most are times.
func untimed(keys [][]string) []string {
	texts, ok := single(keys)
	if !ok || len(texts) < fewestOfTrend {
		return nil
	}
	return when.Odd(texts)
}

// single returns the only cut of each key; ok is false if keys have several.
func single(keys [][]string) ([]string, bool) {
	texts := make([]string, len(keys))
	for i, key := range keys {
		if len(key) != 1 {
			return nil, false
		}
		texts[i] = key[0]
	}
	return texts, true
}
