package advice

import (
	"fmt"

	"concord/internal/visible"
	"concord/study"
)

// winnerSteps are for labels that do not say which of two candidates won: Values are such labels.
func winnerSteps(e *study.Error) []study.Fix {
	var all []study.Fix
	if len(e.Parts) > 0 { // a scale, of which Values has the ends
		for _, ends := range [][2]string{{e.Values[0], e.Values[1]}, {e.Values[1], e.Values[0]}} {
			all = append(all, study.To(fmt.Sprintf("if %s means that the candidate in %s is better by far, and %s "+
				"the one in %s", visible.Quote(ends[0]), visible.Name(e.Candidates[0]), visible.Quote(ends[1]),
				visible.Name(e.Candidates[1])), "positive", ends[0]).And("negative", ends[1]))
		}
		return all
	}
	for _, v := range e.Values[:min(2, len(e.Values))] {
		all = append(all, study.To(fmt.Sprintf("if %s means that the candidate in %s won", visible.Quote(v),
			visible.Name(e.Candidates[0])), "positive", list(v)))
	}
	return append(all, study.To("to leave it out", "missing", e.Values[0]))
}
