package result

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"concord/internal/abandon"
	"concord/internal/checks/prior"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/posterior"
)

// PriorSensitivity is one quantity under another prior, from the same draws weighted by the ratio of the priors.
type PriorSensitivity struct {
	Quantity string `json:"quantity"`
	// Term is the covariate, with its category, if the quantity is of one: "length" or "country=BR".
	Term    string   `json:"term,omitempty"`
	Studies []string `json:"studies"`
	Scale   string   `json:"scale"`
	// Prior names the difference. With "sd", all standard deviations of these studies are half as large a priori. With
	// "coefficient", all coefficients of covariates are twice as large. With "correlation", the prior density of ρ
	// between the studies is multiplied by √(1 − ρ²).
	Prior  string `json:"prior"`
	Mean   Number `json:"mean"`
	Median Number `json:"median"`
	Lower  Number `json:"lower"`
	Upper  Number `json:"upper"`
	// MeanShift is how far the mean moves, in posterior standard deviations. EndShift is the larger move of the two
	// ends, as a share of the interval's width.
	MeanShift Number `json:"mean_shift"`
	EndShift  Number `json:"end_shift"`
	// ParetoK is k̂ of the weights: null if they have no tail.
	ParetoK Number `json:"pareto_k"`
	// Reliable is false if the weights cannot give these numbers.
	Reliable bool `json:"reliable"`
	// Speaks says that the prior matters for the reported estimate.
	Speaks bool `json:"speaks"`
}

// priorSensitivity returns how ICC, labeler ICC, differences by covariates, ρ and xCC move under other priors, in the
// order of the report. The result is the same for any number of cores.
func priorSensitivity(
	fit catalogue.Evaluator, reported []catalogue.Instance, summaries []posterior.Summary,
) []PriorSensitivity {
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
	shifts := make([][]PriorSensitivity, len(reported))
	eachOf(len(keys), func(_ *struct{}, i int) {
		members := of[keys[i]]
		others := alternatives(fit.Posterior, reported[members[0]].Studies)
		for _, m := range members {
			q := fit.Draws(reported[m])
			for _, a := range others {
				shifts[m] = append(shifts[m], newPriorSensitivity(reported[m], a.Of(q, summaries[m])))
			}
		}
	})
	return slices.Concat(shifts...)
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

// eachOf calls f for 0 … n−1, on as many cores as there are, each with a separate working memory.
func eachOf[Memory any](n int, f func(memory *Memory, i int)) {
	_ = abandon.Each(context.Background(), 0, n, func() func(i int) error {
		memory := new(Memory)
		return func(i int) error {
			f(memory, i)
			return nil
		}
	})
}

// covariateOf is the term of a quantity of a covariate; "" for others.
func covariateOf(at catalogue.Instance) string {
	if at.OfCovariate {
		return at.Term
	}
	return ""
}

func newPriorSensitivity(at catalogue.Instance, s prior.Shift) PriorSensitivity {
	return PriorSensitivity{
		Quantity: at.Name, Term: covariateOf(at), Studies: at.StudyNames(), Scale: at.Scale.String(),
		Prior: s.Alternative, Mean: Number(s.Under.Mean), Median: Number(s.Under.Median), Lower: Number(s.Under.Lower),
		Upper:     Number(s.Under.Upper),
		MeanShift: Number(s.Mean), EndShift: Number(s.End), ParetoK: Number(s.K), Reliable: s.Reliable,
		Speaks: s.Speaks(),
	}
}

// PriorSpeaks returns the estimates for which the prior matters, in their order.
func PriorSpeaks(all []PriorSensitivity) []PriorSensitivity {
	var speaking []PriorSensitivity
	for _, s := range all {
		if s.Speaks {
			speaking = append(speaking, s)
		}
	}
	return speaking
}

// PlanWarnings say that a plan rests on a fit in which the prior matters for the reliability of a study. If there are
// more than two such studies, the second warning names them.
func PlanWarnings(all []PriorSensitivity) []string {
	var texts []string
	var told []string
	for _, s := range PriorSpeaks(all) {
		q, _ := catalogue.Find(s.Quantity)
		if q.Section != catalogue.Reliability || slices.Contains(told, s.Studies[0]) {
			continue
		}
		told = append(told, s.Studies[0])
		under := fmt.Sprintf("%s %s", s.Mean.fixed(2), interval(s.Lower, s.Upper, 2))
		if !s.Reliable {
			under = "very different"
		}
		texts = append(texts, fmt.Sprintf("The prior matters for the plan of %s: with half the scale of the priors "+
			"of standard deviations the %s would be %s. Take its numbers as a range, and plan again with more "+
			"labelers or items.", s.Studies[0], q.Title, under))
	}
	if others := len(told) - 1; others > 1 {
		const most = 3
		names := told[1 : min(most, others)+1]
		text := strings.Join(names, ", ")
		if more := others - len(names); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		texts = append(texts[:1], fmt.Sprintf("The prior matters for the plans of %d other groups too: %s. Take "+
			"their numbers as a range.", others, text))
	}
	return texts
}
