package fits

import (
	"context"
	"slices"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/population"
	"concord/posterior"
	"concord/sampler"
)

// TaskSummary summarises one quantity over many tasks: a normal distribution of the tasks' values, on a scale without
// bounds; see package population.
type TaskSummary struct {
	Quantity string `json:"quantity"`
	// Grouping is the grouping of the studies, if tasks have several.
	Grouping  string   `json:"grouping,omitempty"`
	Studies   []string `json:"studies"`
	Scale     string   `json:"scale"`
	Transform string   `json:"transform"`
	Tasks     int      `json:"tasks"`
	// NotConverged tasks are left out: their estimates are not to be trusted.
	NotConverged int `json:"not_converged,omitempty"`
	// NotTold tasks are left out: their draws do not show what the labels say without the prior of the fit.
	NotTold int `json:"not_told,omitempty"`
	// Unreached tasks are included, although their draws hardly reach the values of the others. Their likelihood there
	// is extrapolated.
	Unreached int `json:"unreached,omitempty"`
	// Small tasks of numbers are included, although ρ of many such tasks comes out too large.
	Small int `json:"small,omitempty"`
	// OfMiddles says that too few tasks show the difference of two ρ directly. Typical and Positive then describe the
	// difference of the two middles, as if these were independent, and the rest is undefined.
	OfMiddles bool `json:"of_middles,omitempty"`
	// Typical is the quantity of a task in the middle. A difference stays on the transformed scale.
	Typical Range `json:"typical"`
	// Spread is the standard deviation of tasks on the transformed scale.
	Spread Range `json:"spread"`
	// Further is the predicted value of a further task of the same kind.
	Further Range `json:"further"`
	// Positive is P(> 0) of the middle of a difference, and FurtherPositive is P(> 0) of a further task.
	Positive        result.Number `json:"positive"`
	FurtherPositive result.Number `json:"further_positive"`
	// Each has the values of the tasks given all tasks, in their order.
	Each []OverTask `json:"each,omitempty"`
	// Trend is the change over tasks in an order, such as weeks; nil if they have none.
	Trend *Trend `json:"trend,omitempty"`
	// Untimed are the tasks that keep most others, which are times, from having a trend.
	Untimed []string `json:"untimed,omitempty"`
}

// Range is a posterior median with its interval.
type Range struct {
	Median result.Number `json:"median"`
	Lower  result.Number `json:"lower"`
	Upper  result.Number `json:"upper"`
}

// OverTask is the estimate of a quantity of one task given all tasks.
type OverTask struct {
	Key []string `json:"key"`
	Range
	// Best is the probability that it is the largest of all tasks.
	Best result.Number `json:"best"`
}

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
	if f := task.Result.Model.Distribution(); f == nil || !f.LocationScale() {
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

// Summarize summarises each quantity that [population.Fewest] or more of the added tasks have. Its ranges are undefined
// if fewer of these tasks have a likelihood without the prior. The error is the error of ctx.
func (ot *TaskSummarizer) Summarize(ctx context.Context, o TaskSummaryOptions) ([]TaskSummary, error) {
	var all []TaskSummary
	settings := sampler.Settings{Seed: o.Seed, Workers: o.Workers, Draws: drawsOver, Warmup: 300}
	known := map[string]*population.Posterior{} // those of ρ come after those of ICCs, and differences after both
	for _, g := range ot.groups {
		if len(g.likelihoods) < population.Fewest {
			if len(g.likelihoods)+g.notTold >= population.Fewest {
				all = append(all, g.withheld(known, o.Interval.Level))
			}
			continue
		}
		p, err := population.Fit(ctx, g.given(known), settings)
		if err != nil {
			return nil, err
		}
		known[g.key(g.like.Quantity, g.like.Studies...)] = p
		over := g.over(p, o)
		if o.Ordered {
			over.Trend = g.trend(p, o.Interval.Level)
			over.Untimed = untimed(g.within)
		}
		all = append(all, over)
	}
	if !o.Ordered {
		return all, nil
	}
	for _, s := range seriesOf(o.Labels) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = s.changes(all, o.Interval.Level)
	}
	return all, nil
}

// isDifference reports whether a quantity may be above or below 0.
func (u Transformed) isDifference() bool { return u.Quantity != "icc" && u.Quantity != "rho" }

// shown returns a value on the scale on which it is shown.
func (u Transformed) shown(x float64) result.Number {
	if u.isDifference() {
		return result.Number(x)
	}
	return result.Number(back(u.Transform, x))
}

func (u Transformed) rangeOf(q posterior.Quantity, level float64, by *posterior.Summarizer) Range {
	_, median, lower, upper := by.Brief(q, level)
	return Range{u.shown(median), u.shown(lower), u.shown(upper)}
}

// withheld is the summary of a quantity if too few tasks have a likelihood without the prior. The difference of two ρ
// is the difference of their middles, if they are known.
func (g *summaryGroup) withheld(known map[string]*population.Posterior, level float64) TaskSummary {
	u, none := g.like, Range{result.Undefined(), result.Undefined(), result.Undefined()}
	over := TaskSummary{Quantity: u.Quantity, Grouping: g.grouping, Studies: u.Studies, Scale: u.Scale,
		Transform: u.Transform, Tasks: len(g.keys), NotConverged: g.notConverged, NotTold: g.notTold,
		Typical: none, Spread: none, Further: none, Positive: result.Undefined(), FurtherPositive: result.Undefined()}
	if u.Quantity != catalogue.RhoDifference {
		return over
	}
	rho := func(study string) *population.Posterior {
		if p := known[g.key(catalogue.Rho, u.Studies[0], study)]; p != nil {
			return p
		}
		return known[g.key(catalogue.Rho, study, u.Studies[0])]
	}
	a, b := rho(u.Studies[1]), rho(u.Studies[2])
	if a == nil || b == nil {
		return over
	}
	difference := independent(a.Mean, b.Mean)
	var by posterior.Summarizer
	over.OfMiddles, over.Typical = true, u.rangeOf(difference, level, &by)
	over.Positive = result.Number(difference.Positive().Value)
	return over
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

func (g *summaryGroup) over(p *population.Posterior, o TaskSummaryOptions) TaskSummary {
	u := g.like
	var by posterior.Summarizer
	level := o.Interval.Level
	_, spread, narrow, wide := by.Brief(p.Spread, level)
	further := p.New()
	over := TaskSummary{Quantity: u.Quantity, Grouping: g.grouping, Studies: u.Studies, Scale: u.Scale,
		Transform: u.Transform, Tasks: len(g.keys), NotConverged: g.notConverged, NotTold: g.notTold, Small: g.small,
		Unreached: p.Unreached(g.estimates()),
		Typical:   u.rangeOf(p.Mean, level, &by), Further: u.rangeOf(further, level, &by),
		Spread:   Range{result.Number(spread), result.Number(narrow), result.Number(wide)},
		Positive: result.Undefined(), FurtherPositive: result.Undefined()}
	if u.isDifference() {
		over.Positive = result.Number(p.Mean.Positive().Value)
		over.FurtherPositive = result.Number(further.Positive().Value)
	}
	if o.Each {
		best := p.Best(func(t int, theta posterior.Quantity) {
			over.Each = append(over.Each, OverTask{Key: g.keys[t], Range: u.rangeOf(theta, level, &by)})
		})
		for t, b := range best {
			over.Each[t].Best = result.Number(b)
		}
	}
	return over
}
