package result

import (
	"context"
	"errors"
	"fmt"
	"math"

	"concord/internal/document"
	"concord/planning/assumed"
	"concord/study"
)

// StudyPlan is how precise studies will be if their labels are as assumed, without a pilot: by simulation.
type StudyPlan struct {
	Verdict []string        `json:"verdict"`
	Assumed StudyAssumption `json:"assumed"`
	Level   Number          `json:"level"` // of intervals
	// Width is the half width of the interval that is wanted, null if the question is a power.
	Width Number `json:"width"`
	// Target is a value beyond which the whole interval is to lie, with the probability Power; both are null if the
	// question is a width. The target of a difference of two groups is 0.
	Target   Number  `json:"target"`
	Power    Number  `json:"power"`
	ItemCost float64 `json:"item_cost"` // before it is labelled, in labels
	// Needed has a row for each number of labels per item.
	Needed   []StudyNeeded    `json:"needed"`
	Designs  []ExpectedDesign `json:"designs"`
	Seed     uint64           `json:"seed"`
	Warnings []string         `json:"warnings"`
}

// StudyAssumption has the assumptions about a study.
type StudyAssumption struct {
	Coefficient string  `json:"coefficient"`
	Value       float64 `json:"value"`
	LabelerICC  float64 `json:"labeler_icc"`
	// Labels is their kind, and Rates the shares of categories.
	Labels string    `json:"labels"`
	Rates  []float64 `json:"rates,omitempty"`
	// Who says who labels: other people for each item, the same people, or some of a number of Labelers.
	Who        string  `json:"who"`
	Labelers   int     `json:"labelers,omitempty"`
	Groups     int     `json:"groups"`
	Difference float64 `json:"difference,omitempty"` // of two groups
	Rho        float64 `json:"rho,omitempty"`
}

// The values of [StudyAssumption].Who.
const (
	WhoOther = "other"
	WhoSame  = "same"
	WhoSome  = "some"
)

// StudyNeeded is how many items with k labels each are enough. Items is null if no number up to the largest is enough.
type StudyNeeded struct {
	K     int    `json:"k"`
	Items Number `json:"items"`
	// ItemsError is the Monte Carlo error of Items, a standard error.
	ItemsError Number `json:"items_error"`
	Labels     Number `json:"labels"` // of all groups
	Cost       Number `json:"cost"`
	Cheapest   bool   `json:"cheapest"`
}

// ExpectedDesign is the expected result of a study with a number of items and of labels each. Errors are Monte Carlo
// errors.
type ExpectedDesign struct {
	K           int    `json:"k"`
	Items       int    `json:"items"`
	Coefficient string `json:"coefficient"` // that is computed
	// HalfWidth is the expected half width of the interval; null if most studies have none.
	HalfWidth      Number `json:"half_width"`
	HalfWidthError Number `json:"half_width_error"`
	// Probability is the probability of an interval beyond the target.
	Probability      Number `json:"probability"`
	ProbabilityError Number `json:"probability_error"`
	Replications     int    `json:"replications"`
	// NoInterval is how many of the replications have no interval.
	NoInterval int `json:"no_interval"`
}

// StudyPlanOptions say what to plan.
type StudyPlanOptions struct {
	Level float64
	Width float64 // half width; 0: the question is a power
	// Target and Power are used without a Width.
	Target, Power float64
	ItemCost      float64
	MostLabels    int
	Seed          uint64
	// Progress is called after each of Steps parts of the work; nil: nobody asks.
	Progress func()
}

// Check says which option is out of its range.
func (so StudyPlanOptions) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	switch {
	case !inside(so.Level):
		return fmt.Errorf("interval %v must be between 0 and 1", so.Level)
	case so.Width != 0 && !inside(so.Width):
		return fmt.Errorf("half a width of %v must be between 0 and 1", so.Width)
	case so.Width == 0 && !inside(so.Power):
		return fmt.Errorf("power %v must be between 0 and 1", so.Power)
	case so.Width == 0 && !(so.Target > -1 && so.Target < 1):
		return fmt.Errorf("a target of %v must be between -1 and 1", so.Target)
	case so.MostLabels < 2 || so.MostLabels > mostPlanned:
		return fmt.Errorf("at most %d labels per item cannot be planned: from 2 to %d can", so.MostLabels, mostPlanned)
	case !(so.ItemCost >= 0) || math.IsInf(so.ItemCost, 1):
		return fmt.Errorf("items cannot cost %v labels", so.ItemCost)
	}
	return nil
}

