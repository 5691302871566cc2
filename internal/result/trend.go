package result

import (
	"concord/internal/tasks/population"
	"concord/internal/when"
)

// Trend is whether a quantity changed from the first task to the last, and how: see [population.Ordered.Changes].
type Trend struct {
	First []string `json:"first"` // keys of the first and the last task
	Last  []string `json:"last"`
	// Unit is the unit of the steps between tasks, such as week. ShortestStep and LongestStep are between two
	// neighbouring tasks. The line goes by these steps, also where they are unequal.
	Unit         string `json:"unit"`
	ShortestStep Number `json:"shortest_step"`
	LongestStep  Number `json:"longest_step"`
	// Changed is the probability that the quantity changed. Steady is the probability of a change along a line, and
	// Moved of one step. The two add up to Changed, which is ½ beforehand. Besides, neighbouring tasks may be alike.
	Changed Number `json:"changed"`
	Steady  Number `json:"steady"`
	Moved   Number `json:"moved"`
	// Change is the change along a line, on the transformed scale, and Rises the probability that it is above 0.
	Change Range  `json:"change"`
	Rises  Number `json:"rises"`
	// At is the task with which the new level most probably began if there was a step. AtProbability is the probability
	// of this task, and Until the task before it. The new level began from Earliest to Latest with a probability of
	// 0.9.
	At            []string `json:"at"`
	AtProbability Number   `json:"at_probability"`
	Until         []string `json:"until"`
	Earliest      []string `json:"earliest"`
	Latest        []string `json:"latest"`
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
	times, ok := timesOf(g.within)
	if !ok || len(g.within) < fewestOfTrend || len(g.within) > mostOfTrend {
		return nil
	}
	shortest, longest := times.Gaps()
	order := times.Order()
	all := p.Sites()
	sites, ascending := make([]population.Site, len(order)), make([]float64, len(order))
	for i, t := range order {
		sites[i], ascending[i] = all[t], times.At[t]
	}
	ch := population.NewOrdered(sites, ascending).Changes()
	key := func(place int) []string { return g.keys[order[place]] }
	at := ch.Likeliest()
	first, last := ch.Between(whenMoved)
	t := &Trend{First: key(0), Last: key(len(order) - 1), Unit: string(times.Unit), ShortestStep: Number(shortest),
		LongestStep: Number(longest), Changed: Number(1 - ch.None), Steady: Number(ch.Steady), Moved: Number(ch.Step),
		Change: rangeOf(&ch.Line, level, func(x float64) Number { return Number(x) }), Rises: Number(ch.Line.Above(0)),
		At: key(1 + at), AtProbability: Number(ch.At[at]), Until: key(at), Earliest: key(1 + first),
		Latest: key(1 + last)}
	before, after := &ch.Before, &ch.After
	if ch.Steady > ch.Step {
		before, after = &ch.Start, &ch.End
	}
	t.Before, t.After = rangeOf(before, level, g.like.shown), rangeOf(after, level, g.like.shown)
	return t
}

// rangeOf is the median of a mixture with its interval.
func rangeOf(m *population.Mixture, level float64, shown func(float64) Number) Range {
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
