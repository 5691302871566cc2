package advice

import (
	"fmt"

	"concord/internal/visible"
	"concord/study"
)

// winnerSteps are for labels that do not say which of two candidates won: Values are such labels.
func winnerSteps(e *study.Error) []step {
	var all []step
	for _, v := range e.Values[:min(2, len(e.Values))] {
		all = append(all, with(fmt.Sprintf("if %s means that the candidate in %s won", visible.Quote(v),
			visible.Name(e.Candidates[0])), "positive", List(v)))
	}
	return append(all, with("to leave it out", "missing", List(e.Values[0])))
}