// gridItems are the rows of the table of designs.
func gridItems() []int { return []int{20, 50, 100, 200, 500} }

// ks returns the labels per item to look at: at most five numbers.
func (so StudyPlanOptions) ks(a assumed.Assumption) []int {
	most := so.MostLabels
	if a.Labelers > 0 {
		most = min(most, a.Labelers)
	}
	var all []int
	for k := 2; k <= min(most, 5); k++ {
		all = append(all, k)
	}
	if most > 5 {
		all = append(all, most)
	}
	return all
}

// Steps returns how often a plan calls Progress.
func (so StudyPlanOptions) Steps(a assumed.Assumption) int {
	return len(so.ks(a)) * (len(gridItems()) + assumed.Rounds())
}

// ErrNothingToShow says that the target equals the assumed value.
var ErrNothingToShow = errors.New("no study shows on which side of the target a value lies that is the target")

// NewStudyPlan plans. The error says which option or assumption is out of its range, or is an
// [*assumed.ImpossibleError].
func NewStudyPlan(ctx context.Context, a assumed.Assumption, o StudyPlanOptions) (*StudyPlan, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	s, err := assumed.New(a)
	if err != nil {
		return nil, err
	}
	if o.Width == 0 && o.Target == s.Assumed() {
		return nil, ErrNothingToShow
	}
	p := &StudyPlan{Assumed: assumptionOf(s.Assumption), Level: Number(o.Level), ItemCost: o.ItemCost, Seed: o.Seed,
		Width: Undefined(), Target: Undefined(), Power: Undefined(), Warnings: []string{}}
	q := assumed.Question{Level: o.Level, Target: math.NaN(), Seed: o.Seed}
	goal := assumed.Goal{HalfWidth: o.Width}
	if o.Width > 0 {
		p.Width = Number(o.Width)
	} else {
		q.Target, goal.Power = o.Target, o.Power
		p.Target, p.Power = Number(o.Target), Number(o.Power)
	}
	precision := assumed.Precision{Error: 0.005, Most: 200}
	if goal.Power > 0 {
		precision = assumed.Precision{Error: 0.025, Most: 400}
	}
	done := func() {
		if o.Progress != nil {
			o.Progress()
		}
	}
	for _, k := range o.ks(s.Assumption) {
		needed, err := s.ItemsFor(ctx, k, q, goal, done)
		if err != nil {
			return nil, err
		}
		p.Needed = append(p.Needed, p.needed(k, needed))
		for _, items := range gridItems() {
			d := assumed.Design{Items: items, LabelsPerItem: k}
			e, err := s.Expect(ctx, d, q, precision)
			if err != nil {
				return nil, err
			}
			done()
			p.Designs = append(p.Designs, expectedDesign(s, d, e))
		}
	}
	p.markCheapest()
	p.Warnings = append(p.Warnings, studyWarnings(s.Assumption, p)...)
	p.Verdict = p.newVerdict()
	return p, nil
}

func assumptionOf(a assumed.Assumption) StudyAssumption {
	of := StudyAssumption{Coefficient: string(a.Coefficient), Value: a.Value, LabelerICC: a.LabelerICC,
		Labels: a.Kind.String(), Rates: a.Rates, Who: WhoSome, Labelers: max(0, a.Labelers), Groups: a.Groups,
		Difference: a.Difference, Rho: a.Rho}
	switch a.Labelers {
	case assumed.Other:
		of.Who = WhoOther
	case assumed.Same:
		of.Who = WhoSame
	}
	return of
}

