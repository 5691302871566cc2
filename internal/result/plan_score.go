package result

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"concord/planning"
	"concord/score"
)

// ScorePlan is the number of items that people must label so that the mean score of many items, all labelled by a
// judge, is known within a given distance. All of it is on the scale of labels.
type ScorePlan struct {
	Data    *Data            `json:"data"` // of a pilot; null if the plan is from assumptions
	People  string           `json:"people,omitempty"`
	Judge   string           `json:"judge,omitempty"`
	Assumed *ScoreAssumption `json:"assumed,omitempty"`
	// Items is the number of items that the judge labels, Within half the width of the interval of the score.
	Items  int    `json:"items"`
	Within Number `json:"within"`
	Level  Number `json:"level"`
	// ItemSD is the standard deviation of people's true scores over items, and NoiseSD of a label about its item's true
	// score. R is the correlation of the judge's label with true scores. NoiseSD is null if no item has two labels; a
	// label then counts as the true score.
	ItemSD  Number `json:"item_sd"`
	NoiseSD Number `json:"noise_sd"`
	R       Number `json:"r"`
	// Costs of one label.
	PeopleCost Number `json:"people_cost,omitempty"`
	JudgeCost  Number `json:"judge_cost,omitempty"`
	Assurance  Number `json:"assurance,omitempty"`

	Designs  []ScoreDesign  `json:"designs"`
	Strata   []ScoreStratum `json:"strata"`
	Warnings []string       `json:"warnings"`
	Verdict  []string       `json:"verdict"`
}

// ScoreDesign is a study in which an item of people has k labels. Numbers of items are null if all items are not
// enough.
type ScoreDesign struct {
	K int `json:"k"`
	// Random is the number of items if they are drawn at random, Strata if they are drawn by the judge's label, and
	// Alone without the judge.
	Random Number `json:"random"`
	Strata Number `json:"strata"`
	Alone  Number `json:"alone"`
	// Lower and Upper are limits of Random over resamples of a pilot, and Enough is enough in a share Assurance of
	// them.
	Lower  Number `json:"random_lower"`
	Upper  Number `json:"random_upper"`
	Enough Number `json:"random_enough"`
	Labels Number `json:"labels"` // of people, for Random
	Cost   Number `json:"cost"`   // of these and the judge's; null without costs
	// AloneCost is the cost of Alone.
	AloneCost Number `json:"alone_cost"`
	// Cheapest marks the design with the fewest labels.
	Cheapest bool `json:"cheapest"`
}

// ScoreStratum is items with similar labels of the judge.
type ScoreStratum struct {
	Lowest  Number `json:"lowest"` // label of the judge
	Highest Number `json:"highest"`
	Share   Number `json:"share"` // of all items
	Items   int    `json:"items"`
	// Label is the number of items of the stratum that people label in the cheapest design. Weight is the weight of
	// each in the score, 1 over the share that is drawn.
	Label  int    `json:"label"`
	Weight Number `json:"weight"`
}

// ScoreAssumption replaces a pilot.
type ScoreAssumption struct {
	R float64 `json:"r"` // correlation of the judge's label with true scores
	// ICC is the reliability of one label of a person; 1: a label is the true score.
	ICC float64 `json:"icc"`
	// Share is the share of yes in people's yes-or-no labels, and JudgeShare in the judge's; 0: labels are numbers with
	// the standard deviation SD.
	Share      float64 `json:"share,omitempty"`
	JudgeShare float64 `json:"judge_share,omitempty"`
	SD         float64 `json:"sd,omitempty"`
}

// Check says which assumption is out of its range.
func (sa ScoreAssumption) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	switch {
	case !(math.Abs(sa.R) < 1):
		return fmt.Errorf("r of %v must be between -1 and 1", sa.R)
	case !(sa.ICC > 0 && sa.ICC <= 1):
		return fmt.Errorf("an ICC of %v must be above 0, and 1 at most", sa.ICC)
	case (sa.Share == 0) == (sa.SD == 0):
		return errors.New("labels are yes and no with a share, or numbers with an sd")
	case sa.Share != 0 && !(inside(sa.Share) && inside(sa.JudgeShare)):
		return fmt.Errorf("shares of yes of %v and %v must be between 0 and 1", sa.Share, sa.JudgeShare)
	case sa.SD < 0 || math.IsInf(sa.SD, 1):
		return fmt.Errorf("a standard deviation of %v must be positive", sa.SD)
	}
	return nil
}

// ScorePlanOptions say what to plan.
type ScorePlanOptions struct {
	Items      int     // that the judge labels
	Within     float64 // half the width of the interval, in labels
	Level      float64 // of the interval
	Assurance  float64 // with which a number of items has to be enough
	MostLabels int     // labels of an item by people to look at
	PeopleCost float64 // of one label; both 0: no costs
	JudgeCost  float64
}

