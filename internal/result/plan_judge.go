package result

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"concord/internal/visible"
	"concord/model"
	"concord/planning"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// JudgePlan plans a study that is to show whether a judge is as good as a person: how many items, how many labels of
// people for each, and the cost. The judge labels each item once. All of it is on the scale of labels.
type JudgePlan struct {
	Data     *Data     `json:"data"` // of a pilot; null if the plan is from assumptions
	Interval Intervals `json:"interval"`
	Scale    string    `json:"scale"`
	// People and Judge are the studies of the pilot. Assumed has the assumptions if there is no pilot.
	People  string           `json:"people,omitempty"`
	Judge   string           `json:"judge,omitempty"`
	Assumed *JudgeAssumption `json:"assumed,omitempty"`
	// Worth is the worth of one label of the judge in labels of people.
	Worth Measure `json:"worth"`
	// The study is to show with probability Power whether the worth is above or below AtLeast. It does if the posterior
	// probability of one answer is at least Settled.
	AtLeast float64 `json:"at_least"`
	Settled float64 `json:"settled"`
	Power   float64 `json:"power"`
	// Costs are in labels of people.
	ItemCost  float64       `json:"item_cost"`
	JudgeCost float64       `json:"judge_cost"`
	Budget    int           `json:"budget,omitempty"`
	Assurance float64       `json:"assurance"`
	Designs   []JudgeDesign `json:"designs"`
	Warnings  []string      `json:"warnings"`
	// Verdict says in sentences how many items it takes, and at what cost.
	Verdict []string `json:"verdict"`
}

// JudgeDesign is a study with k labels of people for each item. Numbers are null if no number of items is enough.
type JudgeDesign struct {
	K int `json:"k"`
	// Items is the number of items that has the power: its median over the draws of the pilot. Lower and Upper are its
	// interval, and Enough is enough with the assurance of the plan.
	Items  Number `json:"items"`
	Lower  Number `json:"items_lower"`
	Upper  Number `json:"items_upper"`
	Enough Number `json:"items_enough"`
	Labels Number `json:"labels"` // of people, of the median number of items
	Cost   Number `json:"cost"`
	// Cheapest marks the design that costs least.
	Cheapest bool `json:"cheapest"`
	// If there is a budget, BudgetItems is the number of items that it buys, and BudgetPower the probability that they
	// are conclusive, averaged over the draws of the pilot.
	BudgetItems int    `json:"budget_items,omitempty"`
	BudgetPower Number `json:"budget_power,omitempty"`
}

// JudgePlanOptions say what to plan.
type JudgePlanOptions struct {
	Interval  posterior.Interval
	Power     float64 // with which the study is to be conclusive
	Assurance float64 // with which a number of items has to be enough
	AtLeast   float64 // worth that is to be shown or ruled out
	ItemCost  float64 // of an item before it is labelled, in labels
	JudgeCost float64 // of a label of the judge, in labels
	// MostLabels is the largest number of people's labels of an item to look at.
	MostLabels int
	Budget     int // cost of a study; 0: none
	// People is the number of people who label; 0: each person gives as many labels as in the pilot.
	People int
}

// Check says which option is out of its range.
func (jo JudgePlanOptions) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	cost := func(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }
	switch {
	case !inside(jo.Power) || !inside(jo.Assurance) || !inside(jo.Interval.Level):
		return fmt.Errorf("power %v, assurance %v and interval %v must be between 0 and 1", jo.Power, jo.Assurance,
			jo.Interval.Level)
	case jo.MostLabels < 2 || jo.MostLabels > mostPlanned || jo.Budget < 0:
		return fmt.Errorf("at most %d labels per item and a budget of %d cannot be planned: people's reliability "+
			"takes two labels of an item", jo.MostLabels, jo.Budget)
	case jo.People < 0 || jo.People == 1:
		return fmt.Errorf("%d people cannot be planned: it takes two to tell them from the items", jo.People)
	case !cost(jo.ItemCost) || !cost(jo.JudgeCost):
		return fmt.Errorf("items cannot cost %v labels, or a judge's label %v", jo.ItemCost, jo.JudgeCost)
	case !(jo.AtLeast > 0) || math.IsInf(jo.AtLeast, 1):
		return fmt.Errorf("a judge cannot be worth %v labels", jo.AtLeast)
	}
	return nil
}