func (sp *StudyPlan) needed(k int, n assumed.Needed) StudyNeeded {
	of := StudyNeeded{K: k, Items: Undefined(), ItemsError: Undefined(), Labels: Undefined(), Cost: Undefined()}
	if n.OK {
		groups := float64(sp.Assumed.Groups)
		of.Items, of.ItemsError = Number(n.Items), Number(n.Error)
		of.Labels = Number(float64(n.Items*k) * groups)
		of.Cost = of.Labels + Number(sp.ItemCost*float64(n.Items))
	}
	return of
}

func expectedDesign(s *assumed.Study, d assumed.Design, e assumed.Expected) ExpectedDesign {
	c, _ := s.Estimator(d.LabelsPerItem)
	of := ExpectedDesign{K: d.LabelsPerItem, Items: d.Items, Coefficient: string(c), HalfWidth: Number(e.HalfWidth),
		HalfWidthError: Number(e.HalfWidthError), Probability: Number(e.Probability),
		ProbabilityError: Number(e.ProbabilityError), Replications: e.Replications, NoInterval: e.Undefined}
	if 2*e.Undefined > e.Replications {
		of.HalfWidth, of.HalfWidthError = Undefined(), Undefined()
	}
	return of
}

func (sp *StudyPlan) markCheapest() {
	if i := lowest(len(sp.Needed), func(i int) Number { return sp.Needed[i].Cost }); i >= 0 {
		sp.Needed[i].Cheapest = true
	}
}

// studyWarnings say how a plan may mislead.
func studyWarnings(a assumed.Assumption, p *StudyPlan) []string {
	var all []string
	jackknife := a.Coefficient != assumed.Consistency && !(a.Coefficient == assumed.ICC && a.Kind == study.Numeric &&
		a.Groups == 1)
	if a.Labelers == assumed.Same && jackknife {
		all = append(all, "The same 3 labelers or more stand for all who might label, so their intervals are "+
			"wide. An interval of 2 labelers is about these two alone.")
	}
	for _, d := range p.Designs {
		if share := float64(d.NoInterval) / float64(d.Replications); share > 0.05 {
			return append(all, fmt.Sprintf("%s of studies of %s with %s each have no interval, because their labels "+
				"agree entirely or hardly vary.", document.Percent(share, 0), plural(d.Items, "item"),
				plural(d.K, "label")))
		}
	}
	return all
}

// Symbol returns the name of the coefficient in a sentence.
func (sa StudyAssumption) Symbol() string {
	symbols := map[string]string{"icc": "ICC", "icc-c": "ICC(C,1)", "kappa": "κ", "alpha": "α", "ac1": "AC1"}
	return symbols[sa.Coefficient]
}

// newVerdict says how many items the cheapest design has.
func (sp *StudyPlan) newVerdict() []string {
	of, groups := sp.Assumed.Symbol(), ""
	if sp.Assumed.Groups == 2 {
		of, groups = "the difference of "+of, ", in each group,"
	}
	gives := fmt.Sprintf("give %s ± %s", of, sp.Width.fixed(2))
	if !sp.Width.Defined() {
		side := "above"
		if sp.Target > Number(sp.Assumed.Value) && sp.Assumed.Groups == 1 {
			side = "below"
		}
		gives = fmt.Sprintf("show that %s is %s %s: power %s", of, side, sp.Target.cell(),
			document.Percent(float64(sp.Power), 0))
		if sp.Assumed.Groups == 2 {
			gives = fmt.Sprintf("show that %s differs: power %s", sp.Assumed.Symbol(),
				document.Percent(float64(sp.Power), 0))
		}
	}
	for _, n := range sp.Needed {
		if n.Cheapest {
			return []string{
				fmt.Sprintf("%s with %s each%s %s", plural(int(n.Items), "item"), plural(n.K, "labeler"), groups,
					gives),
				"This is the cheapest design: it costs as much as " + plural(int(n.Cost+0.5), "label"),
			}
		}
	}
	return []string{fmt.Sprintf("No number of items up to %s is enough to %s", document.Integer(assumed.MostItems),
		gives)}
}
