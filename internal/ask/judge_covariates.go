package ask

import (
	"cmp"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/model"
	"concord/model/refusal"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// CovariateFit is a fit of people and a judge with covariates, or says why there is none.
type CovariateFit struct {
	Judge     string
	Fit       *result.Fit
	Undefined *refusal.Error
}

// moved is by how much labels are higher with one value of a covariate than with another.
type moved struct {
	at                  answer.Key // the category is the one value, Against the other; "" is the mean of all others
	judge, people, bias posterior.Summary
	p, sure             float64 // probabilities that the bias is above 0, and of its direction
}

// covariates adds whether covariates move the labels of judges otherwise than people's labels: the surest differences
// first.
func (j *judged) covariates() {
	var all []moved
	for _, r := range j.Of("validity") {
		at := r.Key
		i := slices.IndexFunc(j.Covariates, func(c CovariateFit) bool { return c.Judge == at.Of })
		if i < 0 || at.Scale != "" || at.Task != j.at.Task {
			continue
		}
		c := j.Covariates[i]
		if c.Undefined != nil {
			at.Term = c.Undefined.Term
			j.Add("biases", at, none).Why = c.Undefined.Error()
			continue
		}
		people, of := c.Fit.Posterior.StudyAt(0), c.Fit.Posterior.StudyAt(1)
		if of.Name() != at.Of {
			people, of = of, people
		}
		j.leading = nil
		for i, covariate := range c.Fit.Posterior.Spec().Covariates {
			at.Term = covariate.Factor
			some := j.moved(at, i, people, of)
			j.biases(at, some)
			all = append(all, some...)
		}
		j.Runs = append(j.Runs, answer.Run{Task: at.Task, Of: at.Of + " with covariates",
			Trust: result.TrustOf(*c.Fit, c.Fit.Posterior, j.leading, nil)})
	}
	slices.SortStableFunc(all, surest)
	moves := "moves"
	if j.Data.Kind == study.Binary.String() {
		moves = "rate_moves"
	}
	for _, m := range all {
		people := m.at
		people.By = answer.Person
		j.Summarized(moves, m.at, m.judge)
		theirs, bias := j.Summarized(moves, people, m.people), j.Summarized(moves+"_more", m.at, m.bias)
		if bias.P = m.p; m.people.Name == "" {
			theirs.Why, bias.Why = say.NotVarying, say.NotVarying
		}
	}
}

// surest orders the surest difference first, and of several the largest.
func surest(a, b moved) int {
	return cmp.Or(cmp.Compare(b.sure, a.sure), cmp.Compare(math.Abs(b.judge.Median), math.Abs(a.judge.Median)))
}

// biases adds whether a covariate biases a judge: whether the sign of some difference is sure. Of several, each needs a
// higher probability (Bonferroni).
func (j *judged) biases(at answer.Key, all []moved) {
	why := ""
	switch {
	case len(all) == 0:
		why = say.NotMoved
	case slices.MinFunc(all, surest).people.Name == "":
		why = say.NotVarying
	case slices.MinFunc(all, surest).sure >= result.Surely(len(all)):
		j.Words("biases", at, result.CovariateMatters)
		return
	default:
		j.Words("biases", at, result.CovariateUnclear)
		return
	}
	j.Add("biases", at, none).Why = why
}

// moved returns the differences that the i-th covariate makes: at the ends of the judge's numbers, or of the categories
// that labels of both have.
func (j *judged) moved(at answer.Key, i int, people, of model.StudyPosterior) (all []moved) {
	covariates := of.Posterior().Covariates()
	levels := covariates.Levels(i, of)
	varies := covariates.Varies(i, people)
	category := of.Posterior().Spec().Covariates[i].IsCategory()
	if category && varies {
		theirs := covariates.Levels(i, people)
		levels = slices.DeleteFunc(levels, func(l model.CovariateLevel) bool {
			return !slices.ContainsFunc(theirs, func(t model.CovariateLevel) bool { return t.Name == l.Name })
		})
	}
	add := func(level string, others ...string) {
		m := moved{at: at, people: undrawn, bias: undrawn}
		if m.at.Category = level; len(others) == 1 {
			m.at.Against = others[0]
		}
		its := vpc.CovariateDifference(of, i, level, others...)
		m.judge, m.p = its.Summarize(j.interval), its.Positive().Value
		j.leading = append(j.leading, m.judge)
		if varies {
			theirs := vpc.CovariateDifference(people, i, level, others...)
			bias := posterior.Difference("covariate_bias", its, theirs)
			m.people, m.bias, m.p = theirs.Summarize(j.interval), bias.Summarize(j.interval), bias.Positive().Value
			j.leading = append(j.leading, m.people, m.bias)
		}
		m.sure = max(m.p, 1-m.p)
		all = append(all, m)
	}
	if len(levels) < 2 {
		return nil
	}
	if !category {
		low, high := catalogue.Ends(levels)
		add(high.Name, low.Name)
		return all
	}
	for k, level := range levels {
		var others []string
		for l, other := range levels {
			if l != k {
				others = append(others, other.Name)
			}
		}
		if len(levels) > 2 || k == 1 { // of two categories, the other difference has the other sign
			add(level.Name, others...)
		}
	}
	return all
}

// undrawn is the summary of what has no draws.
var undrawn = posterior.Summary{Median: none, Lower: none, Upper: none}
