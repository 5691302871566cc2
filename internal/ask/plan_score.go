package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/planning"
	"concord/score"
	"concord/study"
)

// PlanScore plans how many items people must label so that the mean score of many items, all labelled by a judge, is
// known within a given distance: from a pilot, labels of some items by a judge and by people. data describes it. The
// error is an [*score.Error].
func PlanScore(pilot *score.System, people, judge string, data result.Data, o PlanOptions) (*answer.Answer, error) {
	m, err := pilot.Moments()
	if err != nil {
		return nil, err
	}
	p := o.planScore(data)
	p.Set["judge"], p.Set["assurance"] = judge, fmt.Sprint(o.Assurance)
	of := scoredOf(m)
	p.scored(answer.Key{Group: people}, of, resampled(pilot), m.Split, func(h int) (lowest, highest float64) {
		return m.Strata[h].Lowest, m.Strata[h].Highest
	})
	switch {
	case !m.Split:
		p.Doubts = append(p.Doubts, "No item of the pilot has two labels of people: a label is taken for the true "+
			"score, and the plan has one label of each item.")
	case m.Item == 0:
		p.Doubts = append(p.Doubts, "The items of the pilot differ no more than labels of one item do.")
	}
	return p.Answer, nil
}

// PlanScoreAssumed is [PlanScore] without a pilot. The error is [ErrNoSuchLabels], or says which assumption is out of
// its range.
func PlanScoreAssumed(a PlanAssumption, o PlanOptions) (*answer.Answer, error) {
	if err := a.Check(o.Kind); err != nil {
		return nil, err
	}
	s := planning.Scored{Item: a.ICC * a.SD * a.SD, Noise: (1 - a.ICC) * a.SD * a.SD, R: a.Validity}
	if a.Share > 0 {
		var ok bool
		if s, ok = planning.YesOrNo(a.Share, a.JudgeShare, a.ICC, a.Validity); !ok {
			return nil, ErrNoSuchLabels
		}
	}
	p := o.planScore(result.Data{})
	a.Validity = 0 // which every plan has
	p.assume(a)
	p.scored(answer.Key{}, s, nil, a.ICC < 1, func(h int) (lowest, highest float64) {
		return float64(h), float64(h)
	})
	return p.Answer, nil
}

func (o PlanOptions) planScore(data result.Data) planned {
	return o.plan(data, "within", o.Within, "judged", o.Judged, "people_cost", o.PeopleCost, "judge_cost", o.JudgeCost)
}

// scoredOf turns moments of a pilot into a plan's.
func scoredOf(m score.Moments) planning.Scored {
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

// resampledPilots is the number of resamples of a pilot.
const resampledPilots = 200

// resampled returns moments of pilots whose items are drawn with replacement among the items that people labelled.
func resampled(pilot *score.System) []planning.Scored {
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
			all = append(all, scoredOf(m))
		}
	}
	return all
}

// scored adds each design, and the strata of the cheapest.
func (p planned) scored(
	at answer.Key, s planning.Scored, resamples []planning.Scored, split bool, ends func(h int) (float64, float64),
) {
	p.Add("item_sd", at, math.Sqrt(s.Item))
	p.Add("validity", at, s.R)
	most := 1
	if split {
		most = p.MostLabels
		p.Add("noise_sd", at, math.Sqrt(s.Noise))
	}
	for at.K = 1; at.K <= most; at.K++ {
		p.sample(at, s, resamples)
	}
	p.choose("cheapest", -1, p.Of("labels"))
	p.Verdict, p.Notes = say.PlanScoreVerdict(p.Answer), say.PlanScoreNotes(p.Answer)
	var label []int
	k := 1
	for _, best := range p.Of("choice") {
		k, at = best.K, best.Key
		if at.Design = answer.Stratified; !math.IsInf(p.Value("items_needed", at), 1) && len(s.Strata) > 1 {
			people := int(p.Value("items_needed", at))
			label = s.Allocate(planning.ScoreDesign{Items: p.Judged, LabelsPerItem: k}, people)
		}
	}
	for h, of := range s.Strata {
		low, high := ends(h)
		name := significant(low)
		if high > low {
			name += " to " + significant(high)
		}
		at := answer.Key{Group: at.Group, Of: name, K: h + 1}
		p.Add("judge_label", at, low).Within(low, high)
		p.Add("stratum_share", at, of.Share)
		items := math.Round(of.Share * float64(p.Judged))
		p.Add("items", at, items)
		if label != nil && label[h] > 0 {
			p.Add("labelled", at, float64(label[h]))
			p.Add("weight", at, items/float64(label[h]))
		}
	}
}

// significant prints three digits.
func significant(x float64) string {
	x, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return "–"
	}
	return document.Full(x)
}

// sample adds k labels of each item: how many items are drawn at random, by the judge's label, and without the judge.
func (p planned) sample(at answer.Key, s planning.Scored, resamples []planning.Scored) {
	design := planning.ScoreDesign{Items: p.Judged, LabelsPerItem: at.K}
	fewest := func(width func(planning.ScoreDesign, int, float64) float64) float64 {
		n, ok := design.ItemsFor(p.Within, p.PlanOptions.Interval.Level, width)
		return unless(!ok, float64(n))
	}
	drawn := fewest(s.HalfWidth)
	needed := []float64{drawn}
	if len(resamples) > 0 {
		needed = nil
	}
	for _, r := range resamples {
		needed = append(needed, fewest(r.HalfWidth))
	}
	p.count("items", at, needed, drawn)
	costs := p.PeopleCost > 0 || p.JudgeCost > 0
	p.number("labels", at, drawn*float64(at.K))
	if costs {
		p.number("cost", at, drawn*float64(at.K)*p.PeopleCost+float64(p.Judged)*p.JudgeCost)
	}
	if at.Design = answer.Stratified; len(s.Strata) > 1 {
		p.Add("items_needed", at, fewest(s.StratifiedHalfWidth))
	}
	at.Design = answer.WithoutJudge
	alone := fewest(s.AloneHalfWidth)
	if p.Add("items_needed", at, alone); costs {
		p.number("cost", at, alone*float64(at.K)*p.PeopleCost)
	}
}

// ScorePilot returns the labels of people and a judge, two studies of a table, for a plan of a score. Items that the
// judge did not label are left out. Ordered categories are replaced by the numbers that stand for them. Words without
// order have no mean, which is an error.
func ScorePilot(people, judge study.View) (*score.System, error) {
	t := people.Table()
	if t.Kind() == study.Nominal {
		return nil, fmt.Errorf("words without order have no mean score")
	}
	value := func(y float64) float64 {
		if t.Kind() == study.Ordinal {
			return t.Scores()[int(y)-1]
		}
		return y
	}
	n := len(t.Items())
	all := &score.System{Items: t.Items(), Judge: make([]float64, n), Judged: make([]bool, n),
		People: make([]float64, n), Labels: make([]int, n), Spread: make([]float64, n)}
	count := make([]int, n)
	for at, i := range judge.Item() {
		count[i]++
		all.Judge[i] += (value(judge.Value()[at]) - all.Judge[i]) / float64(count[i])
		all.Judged[i] = true
	}
	squares := make([]float64, n)
	for at, i := range people.Item() {
		all.Labels[i]++
		y := value(people.Value()[at])
		before := y - all.People[i]
		all.People[i] += before / float64(all.Labels[i])
		squares[i] += before * (y - all.People[i]) // Welford 1962
	}
	for i, k := range all.Labels {
		if k > 1 {
			all.Spread[i] = squares[i] / float64(k-1)
		}
	}
	return all, nil
}
