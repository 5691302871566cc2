package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/xcc"
)

// JudgeQuestion is the question: how do labels of judges compare with those of people?
type JudgeQuestion struct {
	// Alone is a fit of the people, and Result says what it found.
	Alone  *result.Fit
	Result *answer.Answer
	// Fits are of the people and one judge each, so that no judge changes people's true scores for another (see
	// [model.FitJudges]). They should have kept effects of labelers.
	Fits []*model.Posterior
	// Constant are judges whose labels are all the same, which have no fit.
	Constant []study.View
	// Texts are of items, by their names; nil: they have none.
	Texts map[string]string
	// Covariates are further fits of people and one judge.
	Covariates []CovariateFit
}

// Judges makes the rows of judges beside people, of all labels or of one task after another.
type Judges struct{ Beside }

// NewJudges returns an answer without rows; data describes all labels.
func NewJudges(data result.Data, interval posterior.Interval) *Judges {
	return &Judges{newBeside("judge", data, interval)}
}

// judged makes the rows of one question.
type judged struct {
	*Judges
	JudgeQuestion
	at     answer.Key
	people model.StudyPosterior // of the fit whose rows are made
	pool   *judge.People
	// The summaries of measures on the scale of labels, and of the others; diagnostics follow from them.
	leading, others []posterior.Summary
}

// rival is people in a fit, and who is compared with them: a judge, or a person of the people.
type rival struct {
	joints         []func() xcc.Joint
	people, source model.StudyPosterior
	pool           *judge.People
	validity       posterior.Quantity // of the source, on the scale of labels
	median         float64            // of it
}

func newRival(fit *model.Posterior, people, source model.StudyPosterior) (r rival, err error) {
	r = rival{joints: xcc.Joints(fit), people: people, source: source}
	r.validity = r.joints[len(r.joints)-1]().Validity(people, source)
	r.median = r.validity.Quantile(0.5)
	var ok bool
	if r.pool, ok = judge.NewPeople(people); !ok {
		err = fmt.Errorf("labels of the %v family cannot be compared with people's", fit.Spec().Family)
	}
	return r, err
}

// take takes the fit of a rival.
func (j *judged) take(r *rival) {
	j.joints, j.people, j.pool, j.leading, j.others = r.joints, r.people, r.pool, nil, nil
}

// Compare adds the judges of a question, of a task or "" for all labels. The error says that labels of the family have
// no such comparison.
func (js *Judges) Compare(task string, q JudgeQuestion) error {
	alone := q.Alone.Reference
	j := &judged{Judges: js, JudgeQuestion: q, at: answer.Key{Task: task, Group: alone.Name()}}
	run := q.Result.Runs[0]
	run.Task = task
	if task == "" {
		js.Data = q.Result.Data
	} else if len(js.Data.By) > 0 {
		run.Data = &q.Result.Data
	}
	js.Runs = append(js.Runs, run)
	js.note(task, q.Result.Data.ReplyNotes()...)
	person, err := newRival(alone.Posterior(), alone, alone)
	if err != nil {
		return err
	}
	// Judges by validity, the best first, and a person among them.
	all := make([]*rival, len(q.Fits))
	for i, fit := range q.Fits {
		people, source := fit.StudyAt(0), fit.StudyAt(1)
		if people.Name() != alone.Name() {
			people, source = source, people
		}
		of, err := newRival(fit, people, source)
		if err != nil {
			return err
		}
		all[i] = &of
	}
	ranked := slices.Clone(all)
	slices.SortStableFunc(ranked, func(a, b *rival) int { return cmp.Compare(b.median, a.median) })
	after := slices.IndexFunc(ranked, func(c *rival) bool { return !(c.median >= person.median) })
	if after < 0 {
		after = len(ranked)
	}
	for _, c := range slices.Insert(ranked, after, &person) {
		if j.take(c); c == &person {
			j.person()
		} else {
			j.judge(c.source)
		}
	}
	j.take(&person)
	for _, v := range q.Constant {
		j.constant(v)
	}
	j.inCommon(all)
	j.covariates()
	if few := say.FewPeople(say.Scope{Answer: js.Answer, At: j.at}); few != "" && len(js.Doubts) == 0 {
		js.Doubts = append(js.Doubts, few)
	}
	if task == "" {
		js.Verdict = slices.Concat(say.JudgesOf(say.Scope{Answer: js.Answer, At: j.at}), say.Biases(js.Answer))
	}
	return nil
}

// drawn adds a quantity of which diagnostics follow.
func (j *judged) drawn(name string, at answer.Key, q posterior.Quantity) *answer.Row {
	s := q.Summarize(j.interval)
	if at.Scale == "" {
		j.leading = append(j.leading, s)
	} else {
		j.others = append(j.others, s)
	}
	return j.Summarized(name, at, s)
}

