package fits

import (
	"context"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/population"
	"concord/posterior"
	"concord/sampler"
)

// TaskSummarizer gathers the tasks' likelihoods of each quantity. The zero value is ready for use.
type TaskSummarizer struct {
	groups []*summaryGroup
	at     map[string]*summaryGroup
}

type summaryGroup struct {
	like         Transformed
	grouping     string
	keys         [][]string
	within       [][]string // the keys without the grouping
	likelihoods  []*Likelihood
	notConverged int // how many are left out
	notTold      int
	small        int
}

// estimates returns the tasks' estimates.
func (g *summaryGroup) estimates() []population.Estimate {
	all := make([]population.Estimate, len(g.likelihoods))
	for i, l := range g.likelihoods {
		all[i] = l.estimate()
	}
	return all
}

// given returns the estimates; estimates of ρ take the summary over all tasks of the ICCs of their two studies.
func (g *summaryGroup) given(known map[string]*population.Posterior) []population.Estimate {
	all := g.estimates()
	if g.like.Quantity != catalogue.Rho {
		return all
	}
	a, b := known[g.key(catalogue.ICC, g.like.Studies[0])], known[g.key(catalogue.ICC, g.like.Studies[1])]
	if a == nil || b == nil {
		return all
	}
	for i, l := range g.likelihoods {
		if l.ICC != nil {
			all[i] = all[i].Given(l.ICC.companions(), [2]*population.Posterior{a, b})
		}
	}
	return all
}

// key identifies a quantity of some studies in the grouping.
func (g *summaryGroup) key(quantity string, studies ...string) string {
	return keyOf(g.grouping, keyOf(quantity, g.like.Scale, studies), nil)
}

// Add adds a task of a grouping, "" if there is only one. within is the key of the task in its grouping: tasks of
// different groupings have labels in common, and so are not summarised together. A task without fit adds nothing, and a
// task that has not converged is only counted.
func (ot *TaskSummarizer) Add(task Task, grouping string, within []string) {
	if !task.Fitted() {
		return
	}
	for _, u := range task.Transformed {
		if !u.Mean.Defined() || !u.SD.Defined() {
			continue
		}
		key := keyOf(grouping, keyOf(u.Quantity, u.Scale, u.Studies), nil)
		g := ot.at[key]
		if g == nil {
			g = &summaryGroup{like: u, grouping: grouping}
			if ot.at == nil {
				ot.at = map[string]*summaryGroup{}
			}
			ot.at[key], ot.groups = g, append(ot.groups, g)
		}
		if task.Status() == TaskNotConverged {
			g.notConverged++
			continue
		}
		if u.Likelihood == nil {
			g.notTold++
			continue
		}
		g.keys, g.within = append(g.keys, task.Key), append(g.within, within)
		g.likelihoods = append(g.likelihoods, u.Likelihood)
		if u.Quantity == catalogue.Rho && task.smallForRho(u.Studies) {
			g.small++
		}
	}
}

// The design of simulated tasks of numbers in which the middle ρ was right (docs/lab/validation.md). In tasks of 60
// items with three labels it was too large by 0.03.
const (
	RightItems         = 200
	RightLabelsPerItem = 5
)

// smallForRho reports whether one of the studies is of numbers and has fewer items, or fewer labels an item, than
// simulated tasks had whose middle ρ was right.
func (task Task) smallForRho(studies []string) bool {
	if f := task.Result.Model().Distribution(); f == nil || !f.LocationScale() {
		return false
	}
	for _, s := range task.Result.Data.Studies {
		few := s.Items < RightItems || s.Labels < RightLabelsPerItem*s.Items
		if few && slices.Contains(studies, s.Name) {
			return true
		}
	}
	return false
}

// TaskSummaryOptions say how tasks are summarised together.
type TaskSummaryOptions struct {
	Interval posterior.Interval
	Seed     uint64
	Workers  int // 0: all cores
	// Ordered says that the tasks' only cut may be an order in time. It is one if all its values are numbers or dates.
	Ordered bool
	// Each asks for every task.
	Each bool
	// Labels has all tasks, for the changes of means over time.
	Labels []TaskLabels
}

// drawsOver is the number of draws of each chain: the parameters are two or three.
const drawsOver = 500

// Summarize summarises each quantity that [population.Fewest] or more of the added tasks have: by a normal distribution
// of the tasks' values, on a scale without bounds; see package population. The rows of an answer have as their term the
// quantity and as their design the grouping of the groups, if tasks have several. Numbers are undefined if fewer of
// these tasks have a likelihood without the prior. The error is the error of ctx.
func (ot *TaskSummarizer) Summarize(ctx context.Context, o TaskSummaryOptions) (*answer.Answer, error) {
	a := answer.New("batch", result.Data{}, result.NewIntervals(o.Interval, nil))
	settings := sampler.Settings{Seed: o.Seed, Workers: o.Workers, Draws: drawsOver, Warmup: 300}
	known := map[string]*population.Posterior{} // those of ρ come after those of ICCs, and differences after both
	var all []*series
	if o.Ordered {
		all = seriesOf(o.Labels)
	}
	for _, g := range ot.groups {
		if len(g.likelihoods) < population.Fewest {
			if len(g.likelihoods)+g.notTold >= population.Fewest {
				g.withheld(a, known, o.Interval.Level)
			}
			continue
		}
		p, err := population.Fit(ctx, g.given(known), settings)
		if err != nil {
			return nil, err
		}
		known[g.key(g.like.Quantity, g.like.Studies...)] = p
		g.over(a, p, o)
		if o.Ordered {
			g.changes(a, p, all, o.Interval.Level)
		}
	}
	for _, s := range all {
		s.meanTrend(a, o.Interval.Level)
	}
	return a, ctx.Err()
}

