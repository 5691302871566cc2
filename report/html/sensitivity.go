package html

import (
	"fmt"
	"slices"

	"concord/result"
	"concord/result/catalogue"
)

// priorSpeaks shows which estimates another prior would move.
func priorSpeaks(r *result.Result) []part {
	speaking := result.PriorSpeaks(r.PriorSensitivity)
	if len(speaking) == 0 {
		return nil
	}
	t := &table{
		Caption: "What they would be under another prior, from the same draws weighted by the ratio of the priors " +
			"(Pareto smoothed importance sampling; Vehtari et al., 2024)",
		Head:  []string{"Quantity", "Studies", "Other prior", "Estimate", levelName(r.Interval, "CrI"), "Pareto k̂"},
		Words: map[int]bool{1: true, 2: true},
	}
	for _, s := range speaking {
		places := decimals(float64(s.Upper-s.Lower)/4, 3)
		estimate, span := fixed(float64(s.Mean), places), interval(float64(s.Lower), float64(s.Upper), places)
		if !s.Reliable {
			estimate, span = "cannot be told", "–"
		}
		t.Rows = append(t.Rows, cells(quantityName(s.Quantity)+r.OnScale(s.Scale), who(s.Studies), s.OtherPrior(),
			estimate, span, paretoK(s)))
	}
	return []part{{
		Heading: "Where the prior speaks",
		Doubt: "The labels alone do not settle these: half the scale of the priors of standard deviations, or a " +
			"prior of ρ that doubts full agreement, would move them by a notable share of their own uncertainty.",
	}, {Table: t}}
}

func paretoK(s result.PriorSensitivity) string {
	if !s.ParetoK.Defined() {
		return "–"
	}
	return fixed(float64(s.ParetoK), 2)
}

// cautions are the paragraphs beside the probabilities that labelers say more than items.
func cautions(r *result.Result, all []result.Estimate) []part {
	var parts []part
	for _, e := range all {
		q, _ := catalogue.Find(e.Quantity)
		for _, p := range r.Probabilities {
			if p.Caution != "" && p.Event == q.Event.Name && p.Scale == e.Scale && slices.Equal(p.Studies, e.Studies) {
				parts = append(parts,
					part{Note: fmt.Sprintf("%s of %s: %s.", q.Event.Heading, who(e.Studies), p.Caution)})
			}
		}
	}
	return parts
}

// withMedian adds the median to the mean of a skewed posterior.
func withMedian(e result.Estimate) string {
	if !e.Skewed {
		return value(e)
	}
	return value(e) + " (median " + fixed(float64(e.Median), places(e)) + ")"
}
