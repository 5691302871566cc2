package ask

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/judge"
	"concord/judge/probability"
	"concord/model"
	"concord/posterior"
	"concord/study"
	"concord/xcc"
)

// ProbabilityQuestion is the question: how well do judges' probabilities follow the yes and no of people?
type ProbabilityQuestion struct {
	People study.View
	// Judges are the factors of the labels that have probabilities.
	Judges   []string
	Interval posterior.Interval
	Seed     uint64
	// Fit is of the people alone, and Run describes it; nil if Undefined says why there is none.
	Fit       *model.Posterior
	Run       answer.Run
	Undefined string
}

// thresholdResamples is how many resamples of items the interval of a threshold has.
const thresholdResamples = 1000

// Probabilities compares the probabilities of judges with people's labels.
func Probabilities(data result.Data, q ProbabilityQuestion) *answer.Answer {
	p := probabilities{answer.New("judge", data, result.NewIntervals(q.Interval, nil)), q,
		q.Interval, answer.Key{Group: q.People.Name()}, posterior.Quantity{}, posterior.Quantity{}}
	p.Set["labels"] = "probabilities"
	if p.Notes = append(p.Notes, data.ReplyNotes()...); q.Undefined != "" {
		p.Notes = append([]string{"There is no comparison with a random person: " + q.Undefined + "."}, p.Notes...)
	}
	all := p.people()
	type judged struct {
		*probability.Scored
		name string
		seed uint64
		auc  probability.AUC
		ok   bool
	}
	var judges []judged
	for n, name := range q.Judges {
		s := probability.NewScored(q.People, judge.Probabilities(q.People, name))
		switch items := len(s.Items()); {
		case items == 0:
			p.Notes = append(p.Notes, fmt.Sprintf("%s has no probabilities.", visible.Text(name)))
			continue
		case items < all:
			p.Notes = append(p.Notes, fmt.Sprintf("%s has a probability of %s of the %s that people labelled.",
				visible.Text(name), document.Integer(items), document.Plural(all, "item")))
		}
		auc, ok := s.AUC()
		judges = append(judges, judged{s, name, q.Seed + uint64(n), auc, ok})
	}
	slices.SortStableFunc(judges, func(a, b judged) int { return cmp.Compare(b.auc.Value, a.auc.Value) })
	for _, j := range judges {
		p.judge(j.name, j.Scored, j.seed)
	}
	p.person()
	z := distuv.UnitNormal.Quantile(0.5 + q.Interval.Level/2)
	for i, a := range judges {
		for _, b := range judges[i+1:] {
			if d, ok := probability.Compare(a.Scored, b.Scored); ok {
				at := answer.Key{Group: p.at.Group, Of: a.name, Against: b.name}
				p.Add("auc_difference", at, d.Value).Within(d.Value-z*d.SE, d.Value+z*d.SE).N = d.Items
				p.Add("auc_difference_p", at, d.P)
			}
		}
	}
	p.Verdict = say.ProbabilitiesVerdict(p.Answer)
	return p.Answer
}

// probabilities makes the rows.
type probabilities struct {
	*answer.Answer
	ProbabilityQuestion
	interval        posterior.Interval
	at              answer.Key
	icc, attainable posterior.Quantity // of the fit; zero if there is none
}

// people adds what people say, and returns how many items they labelled.
func (p *probabilities) people() int {
	every := map[string]float64{} // item has a probability, so that people's share of yes is over all items
	for _, i := range p.People.Item() {
		every[p.People.Table().Items()[i]] = 0
	}
	all := probability.NewScored(p.People, every)
	p.Add("positive", p.at, all.Positive()).N = len(every)
	if x, ok := all.Disagreement(); ok {
		p.Add("disagreement", p.at, x)
	}
	if p.Fit != nil {
		p.Runs = append(p.Runs, p.Run)
		people := p.Fit.StudyAt(0)
		p.icc = p.label().Partition(people).ICC()
		p.attainable, _ = judge.AttainableAUC(people)
	}
	return len(every)
}

// label is the fit on the scale of labels.
func (p *probabilities) label() xcc.Joint {
	all := xcc.Joints(p.Fit)
	return all[len(all)-1]()
}

