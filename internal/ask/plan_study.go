package ask

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/planning/assumed"
	"concord/study"
)

// gridItems are the numbers of items that are looked at.
func gridItems() []int { return []int{20, 50, 100, 200, 500} }

// ks returns the labels per item to look at: at most five numbers.
func (o PlanOptions) ks(a assumed.Assumption) []int {
	most := o.MostLabels
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
func (o PlanOptions) Steps(a assumed.Assumption) int {
	return len(o.ks(a)) * (len(gridItems()) + assumed.Rounds())
}

// ErrNothingToShow says that the target equals the assumed value.
var ErrNothingToShow = errors.New("no study shows on which side of the target a value lies that is the target")

// PlanStudy plans how precise studies will be if their labels are as assumed, without a pilot: by simulation. The error
// is [ErrNothingToShow], or an [*assumed.ImpossibleError].
func PlanStudy(ctx context.Context, a assumed.Assumption, o PlanOptions) (*answer.Answer, error) {
	s, err := assumed.New(a)
	if err != nil {
		return nil, err
	}
	if o.Within == 0 && o.Target == s.Assumed() {
		return nil, ErrNothingToShow
	}
	p := o.plan(result.Data{}, "item_cost", o.ItemCost, "seed", o.Seed, "coefficient", a.Coefficient, "value", a.Value,
		"labeler_icc", a.LabelerICC, "labels", a.Kind, "rates", strings.Trim(fmt.Sprint(a.Rates), "[]"), "labelers",
		map[int]string{assumed.Other: "other", assumed.Same: "same"}[a.Labelers], "groups", a.Groups,
		"difference", a.Difference, "rho", a.Rho)
	if a.Labelers > 0 {
		p.Set["labelers"] = fmt.Sprint(a.Labelers)
	}
	q := assumed.Question{Level: o.Interval.Level, Target: math.NaN(), Seed: o.Seed}
	goal, precision := assumed.Goal{HalfWidth: o.Within}, assumed.Precision{Error: 0.005, Most: 200}
	if p.Set["within"] = fmt.Sprint(o.Within); o.Within == 0 {
		q.Target, goal.Power, precision = o.Target, o.Power, assumed.Precision{Error: 0.025, Most: 400}
		delete(p.Set, "within")
		p.Set["target"], p.Set["power"] = fmt.Sprint(o.Target), fmt.Sprint(o.Power)
	}
	done := func() {
		if o.Progress != nil {
			o.Progress()
		}
	}
	for _, k := range o.ks(a) {
		needed, err := s.ItemsFor(ctx, k, q, goal, done)
		if err != nil {
			return nil, err
		}
		at, items := answer.Key{K: k}, unless(!needed.OK, float64(needed.Items))
		p.Add("items_needed", at, items).SD = unless(!needed.OK, needed.Error)
		p.number("labels", at, items*float64(k*a.Groups))
		p.number("cost", at, items*(float64(k*a.Groups)+o.ItemCost))
		for _, items := range gridItems() {
			e, err := s.Expect(ctx, assumed.Design{Items: items, LabelsPerItem: k}, q, precision)
			if err != nil {
				return nil, err
			}
			done()
			p.expect(s, answer.Key{K: k, Design: document.Plural(items, "item")}, e)
		}
	}
	p.choose("cheapest", -1, p.Of("cost"))
	jackknife := a.Coefficient != assumed.Consistency && !(a.Coefficient == assumed.ICC && a.Kind == study.Numeric &&
		a.Groups == 1)
	if a.Labelers == assumed.Same && jackknife {
		p.Doubts = append([]string{"The same 3 labelers or more stand for all who might label, so their intervals " +
			"are wide. An interval of 2 labelers is about these two alone."}, p.Doubts...)
	}
	p.Verdict, p.Notes = say.PlanStudyVerdict(p.Answer, a), say.PlanStudyNotes(a)
	return p.Answer, nil
}

// expect adds the expected result of a design. The standard deviations are Monte Carlo errors. An interval that most
// studies lack is none.
func (p planned) expect(s *assumed.Study, at answer.Key, e assumed.Expected) {
	c, _ := s.Estimator(at.K)
	add := func(name string, value, mcse float64) {
		r := p.Add(name, at, value)
		r.SD, r.N, r.Method = mcse, e.Replications, string(c)
		if name == "half_width" && 2*e.Undefined > e.Replications {
			r.Value, r.SD, r.Why = math.NaN(), math.NaN(), "most studies have no interval"
		}
	}
	if add("half_width", e.HalfWidth, e.HalfWidthError); p.Within == 0 {
		add("power", e.Probability, e.ProbabilityError)
	}
	if e.Undefined > 0 {
		p.Add("without_interval", at, float64(e.Undefined)).N = e.Replications
	}
	share := float64(e.Undefined) / float64(e.Replications)
	if share > 0.05 && len(p.Doubts) == 0 {
		p.Doubts = append(p.Doubts, fmt.Sprintf("%s of studies of %s with %s each have no interval, because their "+
			"labels agree entirely or hardly vary.",
			document.Percent(share, 0), at.Design, document.Plural(at.K, "label")))
	}
}