// person adds a random person of the people.
func (j *judged) person() {
	at := j.at
	at.By = answer.Person
	for at, x := range j.scales(at) {
		j.Median("validity", at, x.Validity(j.people, j.people), j.interval)
		j.Median("following", at, judge.Following(x.Partition(j.people)), j.interval)
		j.Add("worth", at, 1)
	}
	j.Add("judge_bias", at, 0)
	j.Add("level_in_sds", at, 0)
	j.Add("beaten_share", at, 0.5)
	j.Median("loss", at, j.pool.Loss(), j.interval)
	if q, ok := j.pool.Agreement(); ok {
		j.Median("agreement", at, q, j.interval)
	}
	view := j.view()
	j.Add("labelers", j.at, float64(len(labelersIn(view))))
	if view.Table().Kind() != study.Numeric {
		j.rates(at, view.Table(), judge.NewPersonRates(view))
	}
}

// view has the labels of the people.
func (j *judged) view() study.View { return j.people.Posterior().Table().StudyAt(j.people.Index()) }

// judge adds a judge.
func (j *judged) judge(s model.StudyPosterior) {
	at := j.at
	at.Of = s.Name()
	view := s.Posterior().Table().StudyAt(s.Index())
	above := func(x, y posterior.Quantity) float64 {
		return posterior.Difference("", x, y).Positive().Value
	}
	items := shared(j.view(), view)
	for at, x := range j.scales(at) {
		r := x.Validity(j.people, s)
		row := j.drawn("validity", at, r)
		row.N, row.P = items, above(r, x.Validity(j.people, j.people))
		j.Add("follows_as_well", at, above(r, judge.Following(x.Partition(j.people))))
	}
	for at, x := range j.scales(at) {
		j.drawn("worth", at, x.Worth(j.people, s))
	}
	if !s.OneLabel() && !s.HasLabelers() {
		for at, x := range j.scales(at) {
			j.drawn("self_consistency", at, x.Partition(s).ICC())
		}
	}
	j.standing(at, view, j.pool.Judge(s))
	run := answer.Run{Task: at.Task, Of: at.Of}
	if w := s.Posterior().Reweighting(); w != nil {
		j.Add("pareto_k", at, w.K)
		j.Add("reweighted_ess", at, w.ESS)
		run.Trust = &result.Diagnostics{MaxRHat: result.Undefined(), MinESSBulk: result.Number(w.ESS),
			MinESSTail: result.Undefined(), MinEBFMI: result.Undefined(), OK: true, Converged: true,
			Messages: []string{}}
	} else {
		run.Trust = result.TrustOf(*j.Alone, s.Posterior(), j.leading, j.others)
	}
	j.Runs = append(j.Runs, run)
	j.tell(at, j.people, s)
}

// constant adds a judge whose labels are all the same.
func (j *judged) constant(v study.View) {
	at := j.at
	at.Of = v.Name()
	for at := range j.scales(at) {
		r := j.Add("validity", at, none)
		r.N, r.Why = shared(j.view(), v), "its labels are all the same, and follow nothing"
	}
	j.standing(at, v, j.pool.Constant(v.Value()[0]))
}

// standing adds what depends on levels too, the items on which a judge differs most from people, and how categories go
// together.
func (j *judged) standing(at answer.Key, v study.View, s judge.Standing) {
	people := j.view()
	j.Add("labels", at, float64(v.Len()))
	j.Median("judge_bias", at, s.Bias, j.interval)
	if j.people.HasLabelers() {
		j.Median("level_in_sds", at, s.Level, j.interval)
	}
	j.Add("as_close", at, s.AsGood.Mean())
	j.Median("loss", at, s.Loss, j.interval)
	if s.Agreement.Chains != nil {
		j.Median("agreement", at, s.Agreement, j.interval)
	}
	beaten, share, err := s.Beats(labelersIn(people))
	if !errors.Is(err, model.ErrNoEffects) && len(beaten) > 0 {
		j.Drawn("beaten_share", at, share, j.interval)
		for _, b := range beaten {
			at := at
			at.Against = b.Labeler
			j.Add("beats", at, b.Probability)
		}
	}
	person := j.label().Validity(j.people, j.people).Mean() // √ICC
	for k, far := range judge.Furthest(people, v, person*person, mostFar) {
		at := at
		at.Against, at.K = far.Item, k+1
		j.Add("far_true_score", at, far.People)
		j.Add("far_label", at, far.Label)
		j.Words("far_labels", at, spelled(v.Table(), far.Labels)...)
		j.Words("far_labels_of_people", at, spelled(people.Table(), far.PeopleLabels)...)
		if text := j.Texts[far.Item]; text != "" {
			j.Words("far_text", at, text)
		}
	}
	if t := v.Table(); t.Kind() != study.Numeric && t == people.Table() {
		j.rates(at, t, judge.NewRates(people, v))
	}
	if items, all := shared(people, v), shared(people, people); items < all {
		j.note(at.Task, fmt.Sprintf("%s labels %s of the %s that people labelled.", visible.Text(at.Of),
			document.Integer(items), document.Plural(all, "item")))
	}
	if pair := (answer.Key{Group: at.Group, Of: at.Of}); !slices.Contains(j.compared, pair) {
		j.compared = append(j.compared, pair)
	}
}

