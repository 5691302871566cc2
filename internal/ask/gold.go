package ask

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/xcc"
)

// GoldQuestion is the question: how close do groups of people come to the labels of a gold standard?
type GoldQuestion struct {
	Data     result.Data
	Gold     *judge.Gold
	Standard study.View // of the table of all labels
	// Fit is of the standard and of groups, and Run describes it; nil if there is none.
	Fit *model.Posterior
	Run *answer.Run
	// Consensus is the consensus of fits of groups alone, by group.
	Consensus map[string]GoldConsensus
	// Undefined says by group why the fit does not have it.
	Undefined map[string]string
	// Reliability is the stated reliability of one label of the standard; 0: none is stated.
	Reliability float64
	Notes       []string
}

// GoldConsensus is the consensus that a fit of a group alone gives.
type GoldConsensus struct {
	Answer []float64 // of each item of the table of all labels: a category from 0, or a number
	Trust  *result.Diagnostics
}

// NewGoldConsensus returns the consensus of a fit of one study, for the items of a table that has all items of the fit.
func NewGoldConsensus(c *consensus.Consensus, t *study.Table, trust *result.Diagnostics) GoldConsensus {
	known := map[string]float64{}
	for _, item := range c.Items {
		known[item.Name] = float64(item.Label)
		if c.Categories == nil {
			known[item.Name] = item.Mean
		}
	}
	of := GoldConsensus{make([]float64, len(t.Items())), trust}
	for j, name := range t.Items() {
		of.Answer[j] = known[name] // an item that the fit lacks is never asked for
	}
	return of
}

// goldKs are the numbers of labels whose means are compared with a gold label. Nobody collects more labels of an item.
var goldKs = []int{1, 2, 3, 4, 5, 7, 10, 15, 20, 30}

// Golds makes the rows of groups beside a gold standard, of all labels or of one task after another.
type Golds struct{ Beside }

// NewGolds returns an answer without rows; data describes all labels.
func NewGolds(data result.Data, standard string, interval posterior.Interval) *Golds {
	g := &Golds{newBeside("gold", data, interval)}
	g.Set["source"] = standard
	return g
}

// Together is [Beside.Together], with a verdict on all tasks.
func (g *Golds) Together(ctx context.Context, settings sampler.Settings) error {
	err := g.Beside.Together(ctx, settings)
	g.Verdict = say.GoldOfTasks(g.Answer)
	return err
}

// golds makes the rows of one question.
type golds struct {
	*Golds
	GoldQuestion
	task     string
	fitted   map[string]model.StudyPosterior
	standard model.StudyPosterior
}

// Compare adds the groups of a question, of a task or "" for all labels.
func (g *Golds) Compare(task string, q GoldQuestion) {
	of := golds{Golds: g, GoldQuestion: q, task: task, fitted: map[string]model.StudyPosterior{}}
	notes := q.Data.ReplyNotes()
	if q.Fit != nil {
		g.joints = xcc.Joints(q.Fit)
		of.standard, _ = q.Fit.Study(q.Standard.Name())
	}
	source := answer.Key{Task: task, Of: g.Set["source"]}
	g.Add("items", source, float64(q.Gold.Items()))
	if q.Reliability > 0 {
		g.Add("reliability_stated", source, q.Reliability)
	}
	var groups []study.View
	r := map[string]float64{}
	table := q.Standard.Table()
	for s, name := range table.Studies() {
		if name == q.Standard.Name() {
			continue
		}
		groups, r[name] = append(groups, table.StudyAt(s)), -2
		if pair := (answer.Key{Group: name, Of: source.Of}); !slices.Contains(g.compared, pair) {
			g.compared = append(g.compared, pair)
		}
		if q.Fit == nil {
			continue
		}
		if s, err := q.Fit.Study(name); err == nil {
			of.fitted[name] = s
			r[name] = of.label().Validity(s, of.standard).Summarize(g.interval).Median
		}
	}
	g.run(task, q, groups)
	slices.SortStableFunc(groups, func(a, b study.View) int { return cmp.Compare(r[b.Name()], r[a.Name()]) })
	var doubts, rest []string
	for _, v := range groups {
		more, less := of.group(v)
		doubts, rest = append(doubts, more...), append(rest, less...)
	}
	of.pairs(groups)
	if task == "" {
		g.Data = q.Data
		g.Verdict = say.GoldVerdict(say.Scope{Answer: g.Answer})
	}
	if task == "" && len(g.Of("validity_difference")) > 0 {
		rest = append(rest, "Which group is closer does not depend on how reliable the labels of "+
			visible.Text(document.Clip(g.Set["source"]))+" are.")
	}
	g.note(task, slices.Concat(notes, doubts, rest, q.Notes)...)
}

