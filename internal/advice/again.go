package advice

import (
	"errors"
	"slices"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// againSteps are for a second label of an item by a labeler. Candidates are the unused column that distinguishes such
// labels, if any, or the two that do so together.
func againSteps(e *study.Error) []study.Fix {
	keep := study.To("all of them, if labelers were asked again", "duplicates", "keep")
	last := study.To("the last row of each, if labelers corrected themselves", "duplicates", "last")
	if len(e.Candidates) == 0 {
		all := []study.Fix{keep, last, study.To("the first row of each", "duplicates", "first")}
		var d *study.Duplicate
		if errors.As(e, &d) && d.Kind == study.Numeric {
			all = append(all, study.To("their mean", "duplicates", "mean"))
		}
		return all
	}
	item := study.Fix{Does: "as items of their own"}.Within(e.Column, e.Candidates...)
	if len(e.Candidates) > 1 {
		if slices.Contains(e.Parts, read.OccasionPart) {
			return []study.Fix{study.To("with effects of "+visible.Names(e.Candidates), "facet", e.Candidates...),
				keep, last}
		}
		return []study.Fix{item, keep, last}
	}
	column := e.Candidates[0]
	facet := study.To("with effects of "+visible.Name(column), "facet", column)
	switch {
	case slices.Contains(e.Parts, read.TimePart):
		return []study.Fix{latestOf(column), keep, facet}
	case slices.Contains(e.Parts, read.OccasionPart):
		return []study.Fix{facet, keep, last}
	}
	var all []study.Fix
	if slices.Contains(e.Parts, "study") {
		all = append(all, study.To("as groups, to compare them", "group", column))
	}
	each := study.To("each "+visible.Name(column)+" alone", "by", column)
	if e.Column != "" {
		all = append([]study.Fix{item, each}, all...)
		if slices.Contains(e.Parts, read.ConditionPart) {
			all = append(all[2:], all[:2]...)
		}
	} else {
		all = append(all, each)
	}
	return append(all, facet, keep, last)
}

// latestOf keeps the latest of labels given again, by a column.
func latestOf(column string) study.Fix {
	return study.To("the latest of each, if labelers corrected themselves", "duplicates",
		"latest="+quoting.List(column))
}

// latestSteps are for times that do not say which of labels given again is the latest.
func latestSteps() []study.Fix {
	return []study.Fix{study.To("the last row of each", "duplicates", "last"),
		study.To("all of them, if labelers were asked again", "duplicates", "keep")}
}
