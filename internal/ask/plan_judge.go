package ask

import (
	"errors"
	"fmt"
	"math"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/model"
	"concord/planning"
	"concord/vpc"
	"concord/xcc"
)

// PlanAssumption stands in for a pilot of people and a judge, on the scale of labels.
type PlanAssumption struct {
	ICC      float64 // of one label of a person
	Validity float64 // r of one label of the judge for true scores
	// Share is the share of yes among people's yes-or-no labels, and JudgeShare, for a score, among the judge's; 0:
	// labels are numbers. SD is their standard deviation, for a score.
	Share, JudgeShare, SD float64
	// LabelerICC is the share of the variance of numbers that is due to the labelers' levels. Labelers is how many
	// people label; 0: so many that none labels often.
	LabelerICC float64
	Labelers   int
}

// ErrNoSuchLabels says that yes-or-no labels cannot be as assumed.
var ErrNoSuchLabels = errors.New("labels that are yes or no, with that share of yes, cannot have that ICC and r")

// ValidityOfWorth returns r of a label that is worth w labels of people with an ICC.
func ValidityOfWorth(w, icc float64) float64 { return math.Sqrt(w * icc / (1 + (w-1)*icc)) }

// Check says which assumption of a plan is out of its range.
func (a PlanAssumption) Check(of string) error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	switch score := of == PlanOfScore; {
	case score && !(math.Abs(a.Validity) < 1):
		return fmt.Errorf("r of %v must be between -1 and 1", a.Validity)
	case score && !(a.ICC > 0 && a.ICC <= 1):
		return fmt.Errorf("an ICC of %v must be above 0, and 1 at most", a.ICC)
	case !score && (!inside(a.ICC) || !inside(a.Validity)):
		return fmt.Errorf("an ICC of %v and r of %v must be between 0 and 1", a.ICC, a.Validity)
	case score && (a.Share == 0) == (a.SD == 0):
		return errors.New("labels are yes and no with a share, or numbers with an sd")
	case score && a.Share != 0 && !(inside(a.Share) && inside(a.JudgeShare)):
		return fmt.Errorf("shares of yes of %v and %v must be between 0 and 1", a.Share, a.JudgeShare)
	case a.Share != 0 && !inside(a.Share):
		return fmt.Errorf("a share of yes of %v must be between 0 and 1", a.Share)
	case a.SD < 0 || math.IsInf(a.SD, 1):
		return fmt.Errorf("a standard deviation of %v must be positive", a.SD)
	case !(a.LabelerICC >= 0 && (a.LabelerICC == 0 || a.ICC+a.LabelerICC < 1)):
		return fmt.Errorf("ICC %v and labeler ICC %v must be less than 1 together", a.ICC, a.LabelerICC)
	case a.Share != 0 && a.LabelerICC != 0:
		return errors.New("a plan without a pilot has no levels of labelers for yes-or-no labels")
	case a.Labelers < 0 || a.Labelers == 1:
		return fmt.Errorf("%d people cannot be planned: it takes two", a.Labelers)
	}
	return nil
}

// assume adds what is assumed.
func (p planned) assume(a PlanAssumption) {
	for _, of := range []struct {
		name  string
		value float64
	}{{"icc", a.ICC}, {"validity", a.Validity}, {"observed_rate", a.Share}, {"labeler_icc", a.LabelerICC},
		{"labelers", float64(a.Labelers)}} {
		if of.value != 0 {
			p.Add(of.name, answer.Key{}, of.value)
		}
	}
}

