package fits

import (
	"concord/internal/result"
	"concord/internal/tasks/population"
	"concord/internal/when"
)

// Trend is whether a quantity changed from the first task to the last, and how: see [population.Ordered.Changes].
type Trend struct {
	Tasks int      `json:"tasks"` // that it compares
	First []string `json:"first"` // keys of the first and the last task
	Last  []string `json:"last"`
	// Unit is the unit of the steps between tasks, such as week. ShortestStep and LongestStep are between two
	// neighbouring tasks. The line goes by these steps, also where they are unequal.
	Unit         string        `json:"unit"`
	ShortestStep result.Number `json:"shortest_step"`
	LongestStep  result.Number `json:"longest_step"`
	// Changed is the probability that the quantity changed. Steady is the probability of a change along a line, Moved
	// of one step, and Wandered of a level that wanders, so that neighbouring tasks are alike. The three add up to
	// Changed. The prior probability of Changed is ½.
	Changed  result.Number `json:"changed"`
	Steady   result.Number `json:"steady"`
	Moved    result.Number `json:"moved"`
	Wandered result.Number `json:"wandered"`
	// Differ is the probability that tasks differ at all, in an order or not. Its prior probability is ¾.
	Differ result.Number `json:"differ"`
	// Change is the change along a line, on the transformed scale or in labels, and Rises the probability that it is
	// above 0. For the ICC of numbers, the scale is the logarithm of the ratio of mean squares between and within
	// items.
	Change Range         `json:"change"`
	Rises  result.Number `json:"rises"`
	// At is the task with which the new level most probably began if there was a step. AtProbability is the probability
	// of this task, and Until the task before it. The new level began from Earliest to Latest with a probability of
	// 0.9.
	At            []string      `json:"at"`
	AtProbability result.Number `json:"at_probability"`
	Until         []string      `json:"until"`
	Earliest      []string      `json:"earliest"`
	Latest        []string      `json:"latest"`
	// Before and After are the levels before and after the most probable step. If a line is more probable than a step,
	// they are the levels of the first and the last task.
	Before Range `json:"before"`
	After  Range `json:"after"`
}

// A trend needs a number of tasks between these. More tasks cost much, because the level may move at each, and so many
// numbers are names of tasks rather than times.
const (
	fewestOfTrend = 4
	mostOfTrend   = 400
)

// whenMoved is the probability of the range of tasks in which a step was.
const whenMoved = 0.9

// trend returns the change of the quantity over tasks whose keys are times; nil if they are not.
func (g *summaryGroup) trend(p *population.Posterior, level float64) *Trend {
	o := inTime(g.within)
	if o == nil {
		return nil
	}
	all := p.Sites()
	sites := make([]population.Site, len(o.order))
	for i, t := range o.order {
		sites[i] = all[t]
	}
	return o.trend(population.NewOrdered(sites, o.at), shownAs{
		value: g.like.shown, change: func(x float64) result.Number { return result.Number(x) }}, g.keys, level)
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

// shownAs is how values of a quantity and their changes are shown.
type shownAs struct{ value, change func(float64) result.Number }

// trend compares histories of tasks. It finds their names in the keys of all tasks.
func (o *timed) trend(of *population.Ordered, as shownAs, keys [][]string, level float64) *Trend {
	shortest, longest := o.Gaps()
	ch := of.Changes()
	key := func(place int) []string { return keys[o.order[place]] }
	at := ch.Likeliest()
	first, last := ch.Between(whenMoved)
	t := &Trend{Tasks: len(o.order), First: key(0), Last: key(len(o.order) - 1), Unit: string(o.Unit),
		ShortestStep: result.Number(shortest), LongestStep: result.Number(longest), Changed: result.Number(1 - ch.None),
		Steady: result.Number(ch.Steady), Moved: result.Number(ch.Step),
		Wandered: result.Number(ch.Wander), Differ: result.Number(1 - ch.Same),
		Change: rangeOf(&ch.Line, level, as.change), Rises: result.Number(ch.Line.Above(0)),
		At: key(1 + at), AtProbability: result.Number(ch.At[at]), Until: key(at), Earliest: key(1 + first),
		Latest: key(1 + last)}
	before, after := &ch.Before, &ch.After
	if ch.Steady > ch.Step {
		before, after = &ch.Start, &ch.End
	}
	t.Before, t.After = rangeOf(before, level, as.value), rangeOf(after, level, as.value)
	return t
}

// rangeOf is the median of a mixture with its interval.
func rangeOf(m *population.Mixture, level float64, shown func(float64) result.Number) Range {
	return Range{shown(m.Quantile(0.5)), shown(m.Quantile((1 - level) / 2)), shown(m.Quantile((1 + level) / 2))}
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
