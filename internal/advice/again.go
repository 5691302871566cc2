package advice

import (
	"errors"
	"slices"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// againSteps are for a second label of an item by a labeler. Candidates are the unused column that distinguishes such
// labels, if any, or the two that do so together.
func againSteps(e *study.Error, args []string) []step {
	keep := with("all of them, if labelers were asked again", "duplicates", "keep")
	last := with("the last row of each, if labelers corrected themselves", "duplicates", "last")
	if valueOf(args, "criteria") != "" { // a fit by criteria takes one label of an item, labeler and criterion
		return []step{last, with("the first row of each", "duplicates", "first")}
	}
	if len(e.Candidates) == 0 {
		all := []step{keep, last, with("the first row of each", "duplicates", "first")}
		var d *study.Duplicate
		if errors.As(e, &d) && d.Kind == study.Numeric {
			all = append(all, with("their mean", "duplicates", "mean"))
		}
		return all
	}
	item := step{does: "as items of their own", set: [][2]string{itemOf(args, e.Column, e.Candidates...)}}
	if len(e.Candidates) > 1 {
		return []step{item, keep, last}
	}
	column := e.Candidates[0]
	facet := with("with effects of "+visible.Name(column), "facet", list(column))
	switch {
	case slices.Contains(e.Parts, read.TimePart):
		return []step{latestOf(column), keep, facet}
	case slices.Contains(e.Parts, read.OccasionPart):
		return []step{facet, keep, last}
	}
	var all []step
	if slices.Contains(e.Parts, "study") {
		all = append(all, with("as groups, to compare them", "study", column))
	}
	each := with("each "+visible.Name(column)+" alone", "by", list(column))
	if e.Column != "" {
		all = append([]step{item, each}, all...)
		if slices.Contains(e.Parts, read.ConditionPart) {
			all = append(all[2:], all[:2]...)
		}
	} else {
		all = append(all, each)
	}
	return append(all, facet, keep, last)
}

// latestOf keeps the latest of labels given again, by a column.
func latestOf(column string) step {
	return with("the latest of each, if labelers corrected themselves", "duplicates", "latest="+list(column))
}

// latestSteps are for times that do not say which of labels given again is the latest.
func latestSteps() []step {
	return []step{with("the last row of each", "duplicates", "last"),
		with("all of them, if labelers were asked again", "duplicates", "keep")}
}
