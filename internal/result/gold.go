package result

import (
	"fmt"
	"math"
	"slices"

	"concord/consensus"
	"concord/internal/document"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/xcc"
)

// Gold compares groups of people with the labels of a gold standard.
type Gold struct {
	Data     Data      `json:"data"`
	Interval Intervals `json:"interval"` // of credible intervals
	// Model, Sampler and Diagnostics belong to one fit of the standard and all groups that have one; null if there is
	// none.
	Model    *Model       `json:"model"`
	Sampler  *Sampler     `json:"sampler"`
	Standard GoldStandard `json:"standard"`
	Groups   []GoldGroup  `json:"groups"` // in the order of the file
	// Pairs compare each two groups that the fit has.
	Pairs []GoldPair `json:"pairs"`
	// Differences are differences of shares of right answers, for labels in categories.
	Differences []GoldDifference `json:"right_differences"`
	Verdict     []string         `json:"verdict"`
	Notes       []string         `json:"notes"`
	Diagnostics *Diagnostics     `json:"diagnostics"`

	others []Diagnostics // of the fits of consensus
}

// GoldStandard is the study that is the gold standard.
type GoldStandard struct {
	Study string `json:"study"`
	Items int    `json:"items"`
	// Reliability is the reliability of one label of the standard, on the scale of labels, as stated by the user; null
	// if it is not stated.
	Reliability Number `json:"reliability"`
}

// GoldGroup is a study compared with the gold standard. Quantities of the model have credible intervals; quantities of
// answers are observed.
type GoldGroup struct {
	Study    string `json:"study"`
	Items    int    `json:"items"`  // with a gold label
	Labels   int    `json:"labels"` // of them
	Labelers int    `json:"labelers"`
	// Validity is r, the correlation of one gold label with the group's true score, on each scale. Person is the same
	// for one label of the group, √ICC. Worth is how many labels of the group follow its true score as well as one gold
	// label does. Undefined says why they are missing.
	Validity  []Measure `json:"validity"`
	Person    []Measure `json:"person"`
	Worth     []Measure `json:"worth"`
	Undefined string    `json:"undefined,omitempty"`
	// Together is Validity on the scale of labels, given all tasks; nil for fewer than three tasks.
	Together *Measure `json:"together,omitempty"`
	// Rho is the correlation of the true scores of group and standard, r/√reliability. Like is the number of labels
	// whose mean follows a gold label as well as another gold label would, with the stated reliability. Both are on the
	// label scale.
	Rho  *Measure `json:"rho,omitempty"`
	Like *Measure `json:"like,omitempty"`
	// Curve is the agreement of the mean of k labels with one gold label.
	Curve []GoldOfK `json:"curve"`
	// Votes are the answers of the majority of an item's labels, or their mean if labels are numbers. Consensus are the
	// answers of a fit of the group alone; null if there is none.
	Votes     GoldAnswers  `json:"votes"`
	Consensus *GoldAnswers `json:"consensus"`
	// Single are the answers of a person taken at random for each item: all labels, with equal weight for each item.
	Single GoldAnswers `json:"single"`
	// Caution is [LabelDependent] if the number of labels of an item depends on the labels. That biases Single, People,
	// and the observations of k labels. SingleByFit is then the fit's estimate for a single binary label; otherwise
	// nil.
	Caution     string       `json:"caution,omitempty"`
	SingleByFit *GoldAnswers `json:"single_by_fit,omitempty"`
	// VotesOfOthers and SingleOfOthers are the same answers with intervals for other items and other people, of whom
	// the group's people are a sample. They are null if labels name no labeler, or only one.
	VotesOfOthers  *GoldAnswers  `json:"votes_other_people"`
	SingleOfOthers *GoldAnswers  `json:"single_other_people"`
	People         []GoldAnswers `json:"people"` // each labeler; the most often right, or nearest, first

	told *told // of Validity, for comparisons of several tasks
}

