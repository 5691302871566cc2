package ask

import (
	"strings"

	"concord/internal/answer"
	"concord/internal/checks/prior"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/model"
	"concord/posterior"
)

// priors adds ICC, labeler ICC, differences by covariates, ρ and xCC under other priors, from the same draws weighted
// by the ratio of the priors, in the order of the estimates. The result is the same for any number of cores.
func (f fitting) priors(reported []catalogue.Instance, summaries []posterior.Summary) {
	of := map[string][]int{} // instances of the same studies, which share weights
	var keys []string
	for i, at := range reported {
		if !at.OtherPriors {
			continue
		}
		key := strings.Join(at.StudyNames(), "\x00")
		if of[key] == nil {
			keys = append(keys, key)
		}
		of[key] = append(of[key], i)
	}
	shifts := make([][]prior.Shift, len(reported))
	result.EachOf(len(keys), func(_ *struct{}, i int) {
		members := of[keys[i]]
		others := alternatives(f.Posterior, reported[members[0]].Studies)
		for _, m := range members {
			q := f.of.Draws(reported[m])
			for _, a := range others {
				shifts[m] = append(shifts[m], a.Of(q, summaries[m]))
			}
		}
	})
	for i, at := range reported {
		for _, s := range shifts[i] {
			f.shifted(at, s)
		}
	}
}

// shifted adds an estimate under another prior.
func (f fitting) shifted(at catalogue.Instance, s prior.Shift) {
	row := f.row(at, s.Under)
	row.Value, row.Prior, row.Draws, row.Reason, row.Why = s.Under.Mean, s.Alternative, nil, "", ""
	row.SD = none
	switch {
	case !s.Reliable:
		row.Reason = say.PriorBeyond
		row.Why = "may move beyond these draws (Pareto k̂ " + document.Fixed(s.K, 2) + ")"
	case s.Speaks():
		row.Reason = say.PriorMatters
	}
	f.Put(row)
	place := answer.Among(at.StudyNames()...)
	if place.Prior = s.Alternative; f.Get("pareto_k", place) == nil {
		f.Add("pareto_k", place, s.K)
	}
}

// alternatives returns the other priors of some studies.
func alternatives(fit *model.Posterior, of []model.StudyPosterior) []prior.Alternative {
	var all []prior.Alternative
	if half, ok := prior.HalfScale(fit, of...); ok {
		all = append(all, half)
	}
	if twice, ok := prior.DoubleCoefficients(fit, of...); ok {
		all = append(all, twice)
	}
	if len(of) == 2 && of[0] != of[1] { // a study agrees with itself under any prior
		all = append(all, prior.Tapered(of[0], of[1]))
	}
	return all
}
