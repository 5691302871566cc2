package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/consensus"
	"concord/internal/document"
	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
)

// StatisticDiscrimination is the statistic of a doubt about labelers whose λ is certainly low.
const StatisticDiscrimination = "discrimination"

// assumptionAlike is the assumption of package predictive about labelers' slopes.
const assumptionAlike = "all labelers follow the items alike"

// named is how many labelers a doubt names.
const named = 5

// addLabelerDoubts adds a doubt for each study in which labelers do not follow the items with a probability above
// [consensus.Sure]. A doubt of the predictive check about the same assumption is extended instead.
func (r *Result) addLabelerDoubts(fit Fit) {
	sp := fit.Posterior.Spec()
	for _, study := range fit.Posterior.Studies() {
		var weak []consensus.Labeler
		for _, l := range fit.Labelers {
			if l.Study == study && l.Weak > consensus.Sure {
				weak = append(weak, l)
			}
		}
		if weak == nil {
			continue
		}
		slices.SortStableFunc(weak, func(a, b consensus.Labeler) int {
			return cmp.Or(strings.Compare(kindOfWeak(b), kindOfWeak(a)), cmp.Compare(b.Weak, a.Weak))
		})
		d := Doubt{Statistics: []string{StatisticDiscrimination}, Assumption: "all labelers follow the items",
			Studies: []string{study}, Evidence: weakNames(weak, len(weak)),
			Consequence: "labels of these labelers count as noise: ICC, ρ and xCC are lower than among the other " +
				"labelers",
			Look: weakNames(weak, named) + "; read some of their labels (all labelers: " +
				fit.Words.Of(model.Choice{Command: "labelers", Choices: asCovariates(sp.Covariates)}) +
				"), and fit again without them (" +
				withoutLabelers(fit, weak) + ")"}
		if !sp.Discrimination {
			d.Assumption = assumptionAlike
			d.Look += "; or let labelers follow the items more or less closely: " +
				fit.Words.Of(model.Choice{Name: spec.DiscriminationTerm})
		}
		same := slices.IndexFunc(r.Doubts, func(o Doubt) bool {
			return o.Assumption == d.Assumption && slices.Equal(o.Studies, d.Studies)
		})
		if same < 0 {
			r.Doubts = append(r.Doubts, d)
			continue
		}
		r.Doubts[same].Statistics = append(r.Doubts[same].Statistics, StatisticDiscrimination)
		r.Doubts[same].Evidence += "; " + d.Evidence
		r.Doubts[same].Look = d.Look
	}
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
func withoutLabelers(fit Fit, weak []consensus.Labeler) string {
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