// run adds the run of the fit. Fits of groups alone count if they have not converged: lesser warnings are about the
// ends of intervals, and no interval is taken from these fits.
func (g *Golds) run(task string, q GoldQuestion, groups []study.View) {
	run := answer.Run{}
	if q.Run != nil {
		run = *q.Run
		trust := *run.Trust
		run.Trust, trust.Messages = &trust, slices.Clone(trust.Messages)
		for _, v := range groups {
			c, ok := q.Consensus[v.Name()]
			if !ok || c.Trust.Converged {
				continue
			}
			trust.OK, trust.Converged = trust.OK && c.Trust.OK, false
			for _, m := range c.Trust.Messages {
				trust.Messages = append(trust.Messages, "Consensus of "+visible.Text(v.Name())+": "+m)
			}
		}
	}
	if run.Task = task; task != "" {
		run.Data = &q.Data
	}
	if q.Run != nil || task != "" {
		g.Runs = append(g.Runs, run)
	}
}

// rho returns r/√reliability.
func (g golds) rho(r posterior.Quantity) posterior.Quantity {
	return posterior.Map("rho", func(x []float64) float64 { return x[0] / math.Sqrt(g.Reliability) }, r)
}

// group compares a group with the standard. It returns doubts and other notes.
func (g golds) group(v study.View) (doubts, rest []string) {
	at := answer.Key{Task: g.task, Group: v.Name()}
	items, labels := g.Gold.Shared(v)
	labelers := labelersIn(v)
	g.Add("items", at, float64(items))
	g.Add("labels", at, float64(labels))
	g.Add("labelers", at, float64(len(labelers)))
	if why := g.Undefined[v.Name()]; why != "" {
		rest = append(rest, fmt.Sprintf("%s has no r: %s.", visible.Text(v.Name()), why))
	}
	name, standard := visible.Text(v.Name()), visible.Text(g.Set["source"])
	if all := g.Gold.Items(); items < all {
		rest = append(rest, fmt.Sprintf("%s labels %s of the %s of %s.", name, document.Integer(items),
			document.Plural(all, "item"), standard))
	}
	s, fitted := g.fitted[v.Name()]
	if fitted {
		g.modelled(at, s)
	}
	g.curve(at, v, items)
	g.answers(at, "votes", g.Gold.Votes(v))
	if c, ok := g.Consensus[v.Name()]; ok {
		g.answers(at, "consensus", g.Gold.Consensus(v, c.Answer))
	}
	if labels > items { // or votes are single labels
		single := g.answers(at, "single", g.Gold.Single(v))
		if slices.ContainsFunc(g.GoldQuestion.Data.Studies, func(s result.Study) bool {
			return s.Name == v.Name() && s.Caution() != ""
		}) {
			single.Reason = result.LabelDependent
			g.singleByFit(at, s, fitted, items)
		}
	}
	if len(labelers) > 1 {
		g.ofOthers(at, "votes_of_others", g.Gold.VotesOfOthers(v))
		if labels > items {
			g.ofOthers(at, "single_of_others", g.Gold.SingleOfOthers(v))
		}
	}
	people := g.Gold.People(v)
	slices.SortStableFunc(people, func(a, b judge.Person) int {
		if g.Gold.Categories() != nil {
			return cmp.Compare(b.Right.Value(), a.Right.Value())
		}
		x, _, _ := a.Off.RMSE(g.interval.Level)
		y, _, _ := b.Off.RMSE(g.interval.Level)
		return cmp.Compare(x, y)
	})
	for _, p := range people {
		at := at
		at.Of = p.Labeler
		g.answers(at, "labeler", p.Answers)
	}
	if !fitted {
		return nil, rest
	}
	scope := say.Scope{Answer: g.Answer, At: at}
	if text := scope.Unlike(); text != "" && !scope.Dependent() {
		doubts = append(doubts, text)
	}
	if g.Reliability == 0 {
		return doubts, rest
	}
	over := posterior.Map("", func(x []float64) float64 { return x[0] - math.Sqrt(g.Reliability) },
		g.label().Validity(s, g.standard)).Positive().Value
	if over > 0.5 {
		doubts = append(doubts, fmt.Sprintf("%s and %s agree more than a reliability of %s of %s allows: %s that ρ "+
			"would be above 1. State a higher reliability.", name, standard, document.Fixed(g.Reliability, 2), standard,
			document.Probability(over)))
	}
	return doubts, rest
}