// judge adds a judge.
func (p *probabilities) judge(name string, s *probability.Scored, seed uint64) {
	at, n := p.at, len(s.Items())
	at.Of = name
	auc := p.area("auc", at, s)
	p.area("auc_majority", at, s.Majority())
	if p.attainable.Chains != nil && auc.Defined() {
		p.Median("attained", at, posterior.Map("attained", func(x []float64) float64 {
			return (auc.Value - 0.5) / (x[0] - 0.5)
		}, p.attainable), p.interval)
	}
	if p.Fit != nil {
		if r, own, ok := s.Validity(p.icc, seed); ok {
			p.Median("validity", at, r, p.interval).P = posterior.Map("",
				func(x []float64) float64 { return x[0] - math.Sqrt(x[1]) }, r, own).Positive().Value
			p.Median("worth", at, probability.Worth(r, own), p.interval)
		}
	}
	c := s.Calibration()
	p.counted("judge_bias", at, c.Bias, n)
	p.counted("brier", at, c.Brier, n)
	for _, part := range []struct {
		name  string
		value float64
	}{{"reliability", c.Reliability}, {"resolution", c.Resolution}, {"uncertainty", c.Uncertainty},
		{"within_bins", c.Within}, {"expected_error", c.Error}, {"expected_error_by_chance", c.ByChance}} {
		p.Add(part.name, at, part.value)
	}
	yes := 0.0
	for k, b := range c.Bins {
		at := at
		at.K = k + 1
		p.Add("bin_from", at, b.From)
		p.Add("bin_to", at, b.To)
		p.Add("bin_mean", at, b.Probability)
		p.Add("bin_yes", at, b.Share).Within(judge.ProportionOf(b.Shares()).Interval(p.interval.Level)).N = b.Items
		yes += float64(b.Items) * b.Share
	}
	p.Add("positive", at, yes/float64(n)).N = n
	t, ok := s.Best(p.interval.Level, thresholdResamples, seed)
	if !ok {
		p.Add("best_threshold", at, math.NaN()).Why = "no threshold divides items that people answer differently"
		return
	}
	p.Add("best_threshold", at, t.Threshold).Within(t.Lower, t.Upper)
	p.Add("correlation_there", at, t.Correlation)
	p.Add("correlation_optimism", at, t.CorrelationOptimism)
	p.Add("same_there", at, t.Agreement)
	p.Add("same_optimism", at, t.AgreementOptimism)
	p.Add("same_unseen", at, max(0, t.Agreement-t.AgreementOptimism))
	p.Add("sensitivity", at, t.Sensitivity)
	p.Add("specificity", at, t.Specificity)
}

// person adds one person as the judge of another, and the share of all people as probabilities.
func (p *probabilities) person() {
	if p.Fit == nil {
		return
	}
	people := p.Fit.StudyAt(0)
	at, all := p.at, p.at
	at.By, all.By = answer.Person, answer.Unlimited
	p.Median("auc", at, probability.OfPerson(p.icc), p.interval)
	p.Median("validity", at, p.label().Validity(people, people), p.interval)
	p.Add("worth", at, 1)
	if pool, ok := judge.NewPeople(people); ok {
		if q, ok := pool.Agreement(); ok {
			p.Median("agreement", at, q, p.interval)
		}
	}
	if p.attainable.Chains != nil {
		p.Median("auc", all, p.attainable, p.interval)
		p.Add("attained", all, 1)
		p.Add("validity", all, 1)
	}
}

// area adds the area under the curve.
func (p *probabilities) area(name string, at answer.Key, s *probability.Scored) *answer.Row {
	auc, ok := s.AUC()
	r := p.Add(name, at, auc.Value)
	if r.N = len(s.Items()); !ok {
		r.Value, r.Why = math.NaN(), "people give the same answer to all items"
		return r
	}
	if lower, upper, ok := auc.Interval(p.interval.Level); ok {
		r.Within(lower, upper)
	}
	return r
}

// counted adds a mean over items with the interval of Student's t.
func (p *probabilities) counted(name string, at answer.Key, e probability.Estimate, items int) {
	r := p.Add(name, at, e.Value)
	if items > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(items - 1)}.Quantile(0.5 + p.interval.Level/2)
		r.Within(e.Value-t*e.SE, e.Value+t*e.SE)
	}
}
