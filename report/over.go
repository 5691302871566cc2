package report

import (
	"context"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"concord/population"
	"concord/posterior"
	"concord/sampler"
)

// Over is what many tasks say together of one quantity: a normal distribution of what they estimate, on a scale without
// bounds, see package population.
type Over struct {
	Quantity string `json:"quantity"`
	// Grouping is that of the studies, where tasks have several.
	Grouping  string   `json:"grouping,omitempty"`
	Studies   []string `json:"studies"`
	Scale     string   `json:"scale"`
	Transform string   `json:"transform"`
	Tasks     int      `json:"tasks"`
	// NotConverged tasks are left out: their estimates are not to be trusted.
	NotConverged int `json:"not_converged,omitempty"`
	// Typical is the quantity of a task in the middle; of a difference it stays on the transformed scale.
	Typical Range `json:"typical"`
	// Spread is the standard deviation of tasks on the transformed scale.
	Spread Range `json:"spread"`
	// Further is where a further task of the same kind would be.
	Further Range `json:"further"`
	// Positive is P(> 0) of the middle, of a difference, and FurtherPositive that of a further task.
	Positive        Number `json:"positive"`
	FurtherPositive Number `json:"further_positive"`
	// Each is the tasks' own values given all tasks, in their order.
	Each []OverTask `json:"each,omitempty"`
	// Trend is how it changes over tasks in an order, such as weeks; nil if they have none.
	Trend *Trend `json:"trend,omitempty"`
}

// Range is a posterior median with its interval.
type Range struct {
	Median Number `json:"median"`
	Lower  Number `json:"lower"`
	Upper  Number `json:"upper"`
}

// OverTask is what is known of a quantity of one task given all tasks.
type OverTask struct {
	Key []string `json:"key"`
	Range
	// Best is the probability that it is the largest of all tasks.
	Best Number `json:"best"`
}

// Trend is how a quantity changes from the first task to the last.
type Trend struct {
	First []string `json:"first"` // keys of the first and the last task
	Last  []string `json:"last"`
	// Change is that along a line, on the transformed scale, Rises the probability that it is above 0.
	Change Range  `json:"change"`
	Rises  Number `json:"rises"`
	// Moved is the probability that the level moved once between two tasks, At the task with which the new level most
	// probably began if it did, and AtProbability how probable that one is then.
	Moved         Number   `json:"moved"`
	At            []string `json:"at"`
	AtProbability Number   `json:"at_probability"`
}

// OverTasks gathers what tasks say of each quantity. The zero value is ready for use.
type OverTasks struct {
	groups []*overGroup
	at     map[string]*overGroup
}

type overGroup struct {
	like         Unbounded
	grouping     string
	keys         [][]string
	within       [][]string // the keys without the grouping
	estimates    []population.Estimate
	notConverged int // how many are left out
}

// Add adds a task. One without fit says nothing, and one that has not converged is counted only.
func (ot *OverTasks) Add(task Task) { ot.add(task, "", task.Key) }

// AddOf adds a task of some. Those of different groupings have labels in common, and so say nothing together.
func (ot *OverTasks) AddOf(sev *Several, task Task) {
	ot.add(task, sev.Grouping(task), sev.shortKey(task))
}

// add adds a task of a grouping, "" where there is one only, in which it has a key of its own.
func (ot *OverTasks) add(task Task, grouping string, within []string) {
	if !task.Fitted() {
		return
	}
	for _, u := range task.Result.Unbounded {
		if !u.Mean.Defined() || !u.SD.Defined() {
			continue
		}
		key := keyOf(grouping, keyOf(u.Quantity, u.Scale, u.Studies), nil)
		g := ot.at[key]
		if g == nil {
			g = &overGroup{like: u, grouping: grouping}
			if ot.at == nil {
				ot.at = map[string]*overGroup{}
			}
			ot.at[key], ot.groups = g, append(ot.groups, g)
		}
		if task.Status() == TaskNotConverged {
			g.notConverged++
			continue
		}
		g.keys, g.within = append(g.keys, task.Key), append(g.within, within)
		g.estimates = append(g.estimates, population.Estimate{Mean: float64(u.Mean), SD: float64(u.SD)})
	}
}

// OverOptions say how tasks are summarised together.
type OverOptions struct {
	Interval posterior.Interval
	Seed     uint64
	Workers  int // 0: all cores
	// Ordered says that the tasks' only cut may be an order in time: it is taken for one if all its values are numbers
	// or dates.
	Ordered bool
	// Each asks for every task.
	Each bool
}

// drawsOver are those of each chain: the parameters are two or three.
const drawsOver = 500

// Summarize returns what the tasks that were added say of each quantity that [population.Fewest] of them or more have.
// The error is that of ctx.
func (ot *OverTasks) Summarize(ctx context.Context, o OverOptions) ([]Over, error) {
	var all []Over
	settings := sampler.Settings{Seed: o.Seed, Workers: o.Workers, Draws: drawsOver, Warmup: 300}
	for _, g := range ot.groups {
		if len(g.estimates) < population.Fewest {
			continue
		}
		p, err := population.Fit(ctx, g.estimates, nil, settings)
		if err != nil {
			return nil, err
		}
		over := g.over(p, o)
		if o.Ordered {
			if over.Trend, err = g.trend(ctx, settings, o.Interval); err != nil {
				return nil, err
			}
		}
		all = append(all, over)
	}
	return all, nil
}