// modelled adds what the fit says of a group and the standard.
func (g golds) modelled(at answer.Key, s model.StudyPosterior) {
	person := at
	at.Of, person.By = g.Set["source"], answer.Person
	g.tell(at, s, g.standard)
	for at, x := range g.scales(at) {
		g.Median("validity", at, x.Validity(s, g.standard), g.interval)
	}
	for person, x := range g.scales(person) {
		g.Median("validity", person, x.Validity(s, s), g.interval)
	}
	for at, x := range g.scales(at) {
		g.Median("worth_of_gold", at, x.Worth(s, g.standard), g.interval)
	}
	if g.Reliability == 0 {
		return
	}
	g.Median("rho", at, g.rho(g.label().Validity(s, g.standard)), g.interval)
	if like := g.Median("like", at, g.label().LabelsLike(s, g.standard, g.Reliability), g.interval); !like.Defined() {
		like.Why = "no number of labels is enough: one gold label follows the group's true scores less well than the " +
			"stated reliability says that it follows another"
	}
}

// curve adds how the means of k labels agree with a gold label. Without a fit nothing is known beyond the labels that
// there are.
func (g golds) curve(at answer.Key, v study.View, items int) {
	s, fitted := g.fitted[v.Name()]
	for n, observed := range g.Gold.VotesOfK(v, goldKs) {
		at := at
		at.K, at.Of = goldKs[n], g.Set["source"]
		if fitted {
			r := g.label().ValidityOfMean(s, g.standard, at.K)
			g.Median("validity_of_mean", at, r, g.interval)
			if g.Reliability > 0 {
				g.Median("rho_of_mean", at, g.rho(r), g.interval)
			}
		}
		if 2*observed.Items < items || observed.Items < 2 {
			continue
		}
		g.Add("observed_of_mean", at, observed.Correlation).N = observed.Items
		if observed.Right.N > 0 {
			g.share("majority_right", at, observed.Right, observed.Items)
		}
	}
}

// proportion is a share with its interval.
type proportion interface {
	Value() float64
	Interval(level float64) (lower, upper float64)
}

func (g golds) share(name string, at answer.Key, p proportion, items int) *answer.Row {
	r := g.Add(name, at, p.Value()).Within(p.Interval(g.interval.Level))
	r.N = items
	return r
}

// category adds the share that is right of the gold labels of a category.
func (g golds) category(at answer.Key, c int, p proportion, items int) {
	name := "right_of"
	if g.Standard.Table().Kind() == study.Binary {
		name = []string{"specificity", "sensitivity"}[c]
	} else {
		at.Against = g.Gold.Categories()[c]
	}
	g.share(name, at, p, items)
}

// answers adds how answers compare with gold labels, and returns the row that tells best.
func (g golds) answers(at answer.Key, by string, a judge.Answers) (best *answer.Row) {
	at.By = by
	number := func(name string, f func(level float64) (estimate, lower, upper float64)) *answer.Row {
		x, lower, upper := f(g.interval.Level)
		r := g.Add(name, at, x).Within(lower, upper)
		r.N = a.Off.N()
		return r
	}
	if g.Gold.Categories() != nil {
		best = g.share("right", at, a.Right, a.Right.N)
	}
	for c, p := range a.ByCategory {
		g.category(at, c, p, p.N)
	}
	if g.Gold.Scored() {
		number("gold_level", a.Off.Level)
	}
	if g.Gold.Scored() && g.Standard.Table().Kind() != study.Binary {
		if r := number("rmse", a.Off.RMSE); best == nil {
			best = r
		}
		number("correlation", a.Off.Correlation)
	}
	return best
}

