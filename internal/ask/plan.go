package ask

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/model"
	"concord/planning"
	"concord/posterior"
	"concord/vpc"
)

// Kinds of plans. They are about the reliability of a mean, a judge compared with one person, the mean score of many
// items, and the precision of a study whose labels are assumed.
const (
	PlanReliability = "reliability"
	PlanOfJudge     = "judge"
	PlanOfScore     = "score"
	PlanOfStudy     = "study"
)

// PlanOptions say what to plan. Not every plan uses all of them.
type PlanOptions struct {
	Kind string
	// Interval is that of draws. Intervals of numbers of labels and items are equal-tailed, and end at whole numbers.
	Interval posterior.Interval
	// Assurance is the probability that a number is enough, and Power the probability that a study finds the answer.
	Assurance, Power float64
	MostLabels       int // of an item by people to look at
	Budget           int // where a label costs 1; 0: as the pilot, or none
	// Costs of an item before it is labelled, and of a label by people and by the judge. For a score, these are the
	// costs, and all 0 is none; else people's labels cost 1.
	ItemCost, PeopleCost, JudgeCost float64
	// People is the number of labelers of a group, by its name. If it is missing, each labeler gives as many labels as
	// in the pilot.
	People map[string]int

	Targets   []float64 // reliabilities to reach
	Reference string    // the group that others are compared with; "": the first
	AtLeast   float64   // worth of the judge that is to be shown or ruled out
	Judged    int       // items that the judge labels
	// Within is half the width of an interval. For a study 0 asks for an interval beyond Target, with the power.
	Within, Target float64
	Seed           uint64
	// Progress is called after each of [PlanOptions.Steps] parts of the work; nil: nobody asks.
	Progress func()
}

// Check says which option is out of its range.
func (o PlanOptions) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	cost := func(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }
	least := 1
	if o.Kind == PlanOfJudge || o.Kind == PlanOfStudy {
		least = 2
	}
	beyond := o.Kind == PlanOfStudy && o.Within == 0
	for _, t := range o.Targets {
		if o.Kind == PlanReliability && !inside(t) {
			return fmt.Errorf("a target reliability of %v is not between 0 and 1", t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.People)) {
		if o.People[name] < 2 {
			return fmt.Errorf("%d people cannot label %s: a plan needs at least two", o.People[name], name)
		}
	}
	switch {
	case !inside(o.Interval.Level):
		return fmt.Errorf("an interval of probability %v is not between 0 and 1", o.Interval.Level)
	case o.Kind != PlanOfStudy && !inside(o.Assurance):
		return fmt.Errorf("an assurance of %v is not between 0 and 1", o.Assurance)
	case (o.Kind == PlanOfJudge || beyond) && !inside(o.Power):
		return fmt.Errorf("a power of %v must be between 0 and 1", o.Power)
	case o.MostLabels < least || o.MostLabels > document.MostNeeded:
		return fmt.Errorf("at most %d labels per item cannot be planned: choose %d to %s", o.MostLabels, least,
			document.Integer(document.MostNeeded))
	case o.Budget < 0:
		return fmt.Errorf("a group cannot cost %d labels", o.Budget)
	case !cost(o.ItemCost):
		return fmt.Errorf("items cannot cost %v labels", o.ItemCost)
	case !cost(o.PeopleCost) || !cost(o.JudgeCost):
		return fmt.Errorf("labels of people and a judge cannot cost %v and %v", o.PeopleCost, o.JudgeCost)
	case o.Kind == PlanOfJudge && !(o.AtLeast > 0 && cost(o.AtLeast)):
		return fmt.Errorf("a judge cannot be worth %v labels", o.AtLeast)
	case o.Kind == PlanOfScore && !(o.Within > 0 && cost(o.Within)):
		return fmt.Errorf("a score cannot be known within %v", o.Within)
	case o.Kind == PlanOfScore && (o.Judged < 4 || o.Judged > planning.MostItems):
		return fmt.Errorf("%d items cannot be planned: from 4 to %d can", o.Judged, planning.MostItems)
	case o.Kind == PlanOfStudy && !beyond && !inside(o.Within):
		return fmt.Errorf("half a width of %v must be between 0 and 1", o.Within)
	case beyond && !(o.Target > -1 && o.Target < 1):
		return fmt.Errorf("a target of %v must be between -1 and 1", o.Target)
	}
	return nil
}

// planned is a plan that is made. Each of its designs has a key, and each measure of a design is a row.
type planned struct {
	*answer.Answer
	PlanOptions
}

// plan begins a plan. Set has what was asked, as names and values.
func (o PlanOptions) plan(data result.Data, set ...any) planned {
	p := planned{answer.New("plan", data, result.NewIntervals(o.Interval, nil)), o}
	for i := 0; i < len(set); i += 2 {
		p.Set[fmt.Sprint(set[i])] = fmt.Sprint(set[i+1])
	}
	p.Set["plan"] = o.Kind
	return p
}

// ran says how the fit that the plan is from was made.
func (p planned) ran(fit *answer.Answer) { p.Runs = append(p.Runs, fit.Runs...) }