// GoldOfK is the agreement of k labels of an item with its gold label.
type GoldOfK struct {
	K int `json:"k"`
	// Correlation is the correlation of their mean with the gold label, by the fit, on the label scale; null without a
	// fit.
	Correlation *Measure `json:"correlation"`
	// RhoOfMean is the correlation of their mean with the standard's true score, if the standard's reliability is
	// stated.
	RhoOfMean *Measure `json:"rho_of_mean,omitempty"`
	// Observed is Correlation among the labels of the Items that have at least k. Right is how often k of them, drawn
	// at random, have most votes for the gold label. Both are null if too few items have k labels.
	Observed Number     `json:"observed"`
	Right    *GoldShare `json:"right"`
	Items    int        `json:"items"`
}

// GoldShare is a share of items that is right, with its interval of Wilson for other items.
type GoldShare struct {
	Category string `json:"category,omitempty"` // of the gold labels that it is about; "": all
	Estimate Number `json:"estimate"`
	Lower    Number `json:"lower"`
	Upper    Number `json:"upper"`
	Items    int    `json:"items"`
}

// GoldAnswers is how answers compare with gold labels.
type GoldAnswers struct {
	Labeler string `json:"labeler,omitempty"` // who answered, if it is one labeler
	Items   int    `json:"items"`
	// Right is the share of answers that equal the gold label, and ByCategory the same by the gold label. For binary
	// labels these are the specificity, then the sensitivity. Null if labels are numbers.
	Right      *GoldShare  `json:"right"`
	ByCategory []GoldShare `json:"by_category"`
	// Level is how much higher answers are than gold labels, RMSE the root mean square difference without Level, and
	// Correlation the correlation with gold labels. They are null if labels are no numbers; for binary labels only
	// Level is there.
	Level       *GoldNumber `json:"level"`
	RMSE        *GoldNumber `json:"rmse"`
	Correlation *GoldNumber `json:"correlation"`
}

// GoldNumber is an observed quantity with its interval for other items.
type GoldNumber struct {
	Estimate Number `json:"estimate"`
	Lower    Number `json:"lower"`
	Upper    Number `json:"upper"`
}

// GoldPair compares two groups a and b by the same standard, on each scale.
type GoldPair struct {
	Groups [2]string `json:"groups"`
	// Closer is P(r_a > r_b), which equals P(ρ_a > ρ_b) whatever the reliability of the standard is. ByValidity is r_a
	// − r_b, the least that ρ_a − ρ_b can be. BySingle is the difference of xCC, for single labels.
	Closer     []ScaledNumber `json:"closer"`
	ByValidity []Measure      `json:"validity_difference"`
	BySingle   []Measure      `json:"xcc_difference"`
	// ByRho is ρ_a − ρ_b on the label scale, if the reliability of the standard is stated.
	ByRho *Measure `json:"rho_difference,omitempty"`
}

// GoldDifference is how much more often the first of two groups is right than the second. The groups are compared item
// by item, on the items that both have.
type GoldDifference struct {
	Groups   [2]string `json:"groups"`
	By       string    `json:"by"` // "votes", "consensus", "single"
	Estimate Number    `json:"estimate"`
	Lower    Number    `json:"lower"`
	Upper    Number    `json:"upper"`
	Items    int       `json:"items"`
}

// ScaledNumber is a number on a scale.
type ScaledNumber struct {
	Scale string `json:"scale"`
	Value Number `json:"value"`
}

// GoldSource is the input of a comparison with a gold standard.
type GoldSource struct {
	Gold     *judge.Gold
	Standard study.View // of the table of all labels
	// Result is the result of a fit of the standard and of groups, and Fit its posterior; nil if there is no fit.
	Result *Result
	Fit    *model.Posterior
	// Consensus is the consensus of fits of groups alone, by group.
	Consensus map[string]GoldConsensus
	// Undefined says by group why the fit does not have it.
	Undefined map[string]string
	// Reliability is the stated reliability of one label of the standard; 0: none is stated.
	Reliability float64
	Interval    posterior.Interval
}

// GoldConsensus is the consensus that a fit of a group alone gives.
type GoldConsensus struct {
	Answer      []float64 // of each item of the table of all labels: a category from 0, or a number
	Diagnostics *Diagnostics
}

