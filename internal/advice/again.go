package advice

import (
	"concord/internal/visible"
	"concord/study"
)

// againAdvice is for labels given again on other occasions, which a column in no use tells.
func againAdvice(e *study.Error, args []string) string {
	column := e.Candidates[0]
	return steps("", args,
		step{does: "all of them, if labelers were asked again", set: [][2]string{{"duplicates", "keep"}}},
		step{does: "the last row of each, if labelers corrected themselves",
			set: [][2]string{{"duplicates", "last"}}},
		step{does: "with effects of " + visible.Name(column), set: [][2]string{{"facet", List(column)}}})
}