// ofOthers adds answers with intervals for other people.
func (g golds) ofOthers(at answer.Key, by string, a *judge.OthersAnswers) {
	at.By = by
	if a.Right != nil {
		g.share("right", at, a.Right, a.Right.Items)
	}
	for c, p := range a.ByCategory {
		g.category(at, c, p, p.Items)
	}
	if a.Level != nil {
		mean, lower, upper := a.Level.Level(g.interval.Level)
		g.Add("gold_level", at, mean).Within(lower, upper).N = a.Level.Items
	}
}

// singleByFit adds how often a single binary label of a group is the gold label, by the fit. Let p and q be the shares
// of positive labels of group and standard. The covariance of two such labels is c = xCC √(p(1−p) q(1−q)). If the gold
// label is positive, a label is positive with probability p + c/q. If it is negative, a label is negative with
// probability 1 − p + c/(1−q). How many labels were collected does not matter.
func (g golds) singleByFit(at answer.Key, s model.StudyPosterior, fitted bool, items int) {
	if !fitted || g.Standard.Table().Kind() != study.Binary {
		return
	}
	at.By = "single_by_fit"
	joint := g.label()
	of := func(name string, f func(p, q, c float64) float64) {
		g.Drawn(name, at, posterior.Map("", func(x []float64) float64 {
			return f(x[0], x[1], x[2]*math.Sqrt(x[0]*(1-x[0])*x[1]*(1-x[1])))
		}, joint.Partition(s).Mean(), joint.Partition(g.standard).Mean(), joint.XCC(s, g.standard)),
			g.interval).N = items
	}
	of("right", func(p, q, c float64) float64 { return p*q + (1-p)*(1-q) + 2*c })
	of("specificity", func(p, q, c float64) float64 { return 1 - p + c/(1-q) })
	of("sensitivity", func(p, q, c float64) float64 { return p + c/q })
}

// pairs compares each two groups: the fitted ones by r, and all by how often they are right.
func (g golds) pairs(groups []study.View) {
	for i, v := range groups {
		for _, w := range groups[i+1:] {
			at := answer.Key{Task: g.task, Of: v.Name(), Against: w.Name()}
			a, okA := g.fitted[v.Name()]
			b, okB := g.fitted[w.Name()]
			if okA && okB {
				g.closer(at, a, b)
			}
			if g.Gold.Categories() == nil {
				continue
			}
			for _, by := range []string{"votes", "consensus", "single"} {
				x, okX := g.answered(v, by)
				y, okY := g.answered(w, by)
				if at.By = by; okX && okY {
					d := x.Beyond(y)
					g.share("right_difference", at, d, d.N)
				}
			}
		}
	}
}

// closer compares two groups by r.
func (g golds) closer(at answer.Key, a, b model.StudyPosterior) {
	for at, x := range g.scales(at) {
		d := x.ValidityDifference(g.standard, a, b)
		g.Median("validity_difference", at, d, g.interval).P = d.Positive().Value
		g.Median("xcc_difference", at, x.XCCDifference(g.standard, a, b), g.interval)
		if at.Scale == "" && g.Reliability > 0 {
			g.Median("rho_difference", at, g.rho(d), g.interval)
		}
	}
}

// answered returns the answers of a group of one kind; ok is false if it has none.
func (g golds) answered(v study.View, by string) (a judge.Answers, ok bool) {
	switch by {
	case "votes":
		return g.Gold.Votes(v), true
	case "consensus":
		c, ok := g.Consensus[v.Name()]
		if !ok {
			return a, false
		}
		return g.Gold.Consensus(v, c.Answer), true
	}
	return g.Gold.Single(v), true
}