// NewGoldConsensus returns the consensus of a fit of one study, for the items of a table that has all items of the fit.
func NewGoldConsensus(c *consensus.Consensus, t *study.Table, diagnostics *Diagnostics) GoldConsensus {
	known := map[string]float64{}
	for _, item := range c.Items {
		known[item.Name] = float64(item.Label)
		if c.Categories == nil {
			known[item.Name] = item.Mean
		}
	}
	of := GoldConsensus{Answer: make([]float64, len(t.Items())), Diagnostics: diagnostics}
	for j, name := range t.Items() {
		of.Answer[j] = known[name] // an item that the fit lacks is never asked for
	}
	return of
}

// MostGoldLabels is the largest number of labels whose mean is compared with a gold label. Nobody collects more labels
// of an item.
const MostGoldLabels = 30

// goldKs are the numbers of labels whose means are compared with a gold label.
var goldKs = []int{1, 2, 3, 4, 5, 7, 10, 15, 20, MostGoldLabels}

// NewGold compares groups with a gold standard; data describes all labels. If the fit's family of labels has no such
// comparison, Undefined says so.
func NewGold(data Data, from GoldSource) *Gold {
	g := &Gold{Data: data, Interval: Intervals{Level: from.Interval.Level, Kind: from.Interval.Kind.String()},
		Standard: GoldStandard{Study: from.Standard.Name(), Items: from.Gold.Items(), Reliability: Undefined()},
		Pairs:    []GoldPair{}, Notes: data.notes(), Verdict: []string{}}
	if from.Reliability > 0 {
		g.Standard.Reliability = Number(from.Reliability)
	}
	if r := from.Result; r != nil {
		g.Model, g.Sampler, g.Diagnostics = r.Model, r.Sampler, r.Diagnostics
	}
	for _, name := range from.Standard.Table().Studies() {
		if c, ok := from.Consensus[name]; ok {
			g.addTrust(name, *c.Diagnostics)
		}
	}
	if from.Fit != nil {
		g.Data = data.modelMeans(from.Fit, from.Interval)
	}
	of := newGoldComparison(from)
	table := from.Standard.Table()
	dependent := data.dependent()
	for s, name := range table.Studies() {
		if name != from.Standard.Name() {
			group := of.group(table.StudyAt(s))
			if slices.Contains(dependent, name) {
				group.Caution, group.SingleByFit = LabelDependent, of.singleByFit(group)
			}
			g.Groups = append(g.Groups, group)
		}
	}
	g.pairs(of)
	g.differences(of)
	g.notes(of)
	g.Verdict = g.newVerdict()
	return g
}

// addTrust adds the diagnostics of the fit of a group alone if its chains have not converged. Lesser warnings are about
// the ends of intervals, and no interval is taken from this fit.
func (gd *Gold) addTrust(name string, d Diagnostics) {
	if d.Converged {
		return
	}
	d.Messages = slices.Clone(d.Messages)
	for i, m := range d.Messages {
		d.Messages[i] = "Consensus of " + visible.Text(name) + ": " + m
	}
	gd.others = append(gd.others, d)
}

// Trust returns the diagnostics of all fits together; nil if there is no fit.
func (gd *Gold) Trust() *Diagnostics {
	if gd.Diagnostics == nil && len(gd.others) == 0 {
		return nil
	}
	all := Diagnostics{OK: true, Converged: true}
	if gd.Diagnostics != nil {
		all = *gd.Diagnostics
		all.Messages = slices.Clone(all.Messages)
	}
	for _, d := range gd.others {
		all.OK, all.Converged = all.OK && d.OK, all.Converged && d.Converged
		all.Messages = append(all.Messages, d.Messages...)
	}
	return &all
}

// goldComparison has the inputs that each comparison with the gold standard needs.
type goldComparison struct {
	GoldSource
	measurer // zero if there is no fit
	standard model.StudyPosterior
}

func newGoldComparison(from GoldSource) goldComparison {
	of := goldComparison{GoldSource: from}
	if from.Fit != nil {
		of.measurer = newMeasurer(from.Fit, from.Interval)
		of.standard, _ = from.Fit.Study(from.Standard.Name())
	}
	return of
}