// NewJudgePlan plans a study like the pilot of a fit, which data describes; people and judge are studies of the fit.
// The error says which option is out of its range, or that labels of the family cannot be planned.
func NewJudgePlan(people, judge model.StudyPosterior, data Data, o JudgePlanOptions) (*JudgePlan, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	fit := people.Posterior()
	joint, err := xcc.NewJoint(vpc.Label, people, judge)
	if err != nil {
		return nil, err
	}
	of, ok := newJudgedDraws(people, judge, joint)
	if !ok {
		return nil, fmt.Errorf("labels of the %v family cannot be planned for a judge", fit.Spec().Family)
	}
	p := o.plan()
	p.Data, p.People, p.Judge = &data, people.Name(), judge.Name()
	p.Worth = withoutMean(measureOf(vpc.Label, joint.Worth(people, judge).Summarize(o.Interval)))
	s := studyOf(data, people.Name())
	p.fill(of.draws(), o, func(items, k int) planning.Design {
		return s.planned(items, k, o.People)
	})
	if fit.Spec().Discrimination {
		p.Warnings = append(p.Warnings, "Discriminations of labelers count as noise in this plan.")
	}
	return p, nil
}

func (jo JudgePlanOptions) plan() *JudgePlan {
	return &JudgePlan{Verdict: []string{}, Interval: Intervals{Level: jo.Interval.Level,
		Kind: jo.Interval.Kind.String()}, Scale: ScaleLabel,
		AtLeast: jo.AtLeast, Settled: Sure, Power: jo.Power, ItemCost: jo.ItemCost, JudgeCost: jo.JudgeCost,
		Budget: jo.Budget, Assurance: jo.Assurance, Warnings: []string{}}
}

// fill computes each design, for labels as in each draw.
func (jp *JudgePlan) fill(draws []planning.Judged, o JudgePlanOptions, design func(items, k int) planning.Design) {
	jp.Designs = make([]JudgeDesign, o.MostLabels-1)
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(jp.Designs); i += workers {
				jp.Designs[i] = o.design(draws, i+2, design)
			}
		})
	}
	group.Wait()
	if i := lowest(len(jp.Designs), func(i int) Number { return jp.Designs[i].Cost }); i >= 0 {
		jp.Designs[i].Cheapest = true
	}
	jp.Verdict = jp.newVerdict()
}

// lowest returns the place of the first lowest of n numbers; −1 if none is defined.
func lowest(n int, of func(i int) Number) int {
	least := -1
	for i := range n {
		if x := of(i); x.Defined() && (least < 0 || x < of(least)) {
			least = i
		}
	}
	return least
}

// newVerdict says how many items the cheapest design has, and its cost.
func (jp *JudgePlan) newVerdict() []string {
	judge := "the judge"
	if jp.Judge != "" {
		judge = visible.Text(jp.Judge)
	}
	question := fmt.Sprintf("whether %s is better or worse than a person", judge)
	if jp.AtLeast != 1 {
		question = fmt.Sprintf("whether %s is worth %.4g labels or less", judge, jp.AtLeast)
	}
	for _, d := range jp.Designs {
		if d.Cheapest {
			return []string{
				fmt.Sprintf("%s with %s each show %s: power %s", plural(int(d.Items), "item"), plural(d.K, "label"),
					question, fmt.Sprintf("%g%%", 100*jp.Power)),
				fmt.Sprintf("This is the cheapest design: it costs as much as %s", plural(int(d.Cost), "label")),
			}
		}
	}
	return []string{fmt.Sprintf("No number of items shows %s: the judge is too close", question)}
}

// design plans k labels of people for each item.
func (jo JudgePlanOptions) design(
	draws []planning.Judged, k int, of func(items, k int) planning.Design,
) JudgeDesign {
	d := JudgeDesign{K: k}
	cost := jo.ItemCost + jo.JudgeCost + float64(k)
	if jo.Budget > 0 {
		d.BudgetItems = int(float64(jo.Budget)/cost + 1e-9)
	}
	needed := make([]float64, len(draws))
	for i, j := range draws {
		items, ok := j.ItemsFor(jo.Power, jo.AtLeast, Sure, func(n int) planning.Design { return of(n, k) })
		if needed[i] = float64(items); !ok {
			needed[i] = math.Inf(1)
		}
		if d.BudgetItems >= 2 {
			if power := j.Power(of(d.BudgetItems, k), jo.AtLeast, Sure); !math.IsNaN(power) {
				d.BudgetPower += Number(power / float64(len(draws)))
			}
		}
	}
	slices.Sort(needed)
	quantile := func(p float64) Number { return countQuantile(needed, p) }
	tail := (1 - jo.Interval.Level) / 2
	d.Items, d.Lower, d.Upper = quantile(0.5), quantile(tail), quantile(1-tail)
	d.Enough = quantile(jo.Assurance)
	d.Labels, d.Cost = d.Items*Number(k), d.Items*Number(cost)
	return d
}
