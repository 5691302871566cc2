package ask

import (
	"cmp"
	"math"
	"slices"
	"time"

	"concord/criteria"
	"concord/internal/answer"
	"concord/internal/checks/bycriteria"
	"concord/internal/result"
	"concord/internal/say"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// CriteriaFit is a fit of criteria with its settings.
type CriteriaFit struct {
	*criteria.Posterior
	Settings sampler.Settings
	Elapsed  time.Duration
	Words    model.Wording
	Check    *bycriteria.Check // nil: there was none
	Asked    []result.Asked    // events whose probabilities are wanted
}

// Criteria says how reliable labels by several criteria are, how the criteria relate, and how large the halo is.
// Every number is on the label scale.
func Criteria(data result.Data, fit CriteriaFit, interval posterior.Interval) *answer.Answer {
	a, d := answer.New("criteria", data, result.NewIntervals(interval, nil)), fit.Describe()
	a.Set["reference"] = d.Design.Groups[d.Reference]
	var summarizer posterior.Summarizer
	var together []float64
	for _, q := range d.Groups[d.Reference][criteria.TrueScores] {
		together = append(together, q.Quantile(0.5))
	}
	add := func(p criteria.Place) {
		q, at := d.Draws(p), placeIn(&d.Design, p.Group, p.A, p.B)
		r := a.Summarized(p.Name, at, summarizer.Summarize(q, interval))
		switch {
		case p.OfGroup:
			r.P = q.Positive().Value
		case p.Name == criteria.OneLabeler && p.B >= 0:
			r.N = d.Both[criteria.Pair(p.A, p.B)]
		}
		for _, asked := range fit.Asked {
			if at.Event = asked.Event(); asked.Quantity == p.Name && a.Get(p.Name, at) == nil {
				a.Add(p.Name, at, math.NaN()).P = float64(asked.Share(q))
			}
		}
	}
	for _, g := range d.Order() {
		for _, m := range criteria.Measures() {
			places := d.Places(m, g)
			if m.OfPairs { // those whose true scores correlate most come first
				slices.SortStableFunc(places[:len(places)-1], func(x, y criteria.Place) int {
					return cmp.Compare(together[criteria.Pair(y.A, y.B)], together[criteria.Pair(x.A, x.B)])
				})
			}
			switch why := d.Missing(m, g); why {
			case criteria.OfTheReference:
			case "":
				for _, p := range places {
					add(p)
				}
			default:
				a.Add(m.Name, answer.Key{Group: d.Design.Groups[g]}, math.NaN()).Why = why
			}
		}
	}
	addCheck(a, &d.Design, fit.Check)
	for p, groups := range fit.EachFit() {
		run := answer.Run{}
		if len(a.Runs) > 0 { // the reference is described by the first fit
			groups = groups[1:]
			run.Of = d.Design.Groups[groups[0]]
		}
		var all []posterior.Summary
		for _, g := range groups {
			all = append(all, posterior.Summarize(d.Quantities(g), interval)...)
		}
		run.Sampler, run.Trust = result.NewRun(p.Run(), fit.Settings, fit.Elapsed, fit.Words, all)
		if run.Of != "" {
			run.Sampler = nil // the first has the time of all
		} else {
			run.Model = modelOf(p.Spec())
		}
		a.Runs = append(a.Runs, run)
	}
	a.Verdict, a.Notes, a.Doubts = say.CriteriaVerdict(a), say.CriteriaNotes(a), say.CriteriaDoubted(a)
	return a
}

// placeIn is the place of a group and of one criterion, two, or none, which are then −1.
func placeIn(d *criteria.Design, group int, of ...int) answer.Key {
	at := answer.Key{Group: d.Groups[group]}
	for i, to := range []*string{&at.Of, &at.Against} {
		if i < len(of) && of[i] >= 0 {
			*to = d.Criteria[of[i]]
		}
	}
	return at
}

// addCheck adds the statistics of the predictive check.
func addCheck(a *answer.Answer, d *criteria.Design, c *bycriteria.Check) {
	if c == nil {
		return
	}
	for _, s := range c.Statistics {
		at := placeIn(d, s.Group, s.Criteria...)
		at.Term = s.Name
		observed := a.Add("observed", at, s.Observed)
		if math.IsNaN(s.Observed) {
			observed.Why = "the labels do not determine it"
			continue
		}
		r := a.Add("replicated", at, s.Mean).Within(s.Lower, s.Upper)
		r.N, r.P = c.Replicates, s.Tail
		a.Add("p_of_all", at, s.Familywise)
	}
	for _, g := range d.Order() {
		a.Words("labelers_alike", placeIn(d, g), c.Alike[g]...)
	}
}

// modelOf is the model of a fit of criteria, with its priors.
func modelOf(sp spec.Spec) *result.Model {
	m := &result.Model{Family: sp.Family.String(), Labelers: sp.Labelers.String(), Priors: map[string]string{
		"mean": sp.Priors.Mean.String(), "sd": sp.Priors.SD.String(),
		"correlation": sp.Priors.Correlation.String()}}
	if sp.Labelers != spec.NoLabelers {
		m.Priors["labeler_sd"] = sp.Priors.LabelerSD.String()
	}
	return m
}
