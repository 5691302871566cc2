package advice

import (
	"fmt"

	"concord/internal/visible"
	"concord/study"
)

// winnerAdvice is for labels that do not say which of two candidates won: Values are such labels.
func winnerAdvice(e *study.Error, args []string) string {
	var all []step
	for _, v := range e.Values[:min(2, len(e.Values))] {
		all = append(all, step{does: fmt.Sprintf("if %s means that the candidate in %s won", visible.Quote(v),
			visible.Name(e.Candidates[0])), set: [][2]string{{"positive", List(v)}}})
	}
	all = append(all, step{does: "to leave it out", set: [][2]string{{"missing", List(e.Values[0])}}})
	return steps("", args, all...)
}