// fitted returns a group in the fit; ok is false if the fit does not have it.
func (gl goldComparison) fitted(name string) (s model.StudyPosterior, ok bool) {
	if gl.Fit == nil {
		return s, false
	}
	s, err := gl.Fit.Study(name)
	return s, err == nil
}

// group compares a study with the standard.
func (gl goldComparison) group(v study.View) GoldGroup {
	g := GoldGroup{Study: v.Name(), Validity: []Measure{}, Person: []Measure{}, Worth: []Measure{},
		Undefined: gl.Undefined[v.Name()], Curve: []GoldOfK{}, People: []GoldAnswers{}}
	g.Items, g.Labels = gl.Gold.Shared(v)
	g.Labelers = len(labelerNames(v))
	s, fitted := gl.fitted(v.Name())
	if fitted {
		gl.modelled(&g, s)
	}
	most := 0
	for n, observed := range gl.Gold.VotesOfK(v, goldKs) {
		k := GoldOfK{K: goldKs[n], Observed: Undefined(), Items: observed.Items}
		if 2*observed.Items >= g.Items && observed.Items > 1 {
			k.Observed, most = Number(observed.Correlation), goldKs[n]
			if observed.Right.N > 0 {
				k.Right = gl.share("", observed.Right)
			}
		}
		if fitted {
			gl.ofMean(&k, s)
		}
		g.Curve = append(g.Curve, k)
	}
	if !fitted { // nothing is known beyond the labels that there are
		g.Curve = slices.DeleteFunc(g.Curve, func(k GoldOfK) bool { return k.K > most })
	}
	g.Votes = gl.answers(gl.Gold.Votes(v))
	if answer, ok := gl.Consensus[v.Name()]; ok {
		a := gl.answers(gl.Gold.Consensus(v, answer.Answer))
		g.Consensus = &a
	}
	g.Single = gl.answers(gl.Gold.Single(v))
	if g.Labelers > 1 {
		g.VotesOfOthers, g.SingleOfOthers = gl.others(gl.Gold.VotesOfOthers(v)), gl.others(gl.Gold.SingleOfOthers(v))
	}
	for _, p := range gl.Gold.People(v) {
		a := gl.answers(p.Answers)
		a.Labeler = p.Labeler
		g.People = append(g.People, a)
	}
	slices.SortStableFunc(g.People, compareAnswers)
	return g
}

// compareAnswers puts the better answers first: the more often right, or nearer to the gold labels.
func compareAnswers(a, b GoldAnswers) int {
	x, y := a.merit(), b.merit()
	switch {
	case x > y || y != y && x == x:
		return -1
	case y > x || x != x && y == y:
		return 1
	}
	return 0
}

func (ga GoldAnswers) merit() float64 {
	if ga.Right != nil {
		return float64(ga.Right.Estimate)
	}
	return -float64(ga.RMSE.Estimate)
}

// modelled sets the fit's estimates for a group and the standard.
func (gl goldComparison) modelled(g *GoldGroup, s model.StudyPosterior) {
	g.Validity = gl.each(func(x xcc.Joint) posterior.Quantity { return x.Validity(s, gl.standard) })
	g.Person = gl.each(func(x xcc.Joint) posterior.Quantity { return x.Validity(s, s) })
	g.Worth = gl.worth(s, gl.standard)
	g.told = gl.tellValidity(s, gl.standard)
	if gl.Reliability > 0 {
		g.Rho = gl.label(gl.rho(gl.labels().Validity(s, gl.standard)))
		like := withoutMean(*gl.label(gl.labels().LabelsLike(s, gl.standard, gl.Reliability)))
		g.Like = &like
		if !g.Like.Median.Defined() {
			g.Like.Undefined = "no number of labels is enough: one gold label follows the group's true scores less " +
				"well than the stated reliability says that it follows another"
		}
	}
}