// Check says which option is out of its range.
func (so ScorePlanOptions) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	cost := func(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }
	switch {
	case !inside(so.Level) || !inside(so.Assurance):
		return fmt.Errorf("interval %v and assurance %v must be between 0 and 1", so.Level, so.Assurance)
	case !(so.Within > 0) || math.IsInf(so.Within, 1):
		return fmt.Errorf("a score cannot be known within %v", so.Within)
	case so.Items < 4 || so.Items > planning.MostItems:
		return fmt.Errorf("%d items cannot be planned: from 4 to %d can", so.Items, planning.MostItems)
	case so.MostLabels < 1 || so.MostLabels > mostPlanned:
		return fmt.Errorf("at most %d labels per item cannot be planned", so.MostLabels)
	case !cost(so.PeopleCost) || !cost(so.JudgeCost):
		return fmt.Errorf("labels cannot cost %v and %v", so.PeopleCost, so.JudgeCost)
	}
	return nil
}

// resampledPilots is the number of resamples of a pilot.
const resampledPilots = 200

// NewScorePlan plans from a pilot: labels of some items by a judge and by people. data describes it. The error says
// which option is out of its range, or is an [*score.Error].
func NewScorePlan(pilot *score.System, people, judge string, data Data, o ScorePlanOptions) (*ScorePlan, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	m, err := pilot.Moments()
	if err != nil {
		return nil, err
	}
	p := o.plan(m.Split)
	p.Data, p.People, p.Judge, p.Assurance = &data, people, judge, Number(o.Assurance)
	resamples := resample(pilot)
	p.fill(planned(m), resamples, m.Split, o)
	for h, s := range m.Strata {
		p.Strata[h].Lowest, p.Strata[h].Highest = Number(s.Lowest), Number(s.Highest)
	}
	switch {
	case !m.Split:
		p.Warnings = append(p.Warnings, "No item of the pilot has two labels of people: a label is taken for the true "+
			"score, and the plan has one label of each item.")
	case m.Item == 0:
		p.Warnings = append(p.Warnings, "The items of the pilot differ no more than labels of one item do.")
	}
	return p, nil
}

// NewAssumedScorePlan plans without a pilot.
func NewAssumedScorePlan(a ScoreAssumption, o ScorePlanOptions) (*ScorePlan, error) {
	if err := errors.Join(o.Check(), a.Check()); err != nil {
		return nil, err
	}
	s := planning.Scored{Item: a.ICC * a.SD * a.SD, Noise: (1 - a.ICC) * a.SD * a.SD, R: a.R}
	if a.Share > 0 {
		var ok bool
		if s, ok = planning.YesOrNo(a.Share, a.JudgeShare, a.ICC, a.R); !ok {
			return nil, ErrNoSuchLabels
		}
	}
	p := o.plan(a.ICC < 1)
	p.Assumed = &a
	p.fill(s, nil, a.ICC < 1, o)
	for h := range p.Strata {
		p.Strata[h].Lowest, p.Strata[h].Highest = Number(h), Number(h)
	}
	return p, nil
}

func (so ScorePlanOptions) plan(split bool) *ScorePlan {
	p := &ScorePlan{Items: so.Items, Within: Number(so.Within), Level: Number(so.Level),
		PeopleCost: Number(so.PeopleCost), JudgeCost: Number(so.JudgeCost), NoiseSD: Undefined(),
		Strata: []ScoreStratum{}, Warnings: []string{}, Verdict: []string{}}
	return p
}

// planned turns moments of a pilot into a plan's.
func planned(m score.Moments) planning.Scored {
	s := planning.Scored{Item: m.Item, Noise: m.Noise, R: m.R}
	items := 0
	for _, h := range m.Strata {
		items += h.Items
	}
	for _, h := range m.Strata {
		s.Strata = append(s.Strata, planning.ScoredStratum{Share: float64(h.Items) / float64(items), Item: h.Item,
			Noise: h.Noise})
	}
	return s
}

// resample returns moments of pilots whose items are drawn with replacement among the items that people labelled.
func resample(pilot *score.System) []planning.Scored {
	var labelled []int
	for i, k := range pilot.Labels {
		if k > 0 {
			labelled = append(labelled, i)
		}
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(labelled))))
	var all []planning.Scored
	for range resampledPilots {
		again := &score.System{Name: pilot.Name}
		for range labelled {
			i := labelled[rng.IntN(len(labelled))]
			again.Judge = append(again.Judge, pilot.Judge[i])
			again.People = append(again.People, pilot.People[i])
			again.Labels = append(again.Labels, pilot.Labels[i])
			again.Spread = append(again.Spread, pilot.Spread[i])
			if pilot.Judged != nil {
				again.Judged = append(again.Judged, pilot.Judged[i])
			}
		}
		if m, err := again.Moments(); err == nil {
			all = append(all, planned(m))
		}
	}
	return all
}

