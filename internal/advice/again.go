package advice

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// againAdvice is for labels given again on other occasions, which a column in no use tells.
func againAdvice(e *study.Error, args []string) string {
	column := e.Candidates[0]
	if slices.Contains(e.Parts, read.TimePart) {
		return steps("", args, latestOf(column),
			step{does: "all of them, if labelers were asked again", set: [][2]string{{"duplicates", "keep"}}},
			step{does: "with effects of " + visible.Name(column), set: [][2]string{{"facet", List(column)}}})
	}
	return steps("", args,
		step{does: "all of them, if labelers were asked again", set: [][2]string{{"duplicates", "keep"}}},
		step{does: "the last row of each, if labelers corrected themselves",
			set: [][2]string{{"duplicates", "last"}}},
		step{does: "with effects of " + visible.Name(column), set: [][2]string{{"facet", List(column)}}})
}

// latestOf keeps the latest of labels given again, by a column.
func latestOf(column string) step {
	rule := "latest=" + List(column)
	if strings.HasSuffix(rule, "'") && !strings.Contains(column, "'") { // one word in quotes
		rule = "'latest=" + strings.TrimPrefix(List(column), "'")
	}
	return step{does: "the latest of each, if labelers corrected themselves", set: [][2]string{{"duplicates", rule}}}
}

// latestAdvice is for times that do not say which of labels given again is the latest. It is "" for other errors.
func latestAdvice(e *study.Error, args []string) string {
	if e.Code != read.NoLatest && e.Code != read.NoTimes || args == nil {
		return ""
	}
	return steps("", args,
		step{does: "the last row of each", set: [][2]string{{"duplicates", "last"}}},
		step{does: "all of them, if labelers were asked again", set: [][2]string{{"duplicates", "keep"}}})
}