// rho returns r/√reliability.
func (gl goldComparison) rho(r posterior.Quantity) posterior.Quantity {
	return posterior.Map("rho", func(x []float64) float64 { return x[0] / math.Sqrt(gl.Reliability) }, r)
}

// ofMean sets the fit's estimates for the mean of k labels.
func (gl goldComparison) ofMean(k *GoldOfK, s model.StudyPosterior) {
	r := gl.labels().ValidityOfMean(s, gl.standard, k.K)
	k.Correlation = gl.label(r)
	if gl.Reliability > 0 {
		k.RhoOfMean = gl.label(gl.rho(r))
	}
}

func (gl goldComparison) share(category string, p judge.Proportion) *GoldShare {
	lower, upper := p.Interval(gl.Interval.Level)
	return &GoldShare{Category: category, Estimate: Number(p.Value()), Lower: Number(lower), Upper: Number(upper),
		Items: p.N}
}

func (gl goldComparison) answers(a judge.Answers) GoldAnswers {
	out := GoldAnswers{Items: max(a.Right.N, a.Off.N()), ByCategory: []GoldShare{}}
	names := gl.Gold.Categories()
	if names != nil {
		out.Right = gl.share("", a.Right)
	}
	for c, p := range a.ByCategory {
		out.ByCategory = append(out.ByCategory, *gl.share(names[c], p))
	}
	number := func(f func(level float64) (estimate, lower, upper float64)) *GoldNumber {
		x, lower, upper := f(gl.Interval.Level)
		return &GoldNumber{Number(x), Number(lower), Number(upper)}
	}
	if gl.Gold.Scored() {
		out.Level = number(a.Off.Level)
	}
	if gl.Gold.Scored() && gl.Standard.Table().Kind() != study.Binary {
		out.RMSE, out.Correlation = number(a.Off.RMSE), number(a.Off.Correlation)
	}
	return out
}

// others returns answers with intervals for other people.
func (gl goldComparison) others(a *judge.OthersAnswers) *GoldAnswers {
	out := &GoldAnswers{ByCategory: []GoldShare{}}
	share := func(category string, p *judge.OtherPeople) *GoldShare {
		lower, upper := p.Interval(gl.Interval.Level)
		return &GoldShare{Category: category, Estimate: Number(p.Value()), Lower: Number(lower), Upper: Number(upper),
			Items: p.Items}
	}
	if a.Right != nil {
		out.Right, out.Items = share("", a.Right), a.Right.Items
	}
	for c, p := range a.ByCategory {
		out.ByCategory = append(out.ByCategory, *share(gl.Gold.Categories()[c], p))
	}
	if a.Level != nil {
		mean, lower, upper := a.Level.Level(gl.Interval.Level)
		out.Level, out.Items = &GoldNumber{Number(mean), Number(lower), Number(upper)}, a.Level.Items
	}
	return out
}

// pairs compares each two groups that the fit has.
func (gd *Gold) pairs(of goldComparison) {
	for i, a := range gd.Groups {
		for _, b := range gd.Groups[i+1:] {
			x, okA := of.fitted(a.Study)
			y, okB := of.fitted(b.Study)
			if okA && okB {
				gd.Pairs = append(gd.Pairs, of.pair(x, y))
			}
		}
	}
}

func (gl goldComparison) pair(a, b model.StudyPosterior) GoldPair {
	p := GoldPair{Groups: [2]string{a.Name(), b.Name()}}
	difference := func(x xcc.Joint) posterior.Quantity { return x.ValidityDifference(gl.standard, a, b) }
	p.ByValidity = gl.each(difference)
	p.BySingle = gl.each(func(x xcc.Joint) posterior.Quantity { return x.XCCDifference(gl.standard, a, b) })
	for _, x := range gl.joints {
		p.Closer = append(p.Closer, ScaledNumber{x.Scale().String(), Number(difference(x).Positive().Value)})
	}
	if gl.Reliability > 0 {
		p.ByRho = gl.label(gl.rho(difference(gl.labels())))
	}
	return p
}