// isDifference reports whether a quantity may be above or below 0.
func (u Transformed) isDifference() bool { return u.Quantity != "icc" && u.Quantity != "rho" }

// shown returns a value on the scale on which it is shown: a difference stays on the transformed scale.
func (u Transformed) shown(x float64) float64 {
	if u.isDifference() {
		return x
	}
	return back(u.Transform, x)
}

// add adds the posterior median of a quantity with its interval.
func (u Transformed) add(
	a *answer.Answer, name string, at answer.Key, q posterior.Quantity, level float64, by *posterior.Summarizer,
) *answer.Row {
	_, median, lower, upper := by.Brief(q, level)
	return a.Add(name, at, u.shown(median)).Within(u.shown(lower), u.shown(upper))
}

// at is the place of the quantity.
func (g *summaryGroup) at() answer.Key {
	at := answer.Among(g.like.Studies...)
	if at.Term, at.Design = g.like.Quantity, g.grouping; g.like.Scale == result.ScaleLatent {
		at.Scale = g.like.Scale
	}
	return at
}

// left adds how many tasks are left out, and how many are doubtful.
func (g *summaryGroup) left(a *answer.Answer, unreached, small int) {
	for i, n := range []int{g.notConverged, g.notTold, unreached, small} {
		if n > 0 {
			a.Add([]string{"over_not_converged", "over_not_told", "over_unreached", "over_small"}[i], g.at(),
				float64(n))
		}
	}
}

// withheld adds a quantity of which too few tasks have a likelihood without the prior. The difference of two ρ is the
// difference of their middles, as if these were independent, if they are known.
func (g *summaryGroup) withheld(a *answer.Answer, known map[string]*population.Posterior, level float64) {
	u, at := g.like, g.at()
	rho := func(study string) *population.Posterior {
		if p := known[g.key(catalogue.Rho, u.Studies[0], study)]; p != nil {
			return p
		}
		return known[g.key(catalogue.Rho, study, u.Studies[0])]
	}
	var first, second *population.Posterior
	if u.Quantity == catalogue.RhoDifference {
		first, second = rho(u.Studies[1]), rho(u.Studies[2])
	}
	if first != nil && second != nil {
		difference := independent(first.Mean, second.Mean)
		middle := u.add(a, "over_middle", at, difference, level, &posterior.Summarizer{})
		middle.Method, middle.P = "difference of the two middles", difference.Positive().Value
	} else {
		a.Add("over_middle", at, math.NaN()).N = len(g.keys)
	}
	a.Add("over_spread", at, math.NaN()).Method = u.Transform
	a.Add("over_further", at, math.NaN())
	g.left(a, 0, 0)
}

// independent returns draws of the difference of two quantities, as if they were independent. The second's draws come
// in another order, because both fits begin with the same random numbers.
func independent(a, b posterior.Quantity) posterior.Quantity {
	turned := posterior.Quantity{Name: b.Name}
	for _, chain := range b.Chains {
		chain = slices.Clone(chain)
		slices.Reverse(chain)
		turned.Chains = append(turned.Chains, chain)
	}
	slices.Reverse(turned.Chains)
	return posterior.Difference("", a, turned)
}

// over adds the quantity in the middle of the tasks, the standard deviation of tasks, the predicted value of a further
// task, and if asked for the values of the tasks given all tasks, in their order.
func (g *summaryGroup) over(a *answer.Answer, p *population.Posterior, o TaskSummaryOptions) {
	u, at, level := g.like, g.at(), o.Interval.Level
	var by posterior.Summarizer
	further := p.New()
	middle := u.add(a, "over_middle", at, p.Mean, level, &by)
	middle.N = len(g.keys)
	_, spread, narrow, wide := by.Brief(p.Spread, level)
	a.Add("over_spread", at, spread).Within(narrow, wide).Method = u.Transform
	next := u.add(a, "over_further", at, further, level, &by)
	if u.isDifference() {
		middle.P, next.P = p.Mean.Positive().Value, further.Positive().Value
	}
	g.left(a, p.Unreached(g.estimates()), g.small)
	if !o.Each {
		return
	}
	var each []*answer.Row
	best := p.Best(func(t int, theta posterior.Quantity) {
		at.Task = strings.Join(g.keys[t], ", ")
		each = append(each, u.add(a, "over_task", at, theta, level, &by))
	})
	for t, b := range best {
		each[t].P = b
	}
}