// mostFar is on how many items a judge is said to be furthest from people.
const mostFar = 10

// rates adds how often a judge, or another person, gives each category, by the category of a person's label.
func (b *Beside) rates(at answer.Key, t *study.Table, of *judge.Rates) {
	if of.Items == 0 {
		return
	}
	for y, category := range t.Categories() {
		at := at
		at.Category = category
		b.Add("label_share", at, of.People[y]/float64(of.Items)).N = of.Items
		for z, other := range t.Categories() {
			at.Against = other
			r := b.Add("category_rate", at, of.Share(y, z)).Within(of.Interval(y, z, b.interval.Level))
			if r.N = of.Items; !r.Defined() {
				r.Why = "people have no such label"
			}
		}
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

// shared returns how many items of a judge people labelled too.
func shared(people, judge study.View) int {
	labelled := map[string]bool{}
	for _, i := range people.Item() {
		labelled[people.Table().Items()[i]] = true
	}
	n := 0
	for _, i := range judge.Item() {
		if name := judge.Table().Items()[i]; labelled[name] {
			labelled[name] = false
			n++
		}
	}
	return n
}

// inCommon adds the errors that each two judges share, in the order of their fits.
func (j *judged) inCommon(all []*rival) {
	if len(all) < 2 {
		return
	}
	var validity []posterior.Quantity
	var labels []study.View
	for _, c := range all {
		validity = append(validity, c.validity)
		labels = append(labels, c.source.Posterior().Table().StudyAt(c.source.Index()))
	}
	errors := judge.NewErrors(validity, labels, j.Result.Runs[0].Sampler.Seed)
	for k, a := range labels {
		for l, b := range labels[:k] {
			at := j.at
			at.Of, at.Against = b.Name(), a.Name()
			j.Median("common_errors", at, errors.Correlation(k, l), j.interval)
		}
	}
	j.Median("independent_judges", j.at, errors.IndependentJudges(), j.interval).N = len(labels)
}

// Together is [Beside.Together], with a verdict on all tasks.
func (js *Judges) Together(ctx context.Context, settings sampler.Settings) error {
	err := js.Beside.Together(ctx, settings)
	js.Verdict = say.JudgesOfTasks(js.Answer)
	return err
}

// OfCategories adds, if each task is a category of words without order against the rest, how often judges give a
// person's label, over all categories. The options say how intervals of coefficients are made. The error is the error
// of ctx.
func (js *Judges) OfCategories(ctx context.Context, t *study.Table, people string, o nonparam.Options) error {
	o.Coefficients = []nonparam.Coefficient{nonparam.AlphaName, nonparam.CrossKappaName}
	o.Distance = nonparam.Nominal
	results, err := nonparam.Agreement(ctx, t, o)
	if err != nil {
		return err
	}
	pool, err := t.Study(people)
	if err != nil {
		return err
	}
	type agreement struct {
		answer.Key
		*judge.Rates
		same float64
		nonparam.Outcome
	}
	var all []agreement
	add := func(at answer.Key, of *judge.Rates, c nonparam.Coefficient, studies ...string) {
		i := slices.IndexFunc(results, func(r nonparam.Outcome) bool {
			return r.Coefficient == c && len(r.Studies) == len(studies) &&
				!slices.ContainsFunc(studies, func(s string) bool { return !slices.Contains(r.Studies, s) })
		})
		if i < 0 {
			return
		}
		same := 0.0
		for y, n := range of.People {
			if n > 0 {
				same += n / float64(of.Items) * of.Share(y, y)
			}
		}
		if of.Items == 0 {
			same = none
		}
		all = append(all, agreement{at, of, same, results[i]})
	}
	add(answer.Key{Group: people, By: answer.Person}, judge.NewPersonRates(pool), nonparam.AlphaName, people)
	for s, name := range t.Studies() {
		if name != people {
			add(answer.Key{Group: people, Of: name}, judge.NewRates(pool, t.StudyAt(s)), nonparam.CrossKappaName,
				people, name)
		}
	}
	slices.SortStableFunc(all, func(a, b agreement) int {
		return cmp.Or(cmp.Compare(b.same, a.same), -strings.Compare(a.By, b.By))
	})
	var coefficients []result.Agreement
	for _, a := range all {
		js.Add("gives_same_label", a.Key, a.same)
		c := result.CoefficientOf(a.Outcome)
		coefficients = append(coefficients, c)
		r := js.Add("same_beyond_chance", a.Key, float64(c.Estimate)).Within(float64(c.Lower), float64(c.Upper))
		r.N, r.Method, r.Why = c.Items, c.Method, c.Undefined
		js.rates(a.Key, t, a.Rates)
	}
	js.Interval = result.NewIntervals(js.interval, coefficients)
	for k, name := range t.Categories() {
		n := 0.0
		for _, y := range pool.Value() {
			if int(y) == k {
				n++
			}
		}
		js.Add("category_share", answer.Key{Task: name, Group: people}, n/float64(pool.Len()))
	}
	js.Verdict = say.JudgesOfCategories(js.Answer)
	return nil
}
