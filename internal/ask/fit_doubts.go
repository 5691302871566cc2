package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
)

// assumptionAlike is the assumption of package predictive about labelers' slopes.
const assumptionAlike = "all labelers follow the items alike"

// named is how many labelers a doubt names.
const named = 5

// doubts adds the assumptions that labels speak against, and how many there are if they were looked for.
func (f fitting) doubts() {
	var all []predictive.Doubt
	if f.Check != nil {
		all = slices.Clone(f.Check.Doubts)
	}
	for _, study := range f.Posterior.Studies() {
		all = f.labelersDoubt(all, study)
	}
	if f.Check != nil || all != nil {
		f.Add("doubts", answer.Key{}, float64(len(all)))
	}
	for i, d := range all {
		at := answer.Among(d.Studies...)
		at.K = i + 1
		f.Answer.Words("doubt", at, d.Assumption).Reason = strings.Join(d.Statistics, " ")
		f.Answer.Words("evidence", at, d.Evidence)
		f.Answer.Words("consequence", at, d.Consequence)
		f.Answer.Words("look", at, d.Look)
	}
	if f.Check != nil && len(f.Check.Dependent) > 0 {
		f.Answer.Words("not_judged", answer.Key{}, f.Check.Dependent...).Why = fmt.Sprintf("The predictive check does "+
			"not judge the statistics of %s: %s.", visible.Names(f.Check.Dependent), predictive.NotJudged)
	}
}

// labelersDoubt adds a doubt about a study in which labelers do not follow the items with a probability above
// [consensus.Sure]. A doubt of the predictive check about the same assumption is extended instead.
func (f fitting) labelersDoubt(all []predictive.Doubt, study string) []predictive.Doubt {
	var weak []consensus.Labeler
	for _, l := range f.Labelers {
		if l.Study == study && l.Weak > consensus.Sure {
			weak = append(weak, l)
		}
	}
	if weak == nil {
		return all
	}
	slices.SortStableFunc(weak, func(a, b consensus.Labeler) int {
		return cmp.Or(strings.Compare(kindOfWeak(b), kindOfWeak(a)), cmp.Compare(b.Weak, a.Weak))
	})
	sp := f.Posterior.Spec()
	d := predictive.Doubt{Statistics: []string{say.Discrimination}, Assumption: "all labelers follow the items",
		Studies: []string{study}, Evidence: weakNames(weak, len(weak)),
		Consequence: "labels of these labelers count as noise: ICC, ρ and xCC are lower than among the other labelers",
		Look: weakNames(weak, named) + "; read some of their labels (all labelers: " +
			f.Fit.Words.Of(model.Choice{Command: "labelers", Choices: asCovariates(sp.Covariates)}) +
			"), and fit again without them (" +
			withoutLabelers(f.Fit, weak) + ")"}
	if !sp.Discrimination {
		d.Assumption = assumptionAlike
		d.Look += "; or let labelers follow the items more or less closely: " +
			f.Fit.Words.Of(model.Choice{Name: spec.DiscriminationTerm})
	}
	same := slices.IndexFunc(all, func(o predictive.Doubt) bool {
		return o.Assumption == d.Assumption && slices.Equal(o.Studies, d.Studies)
	})
	if same < 0 {
		return append(all, d)
	}
	all[same].Statistics = append(slices.Clone(all[same].Statistics), say.Discrimination)
	all[same].Evidence += "; " + d.Evidence
	all[same].Look = d.Look
	return all
}

// asCovariates are the choices that ask for resolved covariates again.
func asCovariates(all []spec.Covariate) []model.Choice {
	var names, slopes []string
	for _, c := range all {
		name := c.Factor
		if c.IsCategory() {
			name += ":" + c.Kind.String() // its categories may be numbers
		}
		names = append(names, name)
		if c.Slopes {
			slopes = append(slopes, c.Factor)
		}
	}
	var choices []model.Choice
	if names != nil {
		choices = append(choices, model.Choice{Name: "covariate", Names: names})
	}
	if slopes != nil {
		choices = append(choices, model.Choice{Name: "slopes", Names: slopes})
	}
	return choices
}

// kindOfWeak says in which way a labeler does not follow the items.
func kindOfWeak(l consensus.Labeler) string {
	if l.Reversed > consensus.Sure {
		return "reverses the scale"
	}
	return "barely follows the items"
}

// weakNames lists labelers with their faults and the probabilities of these.
func weakNames(weak []consensus.Labeler, most int) string {
	var all []string
	for i, l := range weak[:min(most, len(weak))] {
		name := visible.Text(l.Name)
		if kind := kindOfWeak(l); i == 0 || kind != kindOfWeak(weak[i-1]) {
			name += " " + kind
		}
		p := l.Weak
		if l.Reversed > consensus.Sure {
			p = l.Reversed
		}
		probability := document.Chance(p)
		if i == 0 {
			probability = document.Probability(p)
		}
		all = append(all, name+" ("+probability+")")
	}
	if more := len(weak) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, ", ")
}

// withoutLabelers is the choice to leave labelers out, by names that no other labeler has.
func withoutLabelers(fit result.Fit, weak []consensus.Labeler) string {
	const most = 12
	c := model.Choice{Name: "exclude-labelers"}
	for _, l := range weak {
		name := l.Name
		if len(fit.Posterior.Studies()) > 1 && fit.Posterior.Spec().Labelers == spec.Nested {
			name = l.Study + ":" + l.Name
		}
		c.Names = append(c.Names, name)
	}
	if len(c.Names) > most {
		return fit.Words.Of(model.Choice{Name: c.Name, Value: "@FILE"}) + ", a name in each line"
	}
	return fit.Words.Of(c)
}