// count adds a number of labels or items that is needed: the median, or else a value, with an interval over draws. It
// adds the number that is enough with the assurance too. The numbers occur in the draws, as quantiles of type 1 of
// Hyndman and Fan (1996).
func (p planned) count(what string, at answer.Key, draws []float64, value ...float64) float64 {
	slices.Sort(draws)
	of := func(share float64) float64 { return CountQuantile(draws, share) }
	r := p.Add(what+"_needed", at, of(0.5))
	if len(value) > 0 {
		r.Value = value[0]
	}
	if len(draws) > 1 {
		tail := (1 - p.PlanOptions.Interval.Level) / 2
		r.Within(of(tail), of(1-tail))
		p.Add(what+"_enough", at, of(p.Assurance)).P = p.Assurance
	}
	return r.Value
}

// size adds the numbers of items and of people's labels of a design.
func (p planned) size(at answer.Key, items float64) {
	p.number("items", at, items)
	p.number("labels", at, items*float64(at.K))
}

// number adds a number. Infinity is none.
func (p planned) number(name string, at answer.Key, x float64) {
	if r := p.Add(name, at, x); math.IsInf(x, 1) {
		r.Value, r.Why = math.NaN(), "no number of items is enough"
	}
}

// bought is how many items a budget buys.
func bought(budget int, cost float64) int { return int(float64(budget)/cost + 1e-9) }

// choose names the design that has the largest value, times a sign, in some rows.
func (p planned) choose(words string, sign float64, rows []*answer.Row) {
	var best *answer.Row
	for _, r := range rows {
		if r.Defined() && (best == nil || sign*r.Value > sign*best.Value) {
			best = r
		}
	}
	if best != nil {
		p.Words("choice", best.Key, words)
	}
}

// Plan plans studies like those of a fit, which r describes: how many labels an item needs, how much more labels help,
// and how to spend a budget. All of it is on the scale of labels, because it is about means of labels. Groups with one
// label of each item are left out, with a doubt, because the fit does not know their ICC.
func Plan(fit *model.Posterior, r *answer.Answer, o PlanOptions) (*answer.Answer, error) {
	reference := fit.StudyAt(0)
	if o.Reference != "" {
		var err error
		if reference, err = fit.Study(o.Reference); err != nil {
			return nil, err
		}
	}
	p := o.plan(r.Data, "assurance", o.Assurance, "item_cost", o.ItemCost, "reference", reference.Name())
	p.ran(r)
	lead := math.Inf(1)
	for _, t := range o.Targets {
		if off := math.Abs(t - result.TargetReliability); off < lead {
			lead, p.Set["target"] = off, document.Full(t)
		}
	}
	for _, s := range fit.EachStudy() {
		if s.OneLabel() {
			p.Doubts = append(p.Doubts, fmt.Sprintf("The plan leaves out group %s, because one label of each item "+
				"does not show how reliable its labels are.", s.Name()))
			continue
		}
		part, at := vpc.LabelPartition(s), answer.Key{Group: s.Name()}
		for i, t := range o.Targets {
			if at.Design = answer.Reaching(document.Full(t)); !slices.Contains(o.Targets[:i], t) {
				p.count("labels", at, slices.Concat(part.LabelsFor(t).Chains...))
			}
		}
		at.Design = ""
		for at.K = 1; at.K <= o.MostLabels; at.K++ {
			p.Drawn("icc_k", at, part.ICCk(at.K), o.Interval)
		}
		p.spend(s, part)
	}
	spec := fit.Spec()
	p.compare(reference)
	if !hasICCSE(spec.Family) {
		p.Doubts = append(p.Doubts, "The plan does not include the precision of the ICC, because for labels of "+
			spec.Family.About().Distribution+" its standard error has no formula.")
	}
	if spec.Discrimination {
		p.Doubts = append(p.Doubts, "The plan does not include the precision of the ICC, because its standard "+
			"error has no formula with labelers' discriminations.")
	}
	p.Doubts = append(p.Doubts, say.PlanWarnings(r)...)
	p.Verdict = say.PlanVerdict(p.Answer)
	return p.Answer, nil
}

// spend adds what the budget of a group buys.
func (p planned) spend(s model.StudyPosterior, part vpc.Partition) {
	of, at := p.groupOf(s), answer.Key{Group: s.Name()}
	p.Add("budget", at, float64(p.budget(of)))
	if len(s.Posterior().Spec().Facets) > 0 {
		p.facets(s, part, p.budget(of))
		return
	}
	draws, from := precision(s, part), len(p.Of("icc_se"))
	for at.K = 1; at.K <= p.most(of); at.K++ {
		items := bought(p.budget(of), p.ItemCost+float64(at.K))
		if items < 2 {
			break
		}
		d := p.design(of, items, at.K)
		p.size(at, float64(items))
		if d.Labelers > 0 {
			p.Add("labelers", at, math.Round(d.Labelers))
		}
		p.Add("mean_se", at, meanOver(draws, func(of precise) float64 { return of.mean(d) }))
		if draws[0].icc != nil && at.K > 1 {
			p.number("icc_se", at, meanOver(draws, func(of precise) float64 { return of.icc(d) }))
		}
	}
	p.choose("shows the reliability best", -1, p.Of("icc_se")[from:])
}