// differences compares how often answers by each two groups are right.
func (gd *Gold) differences(of goldComparison) {
	gd.Differences = []GoldDifference{}
	table := of.Standard.Table()
	if of.Gold.Categories() == nil {
		return
	}
	for i := range gd.Groups {
		for j := range gd.Groups[i+1:] {
			a, b := gd.Groups[i].Study, gd.Groups[i+1+j].Study
			for _, by := range []string{"votes", "consensus", "single"} {
				x, okA := of.answered(table, a, by)
				y, okB := of.answered(table, b, by)
				if !okA || !okB {
					continue
				}
				d := x.Beyond(y)
				lower, upper := d.Interval(of.Interval.Level)
				gd.Differences = append(gd.Differences, GoldDifference{[2]string{a, b}, by, Number(d.Value()),
					Number(lower), Number(upper), d.N})
			}
		}
	}
}

// answered returns the answers of a group of one kind; ok is false if it has none.
func (gl goldComparison) answered(t *study.Table, group, by string) (a judge.Answers, ok bool) {
	v, err := t.Study(group)
	if err != nil {
		return a, false
	}
	switch by {
	case "votes":
		return gl.Gold.Votes(v), true
	case "consensus":
		c, ok := gl.Consensus[group]
		if !ok {
			return a, false
		}
		return gl.Gold.Consensus(v, c.Answer), true
	}
	return gl.Gold.Single(v), true
}

// notes returns the notes for readers of the numbers, doubts first.
func (gd *Gold) notes(of goldComparison) {
	var rest []string
	for _, group := range gd.Groups {
		if group.Undefined != "" {
			rest = append(rest, fmt.Sprintf("%s has no r: %s.", visible.Text(group.Study), group.Undefined))
		}
		if group.Items < gd.Standard.Items {
			rest = append(rest, fmt.Sprintf("%s labels %s of the %s of %s.", visible.Text(group.Study),
				count(group.Items), plural(gd.Standard.Items, "item"), visible.Text(gd.Standard.Study)))
		}
		s, ok := of.fitted(group.Study)
		if !ok {
			continue
		}
		if text := gd.unlike(group); text != "" && group.Caution == "" {
			gd.Notes = append(gd.Notes, text)
		}
		if of.Reliability == 0 {
			continue
		}
		over := posterior.Map("", func(x []float64) float64 { return x[0] - math.Sqrt(of.Reliability) },
			of.labels().Validity(s, of.standard)).Positive().Value
		if over > 0.5 {
			gd.Notes = append(gd.Notes, fmt.Sprintf("%s and %s agree more than a reliability of %s of %s allows: %s "+
				"that ρ would be above 1. State a higher reliability.", visible.Text(group.Study),
				visible.Text(gd.Standard.Study), gd.Standard.Reliability.fixed(2), visible.Text(gd.Standard.Study),
				document.Probability(over)))
		}
	}
	gd.Notes = append(gd.Notes, rest...)
}

// unlike says that the fit does not describe how means of labels correlate with gold labels; "" if it does. It takes
// the largest number of labels with an observed correlation. The fit fails if this correlation is more than two half
// widths of the interval off.
func (gd *Gold) unlike(group GoldGroup) string {
	for i := len(group.Curve) - 1; i >= 0; i-- {
		k := group.Curve[i]
		if !k.Observed.Defined() || !k.Correlation.Median.Defined() {
			continue
		}
		c := k.Correlation
		if half := (c.Upper - c.Lower) / 2; math.Abs(float64(k.Observed-c.Median)) <= 2*float64(half) {
			return ""
		}
		return fmt.Sprintf("The mean of %s of %s correlates with a gold label by %s, but the fit expects %s [%s, %s]: "+
			"r may be off as much. Look for people who label at random.", plural(k.K, "label"),
			visible.Text(group.Study), k.Observed.fixed(2), c.Median.fixed(2), c.Lower.fixed(2), c.Upper.fixed(2))
	}
	return ""
}

// labelerNames returns the labelers of a study; nil if the labels name none.
func labelerNames(v study.View) map[int32]bool {
	names := map[int32]bool{}
	for _, l := range v.Labeler() {
		names[l] = true
	}
	return names
}
