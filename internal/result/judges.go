package result

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/internal/document"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/xcc"
)

// Judges compares the labels of judges with the labels of a pool of people.
type Judges struct {
	Data     Data      `json:"data"`
	Interval Intervals `json:"interval"`
	Model    *Model    `json:"model"`
	Sampler  *Sampler  `json:"sampler"`
	// People describes a random labeler of the study that judges are compared with.
	People PeopleStanding  `json:"people"`
	Judges []JudgeStanding `json:"judges"` // by validity, the best first; those without one last
	// CommonErrors are the correlations of errors of each two judges. IndependentJudges is how many judges with
	// independent errors all judges together are worth. Both are null for fewer than two judges.
	CommonErrors      []CommonErrors `json:"common_errors"`
	IndependentJudges *Measure       `json:"independent_judges,omitempty"`
	Verdict           string         `json:"verdict"`
	Notes             []string       `json:"notes"`
	Diagnostics       *Diagnostics   `json:"diagnostics"`
}

// Measure is a quantity on a scale: posterior median, mean and interval. Numbers are null if the quantity is not
// defined, and Undefined says why.
type Measure struct {
	Scale     string `json:"scale,omitempty"`
	Median    Number `json:"median"`
	Mean      Number `json:"mean"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Undefined string `json:"undefined,omitempty"`
}

// PeopleStanding describes a random labeler of the pool.
type PeopleStanding struct {
	Study    string    `json:"study"`
	Labelers int       `json:"labelers"`
	Validity []Measure `json:"validity"` // √ICC, on each scale
	// Following is Validity among the labels of one person, whose level does not matter. It is on the label scale.
	// FollowingLatent is on the latent scale, if the labels have one.
	Following       Measure  `json:"following"`
	FollowingLatent *Measure `json:"following_latent,omitempty"`
	Loss            *Measure `json:"loss,omitempty"`      // mean squared difference of two people's labels of an item
	Agreement       *Measure `json:"agreement,omitempty"` // chance that they are the same
	// Rates say how often another person gives each category, by a person's category; nil if labels are numbers.
	Rates *LabelRates `json:"rates,omitempty"`
}

// JudgeStanding compares a judge with people.
type JudgeStanding struct {
	Study    string    `json:"study"`
	Labels   int       `json:"labels"`
	Items    int       `json:"items"`    // with labels of people too
	Validity []Measure `json:"validity"` // r, on each scale
	Worth    []Measure `json:"worth"`    // in labels of people, on each scale
	// BetterThanRandom is the probability that r is above √ICC of people, so that the worth is above 1. FollowsAsWell
	// is the probability that r is above Following of people, level aside. AsGood is the probability that a label of
	// the judge lies as near to a random person's as another person's does, level included. All are on the label scale.
	BetterThanRandom Number `json:"better_than_random"`
	FollowsAsWell    Number `json:"follows_as_well"`
	AsGood           Number `json:"as_good"`
	// BetterThanRandomLatent and FollowsAsWellLatent are the first two on the latent scale, if the labels have one.
	BetterThanRandomLatent *Number `json:"better_than_random_latent,omitempty"`
	FollowsAsWellLatent    *Number `json:"follows_as_well_latent,omitempty"`
	// Bias is how much higher the judge's mean label is than people's; Level is the same in standard deviations of
	// labelers.
	Bias      *Measure `json:"bias,omitempty"`
	Level     *Measure `json:"level,omitempty"`
	Loss      *Measure `json:"loss,omitempty"`
	Agreement *Measure `json:"agreement,omitempty"`
	// Beats are the people whose labels lie farther from others' labels than the judge's, each with its probability.
	// BeatenShare is their share of all people.
	Beats       []PersonBeaten `json:"beats,omitempty"`
	BeatenShare *Measure       `json:"beaten_share,omitempty"`
	// SelfConsistency is the correlation of two labels of an item by the judge, on each scale, if one labeler gave
	// several.
	SelfConsistency []Measure `json:"self_consistency,omitempty"`
	// Furthest are the items on which its labels lie furthest from people's true scores, the furthest first.
	Furthest []FarItem `json:"furthest,omitempty"`
	// Confusion says how often each category of people goes with each category of the judge; nil if labels are numbers.
	Confusion *Confusion `json:"confusion,omitempty"`
	// Rates say how often the judge gives each category, by a person's category; nil if labels are numbers.
	Rates     *LabelRates `json:"rates,omitempty"`
	Verdict   string      `json:"verdict"`
	Undefined string      `json:"undefined,omitempty"` // why there is no validity
	// Diagnostics are from the fit of people and this judge.
	Diagnostics *Diagnostics `json:"diagnostics,omitempty"`
	// Covariates say whether a covariate biases the judge. They are from a further fit of people and this judge, with
	// the covariates; CovariateDiagnostics are about it.
	Covariates           []JudgeCovariate `json:"covariates,omitempty"`
	CovariateDiagnostics *Diagnostics     `json:"covariate_diagnostics,omitempty"`
	// Reweighting describes the weights with which draws of the people's posterior represent the posterior of people
	// and judge; nil: that posterior was sampled.
	Reweighting *JudgeReweighting `json:"reweighting,omitempty"`

	told *Told // of validity, for comparisons of several tasks
}

// JudgeReweighting describes the weights of reweighted draws.
type JudgeReweighting struct {
	ParetoK Number `json:"pareto_k"` // k̂; draws can be relied on up to 0.7
	ESS     Number `json:"ess"`
}

// FarItem is an item on which the labels of a judge lie far from people's.
type FarItem struct {
	Item string `json:"item"`
	// Text is the text of the item, if the file has a column of texts.
	Text string `json:"text,omitempty"`
	// Label is the mean of the judge's labels, and People the true score by people's labels (see [judge.Furthest]).
	Label  Number `json:"label"`
	People Number `json:"people"`
	// Labels and PeopleLabels are all labels of the item, as people read them.
	Labels       []string `json:"labels"`
	PeopleLabels []string `json:"people_labels"`
}

// AddTexts adds texts, by the items' names, to the items on which judges are furthest from people.
func (js *Judges) AddTexts(texts map[string]string) {
	for _, j := range js.Judges {
		for i, far := range j.Furthest {
			j.Furthest[i].Text = texts[far.Item]
		}
	}
}

// mostFar is how many items a judge has in [JudgeStanding.Furthest].
const mostFar = 10

// PersonBeaten is a person with the probability that the judge does better.
type PersonBeaten struct {
	Labeler     string `json:"labeler"`
	Probability Number `json:"probability"`
}

// CommonErrors is the correlation of the errors of two judges, on the scale of labels.
type CommonErrors struct {
	Judges [2]string `json:"judges"`
	Measure
}

// NewJudges compares judges with the people of one study. alone is a fit of the people, and r its result. Each of
// judges is a posterior of the people and one judge, so that no judge changes people's true scores for another (see
// [model.FitJudges]). The fits should have kept effects of labelers. Studies whose labels are all the same have no
// posterior.
//
// The error says that labels of the family have no such comparison.
func NewJudges(
	alone *Fit, r *Result, judges []*model.Posterior, constant []study.View, interval posterior.Interval,
) (*Judges, error) {
	people := alone.Reference
	pool, err := newJudgeComparison(people, interval)
	if err != nil {
		return nil, err
	}
	out := &Judges{Data: r.Data, Interval: r.Interval, Model: r.Model, Sampler: r.Sampler, Diagnostics: r.Diagnostics,
		People: pool.standing(), CommonErrors: []CommonErrors{}, Notes: r.Data.notes()}
	var validity []posterior.Quantity
	var labels []study.View
	for _, fit := range judges {
		of, s, err := newJudgingOf(fit, people.Name(), interval)
		if err != nil {
			return nil, err
		}
		standing := of.judge(s)
		of.trust(&standing, *alone, fit)
		standing.told = of.tellValidity(of.people, s)
		out.Judges = append(out.Judges, standing)
		validity = append(validity, of.labels().Validity(of.people, s))
		labels = append(labels, fit.Table().StudyAt(s.Index()))
	}
	out.inCommon(pool, judge.NewErrors(validity, labels, r.Sampler.Seed))
	slices.SortStableFunc(out.Judges, func(a, b JudgeStanding) int {
		return cmp.Compare(b.Validity[len(b.Validity)-1].Median, a.Validity[len(a.Validity)-1].Median)
	})
	for _, v := range constant {
		out.Judges = append(out.Judges, pool.constant(v))
	}
	if few := out.FewPeople(); few != "" {
		out.Notes = append(out.Notes, few)
	}
	labelled := items(people.Posterior().Table().StudyAt(people.Index()))
	for i, j := range out.Judges {
		if j.Items < labelled {
			out.Notes = append(out.Notes, fmt.Sprintf("%s labels %s of the %s that people labelled.", j.Study,
				count(j.Items), plural(labelled, "item")))
		}
		out.Judges[i].Verdict = j.verdict()
	}
	out.Verdict = out.sentence()
	return out, nil
}

// newJudgingOf is newJudgeComparison for a posterior of people and one judge. It returns the judge too.
func newJudgingOf(fit *model.Posterior, people string, interval posterior.Interval) (
	of judgeComparison, judge model.StudyPosterior, err error,
) {
	at := fit.StudyAt(0)
	judge = fit.StudyAt(1)
	if at.Name() != people {
		at, judge = judge, at
	}
	of, err = newJudgeComparison(at, interval)
	return of, judge, err
}

// trust sets the diagnostics of the draws of people and judge.
func (of judgeComparison) trust(j *JudgeStanding, alone Fit, fit *model.Posterior) {
	if w := fit.Reweighting(); w != nil {
		j.Reweighting = &JudgeReweighting{ParetoK: Number(w.K), ESS: Number(w.ESS)}
		j.Diagnostics = &Diagnostics{MaxRHat: Undefined(), MinESSBulk: Number(w.ESS), MinESSTail: Undefined(),
			MinEBFMI: Undefined(), OK: true, Converged: true, Messages: []string{}}
		return
	}
	alone.Posterior = fit
	j.Diagnostics = newDiagnostics(alone, *of.leading, *of.others)
}

// inCommon sets the common errors of judges, which are in the order of their fits.
func (js *Judges) inCommon(of judgeComparison, errors *judge.Errors) {
	scale := of.scales[len(of.scales)-1]
	for i, a := range js.Judges {
		for j, b := range js.Judges[:i] {
			js.CommonErrors = append(js.CommonErrors, CommonErrors{
				[2]string{b.Study, a.Study}, of.measure(scale, errors.Correlation(i, j)),
			})
		}
	}
	if len(js.Judges) > 1 {
		m := of.measure(scale, errors.IndependentJudges())
		js.IndependentJudges = &m
	}
}

// Trust returns the diagnostics of all fits together, each message with the judge that it is about.
func (js *Judges) Trust() *Diagnostics {
	all := *js.Diagnostics
	all.Messages = slices.Clone(all.Messages)
	add := func(of string, d *Diagnostics) {
		if d == nil {
			return
		}
		all.OK, all.Converged = all.OK && d.OK, all.Converged && d.Converged
		for _, m := range d.Messages {
			all.Messages = append(all.Messages, of+": "+m)
		}
	}
	for _, j := range js.Judges {
		add(j.Study, j.Diagnostics)
		add(j.Study+" with covariates", j.CovariateDiagnostics)
	}
	return &all
}

// trust is Trust, or nil if there is no comparison.
func (js *Judges) trust() *Diagnostics {
	if js == nil {
		return nil
	}
	return js.Trust()
}

// judgeComparison has the inputs that the comparison of each judge needs.
type judgeComparison struct {
	measurer
	people model.StudyPosterior
	pool   *judge.People
}

func newJudgeComparison(people model.StudyPosterior, interval posterior.Interval) (judgeComparison, error) {
	fit := people.Posterior()
	of := judgeComparison{measurer: newMeasurer(fit, interval), people: people}
	var ok bool
	if of.pool, ok = judge.NewPeople(people); !ok {
		return of, fmt.Errorf("labels of the %v family cannot be compared with people's", fit.Spec().Family)
	}
	return of, nil
}

func (of judgeComparison) standing() PeopleStanding {
	p := PeopleStanding{
		Study: of.people.Name(), Labelers: labelersOf(of.people),
		Validity: of.each(func(j xcc.Joint) posterior.Quantity { return j.Validity(of.people, of.people) }),
	}
	following := of.each(func(j xcc.Joint) posterior.Quantity { return judge.Following(j.Partition(of.people)) })
	p.Following = following[len(following)-1]
	if len(following) > 1 {
		p.FollowingLatent = &following[0]
	}
	p.Loss = of.label(of.pool.Loss())
	if q, ok := of.pool.Agreement(); ok {
		p.Agreement = of.label(q)
	}
	if v := of.people.Posterior().Table().StudyAt(of.people.Index()); v.Table().Kind() != study.Numeric {
		p.Rates = newLabelRates(v.Table(), judge.NewPersonRates(v), of.interval.Level)
	}
	return p
}

// judge compares a study with the people.
func (of judgeComparison) judge(s model.StudyPosterior) JudgeStanding {
	view := s.Posterior().Table().StudyAt(s.Index())
	j := JudgeStanding{
		Study: s.Name(), Labels: view.Len(), Items: of.shared(view),
		Validity: of.each(func(j xcc.Joint) posterior.Quantity { return j.Validity(of.people, s) }),
		Worth:    of.worth(of.people, s),
	}
	j.BetterThanRandom, j.FollowsAsWell = of.exceeds(of.labels(), s)
	if len(of.joints) > 1 {
		better, follows := of.exceeds(of.joints[0], s)
		j.BetterThanRandomLatent, j.FollowsAsWellLatent = &better, &follows
	}
	if !s.OneLabel() && !s.HasLabelers() {
		j.SelfConsistency = of.each(func(j xcc.Joint) posterior.Quantity { return j.Partition(s).ICC() })
	}
	of.setStanding(&j, of.pool.Judge(s))
	of.items(&j, view)
	return j
}

// exceeds returns how probable it is that a judge's validity is above a random person's, and above the validity of a
// person's label among the labels of that person alone.
func (of judgeComparison) exceeds(on xcc.Joint, s model.StudyPosterior) (random, following Number) {
	r := on.Validity(of.people, s)
	above := func(other posterior.Quantity) Number {
		return Number(posterior.Map("", func(x []float64) float64 { return x[0] - x[1] }, r, other).Positive().Value)
	}
	return above(on.Validity(of.people, of.people)), above(judge.Following(on.Partition(of.people)))
}

// Exceeds returns how probable it is that a judge's validity is above a random person's, and above the validity of a
// person's label among the labels of that person alone. scale is the place of a scale among the validities.
func (js *Judges) Exceeds(j JudgeStanding, scale int) (random, following Number) {
	switch {
	case scale == len(js.People.Validity)-1:
		return j.BetterThanRandom, j.FollowsAsWell
	case j.BetterThanRandomLatent == nil:
		return Undefined(), Undefined()
	}
	return *j.BetterThanRandomLatent, *j.FollowsAsWellLatent
}

// constant compares labels that are all the same with the people's.
func (of judgeComparison) constant(v study.View) JudgeStanding {
	const why = "its labels are all the same, and follow nothing"
	none := []Measure{}
	for _, scale := range of.scales {
		none = append(none, Measure{Scale: scale.String(), Median: Undefined(), Mean: Undefined(), Lower: Undefined(),
			Upper: Undefined(), Undefined: why})
	}
	j := JudgeStanding{Study: v.Name(), Labels: v.Len(), Items: of.shared(v), Validity: none, Worth: none,
		BetterThanRandom: Undefined(), FollowsAsWell: Undefined(), Undefined: why}
	of.setStanding(&j, of.pool.Constant(v.Value()[0]))
	of.items(&j, v)
	return j
}

// setStanding sets the quantities that depend on levels too.
func (of judgeComparison) setStanding(j *JudgeStanding, s judge.Standing) {
	j.Bias, j.Loss, j.AsGood = of.label(s.Bias), of.label(s.Loss), Number(s.AsGood.Mean())
	if of.people.HasLabelers() {
		level := withoutMean(*of.label(s.Level))
		j.Level = &level
	}
	if s.Agreement.Chains != nil {
		j.Agreement = of.label(s.Agreement)
	}
	beaten, share, err := s.Beats(LabelersIn(of.people.Posterior().Table().StudyAt(of.people.Index())))
	if errors.Is(err, model.ErrNoEffects) || len(beaten) == 0 {
		return
	}
	for _, b := range beaten {
		j.Beats = append(j.Beats, PersonBeaten{b.Labeler, Number(b.Probability)})
	}
	j.BeatenShare = of.label(share)
}

// items sets the items on which a judge differs most from people, and how categories go together.
func (of judgeComparison) items(j *JudgeStanding, v study.View) {
	people := of.people.Posterior().Table().StudyAt(of.people.Index())
	person := of.labels().Validity(of.people, of.people).Mean() // √ICC
	for _, far := range judge.Furthest(people, v, person*person, mostFar) {
		j.Furthest = append(j.Furthest, FarItem{Item: far.Item, Label: Number(far.Label), People: Number(far.People),
			Labels: spelled(v.Table(), far.Labels), PeopleLabels: spelled(people.Table(), far.PeopleLabels)})
	}
	if t := v.Table(); t.Kind() != study.Numeric && t == people.Table() {
		c := confusionOf(t, people, v, people.Name(), v.Name())
		j.Confusion = &c
		j.Rates = newLabelRates(t, judge.NewRates(people, v), of.interval.Level)
	}
}

// spelled returns labels as people read them: numbers, or the names of categories.
func spelled(t *study.Table, labels []float64) []string {
	all := make([]string, len(labels))
	for i, y := range labels {
		switch t.Kind() {
		case study.Numeric:
			all[i] = document.Full(y)
		case study.Ordinal:
			all[i] = t.Categories()[int(y)-1]
		default:
			all[i] = t.Categories()[int(y)]
		}
	}
	return all
}

// shared returns the number of items of a study that people labelled too.
func (of judgeComparison) shared(v study.View) int {
	labelled := map[string]bool{}
	people := of.people.Posterior().Table().StudyAt(of.people.Index())
	for _, i := range people.Item() {
		labelled[people.Table().Items()[i]] = true
	}
	seen := map[int32]bool{}
	n := 0
	for _, i := range v.Item() {
		if !seen[i] && labelled[v.Table().Items()[i]] {
			n++
		}
		seen[i] = true
	}
	return n
}

func items(v study.View) int {
	seen := map[int32]bool{}
	for _, i := range v.Item() {
		seen[i] = true
	}
	return len(seen)
}

// LabelersIn returns the names of the labelers of a study; nil if the labels name none.
func LabelersIn(v study.View) []string {
	seen := map[int32]bool{}
	var names []string
	for _, l := range v.Labeler() {
		if !seen[l] {
			seen[l] = true
			names = append(names, v.Table().Labelers()[l])
		}
	}
	slices.Sort(names)
	return names
}

// Reweighted says in a sentence for how many judges draws of the people's posterior were reweighted; "" if for none.
func (js *Judges) Reweighted() string {
	n, sampled, k, ess := 0, 0, math.Inf(-1), math.Inf(1)
	for _, j := range js.Judges {
		switch w := j.Reweighting; {
		case w != nil:
			n++
			k, ess = math.Max(k, float64(w.ParetoK)), math.Min(ess, float64(w.ESS))
		case j.Diagnostics != nil:
			sampled++
		}
	}
	if n == 0 {
		return ""
	}
	text := fmt.Sprintf("Judges: the draws of the people alone, mapped and reweighted for %s (Pareto k̂ ≤ %s, "+
		"ESS ≥ %s)", plural(n, "judge"), Number(k).fixed(2), whole(Number(ess)))
	if sampled > 0 {
		text += fmt.Sprintf("; %d sampled", sampled)
	}
	return text + "."
}

// FewPeople says that people are too few to describe a random person; "" if they are not, or if no judge was fitted.
func (js *Judges) FewPeople() string {
	if !slices.ContainsFunc(js.Judges, func(j JudgeStanding) bool { return j.BetterThanRandom.Defined() }) {
		return ""
	}
	return cautionPeople(js.People.Labelers)
}

// Better says whether a judge follows people's true scores better than a random person: "yes", "no" or, if neither is
// conclusive, "?"; "" if the judge cannot be compared.
func (j JudgeStanding) Better() string {
	switch p := float64(j.BetterThanRandom); {
	case math.IsNaN(p):
		return ""
	case p >= Sure:
		return "yes"
	case p <= 1-Sure:
		return "no"
	}
	return "?"
}

// verdict says in a sentence how a judge stands.
func (j JudgeStanding) verdict() string {
	name, p := visible.Text(j.Study), float64(j.BetterThanRandom)
	switch j.Better() {
	case "yes":
		return fmt.Sprintf("%s follows people's true scores better than one random person: %s", name,
			document.Probability(p))
	case "no":
		return fmt.Sprintf("%s follows people's true scores less well than one random person: %s", name,
			document.Probability(1-p))
	case "?":
		return fmt.Sprintf("It is unclear whether %s follows people's true scores better than one random person: %s",
			name, document.Probability(p))
	}
	return fmt.Sprintf("%s cannot be compared with a person: %s", name, cmp.Or(j.Undefined, "there is no r"))
}

// sentence says how all judges stand.
func (js *Judges) sentence() string {
	if !js.Trust().Converged {
		return "No verdict: the chains have not converged"
	}
	if len(js.Judges) == 1 {
		return js.Judges[0].verdict()
	}
	n := map[string]int{}
	for _, j := range js.Judges {
		n[j.Better()]++
	}
	all := len(js.Judges)
	text := fmt.Sprintf("%d of %d judges follow people's true scores better than one random person", n["yes"], all)
	switch {
	case n["yes"] == 1:
		text = fmt.Sprintf("1 of %d judges follows people's true scores better than one random person", all)
	case n["yes"] == all:
		text = fmt.Sprintf("All %d judges follow people's true scores better than one random person", all)
	}
	for _, rest := range []struct{ better, words string }{{"no", "less well"}, {"?", "undecided"}} {
		if n[rest.better] > 0 {
			text += fmt.Sprintf("; %d %s", n[rest.better], rest.words)
		}
	}
	return text
}

// SharedErrors says whether judges err together; "" for fewer than two.
func (js *Judges) SharedErrors() string {
	m := js.IndependentJudges
	if m == nil || !m.Median.Defined() || len(js.CommonErrors) == 0 {
		return ""
	}
	most := slices.MaxFunc(js.CommonErrors, func(a, b CommonErrors) int { return cmp.Compare(a.Median, b.Median) })
	pair := visible.Text(most.Judges[0]) + " × " + visible.Text(most.Judges[1])
	independent := fmt.Sprintf("%s [%s, %s]", m.Median.fixed(1), m.Lower.fixed(1), m.Upper.fixed(1))
	n := 0 // judges whose errors can be compared
	for _, j := range js.Judges {
		if j.Undefined == "" {
			n++
		}
	}
	all := fmt.Sprintf("all %d", n)
	if n == 2 {
		all = "both"
	}
	if float64(m.Upper) < float64(n) { // with independent errors, many draws are near n
		text := fmt.Sprintf("Errors are shared: %s are worth %s independent judges.", all, independent)
		if n == 2 {
			return text
		}
		return text + fmt.Sprintf(" Most alike: %s %s.", pair, most.Median.fixed(2))
	}
	return fmt.Sprintf("Judges do not clearly share errors: %s are worth %s independent judges.", all, independent)
}