// PlanJudge plans a study that is to show whether a judge is as good as a person, like the pilot of a fit, which r
// describes: how many items, how many labels of people for each, and the cost. The judge labels each item once.
// people and judge are groups of the fit. The error says that labels of the family cannot be planned.
func PlanJudge(people, judge model.StudyPosterior, r *answer.Answer, o PlanOptions) (*answer.Answer, error) {
	fit := people.Posterior()
	joint, err := xcc.NewJoint(vpc.Label, people, judge)
	if err != nil {
		return nil, err
	}
	of, ok := newJudgedDraws(people, judge, joint)
	if !ok {
		return nil, fmt.Errorf("labels of the %v family cannot be planned for a judge", fit.Spec().Family)
	}
	p := o.planJudge(r.Data)
	p.ran(r)
	p.Set["judge"], p.Set["assurance"] = judge.Name(), fmt.Sprint(o.Assurance)
	at := answer.Key{Group: people.Name()}
	p.Median("worth", answer.Key{Group: people.Name(), Of: judge.Name()}, joint.Worth(people, judge), o.Interval)
	if fit.Spec().Discrimination {
		p.Doubts = append(p.Doubts, "Discriminations of labelers count as noise in this plan.")
	}
	if len(r.Model().OneLabel) > 1 {
		p.Doubts = append(p.Doubts, "The run has other groups of one label an item, and what such groups have in "+
			"common is taken for true scores: a plan from the file fits judge and people alone.")
	}
	p.judged(at, overDraws(fit.Draws(), of.at), func(items, k int) planning.Design {
		return p.design(p.groupOf(people), items, k)
	})
	return p.Answer, nil
}

// PlanJudgeAssumed is [PlanJudge] from assumptions. The error is [ErrNoSuchLabels], or says which assumption is out of
// its range.
func PlanJudgeAssumed(a PlanAssumption, o PlanOptions) (*answer.Answer, error) {
	if err := a.Check(o.Kind); err != nil {
		return nil, err
	}
	j := planning.GaussianJudged(planning.Components{Item: a.ICC, Labeler: a.LabelerICC,
		Residual: 1 - a.ICC - a.LabelerICC}, a.Validity)
	if a.Share > 0 {
		var ok bool
		if j, ok = planning.BinaryJudged(a.Share, a.ICC, a.Validity); !ok {
			return nil, ErrNoSuchLabels
		}
	}
	p := o.planJudge(result.Data{})
	p.assume(a)
	p.Add("worth", answer.Key{}, j.Worth(0, 1))
	p.judged(answer.Key{}, []planning.Items{j}, func(items, k int) planning.Design {
		return planning.Design{Items: items, LabelsPerItem: k, Labelers: float64(a.Labelers)}
	})
	if a.Labelers > 0 && a.Labelers < o.MostLabels {
		p.Doubts = append(p.Doubts, fmt.Sprintf("An item has more labels in the last designs than there are "+
			"people: %d.", a.Labelers))
	}
	return p.Answer, nil
}

func (o PlanOptions) planJudge(data result.Data) planned {
	return o.plan(data, "at_least", o.AtLeast, "settled", result.Sure, "power", o.Power, "item_cost", o.ItemCost,
		"judge_cost", o.JudgeCost)
}

// judged adds each design, for labels as in each draw.
func (p planned) judged(at answer.Key, draws []planning.Items, design func(items, k int) planning.Design) {
	type found struct {
		needed []float64
		power  float64
	}
	leads := make([]planning.Statistic, len(draws))
	for i, of := range draws {
		leads[i] = of.Lead(0, 1, p.AtLeast)
	}
	cost := func(k int) float64 { return p.ItemCost + p.JudgeCost + float64(k) }
	all := inParallel(p.MostLabels-1, func(i int) (f found) {
		k := i + 2
		power := func(of planning.Statistic, items int) float64 {
			return of.Power(result.Sure, design(items, k), planning.Design{Items: items, LabelsPerItem: 1})
		}
		for _, of := range leads {
			items, ok := planning.FewestItems(func(n int) bool { return power(of, n) >= p.Power })
			f.needed = append(f.needed, unless(!ok, float64(items)))
		}
		if items := bought(p.Budget, cost(k)); items >= 2 {
			f.power = meanOver(leads, func(of planning.Statistic) float64 {
				if power := power(of, items); !math.IsNaN(power) {
					return power
				}
				return 0
			})
		}
		return f
	})
	if p.Budget > 0 {
		p.Add("budget", at, float64(p.Budget))
	}
	for i, f := range all {
		at.K = i + 2
		items := p.count("items", at, f.needed)
		p.number("labels", at, items*float64(at.K))
		p.number("cost", at, items*cost(at.K))
		if p.Budget > 0 {
			p.Add("items", at, float64(bought(p.Budget, cost(at.K))))
			p.Add("power", at, f.power)
		}
	}
	p.choose("cheapest", -1, p.Of("cost"))
	p.Verdict, p.Notes = say.PlanJudgeVerdict(p.Answer), say.PlanJudgeNotes(p.Answer)
}
