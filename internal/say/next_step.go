package say

import (
	"fmt"
	"slices"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/study"
)

// NextStep suggests the next command for the same files. It is zero if the other numbers or the picture come next.
func NextStep(a *answer.Answer) study.Fix {
	saved := a.Command == "diagnose" || a.Command == "plan" // of a run that is over
	if trust := a.Trust(); trust != nil && !trust.Converged && !saved {
		return study.To("more draws", "warmup", "2000").And("draws", "2000")
	}
	says := func(quantity, word string) bool {
		return slices.ContainsFunc(a.Of(quantity), func(r *answer.Row) bool { return r.Said == word })
	}
	some := func(quantity string) bool {
		return slices.ContainsFunc(a.Of(quantity), func(r *answer.Row) bool { return r.Value > 0 })
	}
	see := func(what string) study.Fix { return study.To("see "+what, "html", "report.html") }
	switch a.Command {
	case "fit":
		return nextOfFit(a)
	case "judge":
		if len(a.Of("best_threshold")) > 0 {
			return thresholds(a)
		}
		return nextOfJudges(a)
	case "gold":
		return see("where they differ from the gold labels")
	case "score":
		return see("the scores as pictures")
	case "rank":
		return see("who wins against whom")
	case "criteria":
		return see("how the criteria relate")
	case "compare":
		return see("which items moved")
	case "labelers":
		switch {
		case says("verdict", "retrain") && len(a.Of("left_out_labelers")) == 0:
			return study.To("the reliability without them", "drop", "flagged")
		case says("verdict", "read"):
			return see("the labels to read")
		}
		return study.Fix{Does: "one answer for each item", Command: "consensus"}
	case "consensus":
		if some("doubtful") || some("too_close") || len(a.Of("certain")) == 0 {
			return study.Fix{Does: "which items need more labels", Command: "next"}
		}
		return study.To("the whole table", "out", "labels.csv")
	case "next":
		if len(a.Of("items_with")) > 0 {
			return study.To("the list for your labelling tool", "out", "next.csv")
		}
	case "measurement":
		if some("repeated") { // a fit takes one label of an item by a labeler
			return see("the differences as pictures")
		}
		return study.Fix{Does: "with a model", Command: "fit"}
	case "agreement":
		return study.Fix{Does: "with a model", Command: "fit"}
	}
	return study.Fix{}
}

// nextOfJudges is a plan for the judge that is nearest to a finding, of those that are unclear and a group of the file.
func nextOfJudges(a *answer.Answer) study.Fix {
	s := Whole(a)
	var nearest *answer.Row
	for _, j := range s.Judges() {
		r := j.Row("validity")
		group := slices.ContainsFunc(a.Data.Studies, func(g result.Study) bool { return g.Name == j.At.Of })
		if Better(r.P) == "?" && group && (nearest == nil || Surely(r) > Surely(nearest)) {
			nearest = r
		}
	}
	if nearest == nil {
		return study.To("see where judges and people differ", "html", "report.html")
	}
	return study.Fix{Does: "how many items would settle it", Command: "plan"}.And("judge", nearest.Of).
		And("humans", nearest.Group)
}

// thresholds makes yes and no of the probabilities of judges, each at the threshold that is best for it; zero if one
// has none.
func thresholds(a *answer.Answer) study.Fix {
	var all []string
	for _, r := range a.Of("best_threshold") {
		x := r.Value
		if a.Set["percent"] != "" {
			x *= 100
		}
		text := fmt.Sprintf("%.2g", x)
		if len(a.Of("best_threshold")) > 1 {
			text = r.Key.Of + "=" + text
		}
		if all = append(all, text); !r.Defined() {
			return study.Fix{}
		}
	}
	return study.To("the probabilities as yes and no", "threshold", all...)
}