// isDifference reports whether a quantity is one that may be above 0 or below.
func (u Unbounded) isDifference() bool { return u.Quantity != "icc" && u.Quantity != "rho" }

// shown returns a value on the scale on which it is shown.
func (u Unbounded) shown(x float64) Number {
	if u.isDifference() {
		return Number(x)
	}
	return Number(back(u.Transform, x))
}

func (u Unbounded) rangeOf(q posterior.Quantity, level float64, by *posterior.Summarizer) Range {
	_, median, lower, upper := by.Brief(q, level)
	return Range{u.shown(median), u.shown(lower), u.shown(upper)}
}

func (g *overGroup) over(p *population.Posterior, o OverOptions) Over {
	u := g.like
	var by posterior.Summarizer
	level := o.Interval.Level
	_, spread, narrow, wide := by.Brief(p.Spread, level)
	further := p.New(0)
	over := Over{Quantity: u.Quantity, Grouping: g.grouping, Studies: u.Studies, Scale: u.Scale, Transform: u.Transform,
		Tasks: len(g.keys), NotConverged: g.notConverged,
		Typical: u.rangeOf(p.Mean, level, &by), Further: u.rangeOf(further, level, &by),
		Spread:   Range{Number(spread), Number(narrow), Number(wide)},
		Positive: Undefined(), FurtherPositive: Undefined()}
	if u.isDifference() {
		over.Positive = Number(p.Mean.Positive().Value)
		over.FurtherPositive = Number(further.Positive().Value)
	}
	if o.Each {
		best := p.Best(func(t int, theta posterior.Quantity) {
			over.Each = append(over.Each, OverTask{Key: g.keys[t], Range: u.rangeOf(theta, level, &by)})
		})
		for t, b := range best {
			over.Each[t].Best = Number(b)
		}
	}
	return over
}

// Numbers of tasks between which there is a trend: that of more costs much, as each may be where the level moved, and
// more than this many numbers are names of tasks rather than times.
const (
	fewestOfTrend = 4
	mostOfTrend   = 400
)

// trend is how the quantity changes over tasks whose keys are numbers or dates, nil if they are not.
func (g *overGroup) trend(ctx context.Context, settings sampler.Settings, iv posterior.Interval) (*Trend, error) {
	when, ok := timesOf(g.within)
	if !ok || len(when) < fewestOfTrend || len(when) > mostOfTrend {
		return nil, nil
	}
	order := make([]int, len(when))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return when[order[a]] < when[order[b]] })
	first, last := order[0], order[len(order)-1]
	var estimates []population.Estimate
	var x []float64
	for _, i := range order {
		estimates = append(estimates, g.estimates[i])
		x = append(x, (when[i]-when[first])/(when[last]-when[first])-0.5)
	}
	p, err := population.Fit(ctx, estimates, x, settings)
	if err != nil {
		return nil, err
	}
	s := p.Slope.Summarize(posterior.Interval{Level: iv.Level})
	m := population.Moved(estimates)
	at := 0
	for k := range m.At {
		if m.At[k] > m.At[at] {
			at = k
		}
	}
	return &Trend{First: g.keys[first], Last: g.keys[last],
		Change: Range{Number(s.Median), Number(s.Lower), Number(s.Upper)}, Rises: Number(p.Slope.Positive().Value),
		Moved: Number(m.Probability), At: g.keys[order[at+1]], AtProbability: Number(m.At[at])}, nil
}

// periods are words that a number after them makes a time of.
var periods = []string{"", "d", "day", "w", "week", "m", "month", "y", "year", "wave", "round", "v", "version"}

// timesOf returns the keys as times, if they are one number, one numbered period or one date each, all different.
func timesOf(keys [][]string) (when []float64, ok bool) {
	prefix := ""
	if len(keys) > 0 && len(keys[0]) == 1 {
		prefix = strings.TrimRight(keys[0][0], "0123456789")
	}
	if !slices.Contains(periods, strings.ToLower(strings.Trim(prefix, " -_"))) {
		prefix = ""
	}
	for _, parse := range []func(string) (float64, error){
		func(text string) (float64, error) { return strconv.ParseFloat(text, 64) },
		func(text string) (float64, error) { // "week 3"
			digits := strings.TrimLeftFunc(text, func(r rune) bool { return r < '0' || r > '9' })
			if prefix == "" || text[:len(text)-len(digits)] != prefix {
				return 0, strconv.ErrSyntax
			}
			return strconv.ParseFloat(digits, 64)
		},
		func(text string) (float64, error) {
			t, err := time.Parse(time.DateOnly, text)
			return float64(t.Unix()), err
		},
	} {
		when, ok = make([]float64, len(keys)), true
		for i, key := range keys {
			if len(key) != 1 {
				return nil, false
			}
			t, err := parse(key[0])
			ok = ok && err == nil && !math.IsNaN(t) && !math.IsInf(t, 0)
			when[i] = t
		}
		sorted := slices.Sorted(slices.Values(when))
		if ok && len(slices.Compact(sorted)) == len(when) {
			return when, true
		}
	}
	return nil, false
}