// compare adds how precisely groups that label the same items show their agreement ρ with the reference, and which of
// two is closer to it.
func (p planned) compare(reference model.StudyPosterior) {
	groups := []model.StudyPosterior{reference}
	for _, s := range reference.Posterior().EachStudy() {
		if s != reference && !s.OneLabel() {
			groups = append(groups, s)
		}
	}
	if len(groups) < 2 || reference.OneLabel() {
		return
	}
	if spec := reference.Posterior().Spec(); spec.Discrimination || len(spec.Facets) > 0 {
		p.Doubts = append(p.Doubts, "The plan does not include the precision of ρ, because its standard error has no "+
			"formula with facets or labelers' discriminations.")
		return
	}
	budget, most := p.Budget, p.MostLabels
	for _, s := range groups {
		if p.Budget == 0 {
			budget += p.budget(p.groupOf(s))
		}
	}
	for _, of := range p.Data.Studies {
		most = min(most, p.most(of))
	}
	p.Add("budget", answer.Key{}, float64(budget))
	scored := newScoredDraws(groups)
	draws := overDraws(reference.Posterior().Draws(), scored.at)
	for k := 2; k <= most; k++ {
		items := bought(budget, p.ItemCost+float64(k*len(groups)))
		if items < 2 {
			break
		}
		p.Add("items", answer.Key{K: k}, float64(items))
		arms := func(items int, of ...int) []planning.Design {
			all := make([]planning.Design, len(of))
			for i, s := range of {
				all[i] = p.design(p.groupOf(groups[s]), items, k)
			}
			return all
		}
		for s := range groups[1:] {
			at := answer.Key{Of: groups[s+1].Name(), Against: reference.Name(), K: k}
			d := arms(items, 0, s+1)
			p.Add("rho_se", at, meanOver(draws, func(of correlations) float64 { return of.with[s].SE(d...) }))
		}
		for n, pair := range pairsOf(len(groups) - 1) {
			a, b := pair[0]+1, pair[1]+1
			at := answer.Key{Of: groups[a].Name(), Against: groups[b].Name(), K: k}
			power := func(items int) float64 {
				d := arms(items, 0, a, b)
				return meanOver(draws, func(of correlations) float64 {
					return of.difference[n].Power(result.Sure, d...)
				})
			}
			d := arms(items, 0, a, b)
			p.Add("rho_difference_se", at, meanOver(draws, func(of correlations) float64 {
				return of.difference[n].SE(d...)
			}))
			p.Add("power", at, power(items))
			needed, ok := planning.FewestItems(func(n int) bool { return power(n) >= p.Assurance })
			p.count("items", at, []float64{unless(!ok, float64(needed))})
		}
	}
	for _, pair := range pairsOf(len(groups) - 1) {
		a, b := groups[pair[0]+1].Name(), groups[pair[1]+1].Name()
		p.choose("shows it most surely", 1, slices.DeleteFunc(slices.Clone(p.Of("power")), func(r *answer.Row) bool {
			return r.Of != a || r.Against != b
		}))
	}
}

// unless returns a number, or infinity if there is none.
func unless(none bool, x float64) float64 {
	if none {
		return math.Inf(1)
	}
	return x
}

// pairsOf returns all pairs of n things, each pair once.
func pairsOf(n int) [][2]int {
	var all [][2]int
	for b := range n {
		for a := range b {
			all = append(all, [2]int{a, b})
		}
	}
	return all
}

// groupOf describes a group of the pilot.
func (p planned) groupOf(s model.StudyPosterior) result.Study { return p.Data.Study(s.Name()) }

// budget is the cost of a group.
func (p planned) budget(of result.Study) int {
	if p.Budget > 0 {
		return p.Budget
	}
	return int(math.Round(float64(of.Labels) + p.ItemCost*float64(of.Items)))
}

// most is the largest number of labels per item of a group: no more than it has people.
func (p planned) most(of result.Study) int {
	if people := p.People[of.Name]; people > 0 && of.Labelers > 0 {
		return min(p.MostLabels, people)
	}
	return p.MostLabels
}

// design returns a study like a group of the pilot, with loads as uneven. The labels of an item are by different
// people.
func (p planned) design(of result.Study, items, k int) planning.Design {
	d := planning.Design{Items: items, LabelsPerItem: k}
	switch people := p.People[of.Name]; {
	case of.Labelers == 0:
		return d
	case people > 0:
		d.Labelers = float64(people)
	default:
		d.Labelers = math.Max(float64(k), float64(items)*float64(k)*float64(of.Labelers)/float64(of.Labels))
	}
	if d.EffectiveLabelers = d.Labelers; of.EffectiveLabelers > 0 {
		d.EffectiveLabelers *= float64(of.EffectiveLabelers) / float64(of.Labelers)
	}
	return d
}