// fill computes each design.
func (sp *ScorePlan) fill(s planning.Scored, resamples []planning.Scored, split bool, o ScorePlanOptions) {
	sp.ItemSD, sp.R = Number(math.Sqrt(s.Item)), Number(s.R)
	if split {
		sp.NoiseSD = Number(math.Sqrt(s.Noise))
	} else {
		o.MostLabels = 1
	}
	for k := 1; k <= o.MostLabels; k++ {
		sp.Designs = append(sp.Designs, o.design(s, resamples, k))
	}
	fewest := lowest(len(sp.Designs), func(i int) Number { return sp.Designs[i].Labels })
	k := 1
	if fewest >= 0 {
		sp.Designs[fewest].Cheapest = true
		k = sp.Designs[fewest].K
	}
	design := planning.ScoreDesign{Items: o.Items, LabelsPerItem: k}
	var label []int
	if fewest >= 0 && sp.Designs[fewest].Strata.Defined() {
		label = s.Allocate(design, int(sp.Designs[fewest].Strata))
	}
	for h, of := range s.Strata {
		items := int(math.Round(of.Share * float64(o.Items)))
		t := ScoreStratum{Share: Number(of.Share), Items: items, Weight: Undefined()}
		if label != nil && label[h] > 0 {
			t.Label, t.Weight = label[h], Number(float64(items)/float64(label[h]))
		}
		sp.Strata = append(sp.Strata, t)
	}
	sp.Verdict = sp.newVerdict()
}

// design plans k labels of each item.
func (so ScorePlanOptions) design(s planning.Scored, resamples []planning.Scored, k int) ScoreDesign {
	design := planning.ScoreDesign{Items: so.Items, LabelsPerItem: k}
	fewest := func(width func(planning.ScoreDesign, int, float64) float64) Number {
		n, ok := design.ItemsFor(so.Within, so.Level, width)
		if !ok {
			return Undefined()
		}
		return Number(n)
	}
	d := ScoreDesign{K: k, Random: fewest(s.HalfWidth), Alone: fewest(s.AloneHalfWidth), Strata: Undefined(),
		Lower: Undefined(), Upper: Undefined(), Enough: Undefined(), Cost: Undefined(), AloneCost: Undefined()}
	if len(s.Strata) > 1 {
		d.Strata = fewest(s.StratifiedHalfWidth)
	}
	d.Labels = d.Random * Number(k)
	if so.PeopleCost > 0 || so.JudgeCost > 0 {
		d.Cost = d.Labels*Number(so.PeopleCost) + Number(so.Items)*Number(so.JudgeCost)
		d.AloneCost = d.Alone * Number(k) * Number(so.PeopleCost)
	}
	if len(resamples) > 0 {
		var needed []float64
		for _, r := range resamples {
			n, ok := design.ItemsFor(so.Within, so.Level, r.HalfWidth)
			if !ok {
				n = math.MaxInt
			}
			needed = append(needed, float64(n))
		}
		slices.Sort(needed)
		quantile := func(p float64) Number {
			if q := countQuantile(needed, p); q < planning.MostItems+1 {
				return q
			}
			return Undefined()
		}
		tail := (1 - so.Level) / 2
		d.Lower, d.Upper, d.Enough = quantile(tail), quantile(1-tail), quantile(so.Assurance)
	}
	return d
}

// newVerdict says how many items people label, and how many without the judge.
func (sp *ScorePlan) newVerdict() []string {
	for _, d := range sp.Designs {
		if !d.Cheapest {
			continue
		}
		text := fmt.Sprintf("%s with %s of people each give the score of %s within ± %s",
			plural(int(d.Random), "item"), plural(d.K, "label"), plural(sp.Items, "item"), sp.Within.cell())
		all := []string{text}
		if d.Alone.Defined() {
			all = append(all, fmt.Sprintf("Without the judge it takes %s", plural(int(d.Alone), "item")))
		} else {
			all = append(all, "Without the judge no number of the items is enough")
		}
		if d.Strata.Defined() && d.Strata < d.Random {
			all = append(all, fmt.Sprintf("Drawn by the judge's label, as in the table, %s are enough",
				plural(int(d.Strata), "item")))
		}
		if d.Cost.Defined() {
			text := "Cost: " + d.Cost.fixed(2)
			if d.AloneCost.Defined() {
				text += fmt.Sprintf("; without the judge %s", d.AloneCost.fixed(2))
			}
			all = append(all, text)
		}
		return all
	}
	return []string{fmt.Sprintf("Labels of people for all %s do not give the score within ± %s",
		plural(sp.Items, "item"), sp.Within.cell())}
}
