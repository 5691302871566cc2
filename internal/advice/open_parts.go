package advice

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// manyColumns is how many columns of no part make it likely that several hold labels.
const manyColumns = 5

// openSteps name a flag for each part that is open, and the columns that may be meant.
func openSteps(parts *read.Incomplete) []study.Fix {
	open := study.Fix{Does: "choose one"}
	if len(parts.Open) > 1 {
		open.Does = "choose"
	}
	for _, p := range parts.Open {
		open = open.Choosing(partFlag(p.Part))
	}
	all := []study.Fix{open}
	if len(parts.Proposed) > 0 {
		perhaps := study.Fix{Does: "perhaps"}
		if parts.BareID {
			perhaps.Does = "perhaps (an ID can be the item, the labeler or the row)"
		}
		for _, p := range parts.Proposed {
			perhaps = perhaps.And(partFlag(p.Part), p.Column)
		}
		for _, p := range parts.Open {
			if !slices.ContainsFunc(parts.Proposed, func(o read.PartColumn) bool { return o.Part == p.Part }) {
				perhaps = perhaps.Choosing(partFlag(p.Part))
			}
		}
		all = append(all, perhaps)
	}
	var found, absent []string
	for _, p := range parts.Found {
		found = append(found, p.Part+" = "+visible.Name(p.Column))
	}
	for _, part := range parts.Absent {
		what := " for the group or condition"
		if part == "labeler" {
			what = " for the person who gave a label"
		}
		absent = append(absent, part+what)
	}
	// If none of many columns is known to be the label, often all are labels.
	if p := parts.Open; len(p) == 1 && p[0].Part == "label" && len(p[0].Candidates) == 0 && parts.Left >= manyColumns {
		all = append(all, study.To("every column of 0 and 1, with a fit for each", "label", read.AllColumns),
			study.Choose("several columns, with a fit for each", "label"))
	}
	if perhapsWide(parts) {
		all = append(all, study.Choose("a column for each labeler, or a pattern of their names", "wide"))
	}
	if found != nil {
		all = append(all, says("found: "+strings.Join(found, ", ")))
	}
	if absent != nil {
		all = append(all, says("may be named: "+strings.Join(absent, ", ")+"; other columns are not used"))
	}
	return all
}

// perhapsWide reports whether the columns may be labelers: no name says that one of them names the labelers or holds
// the labels, and there are more columns than open parts.
func perhapsWide(parts *read.Incomplete) bool {
	last := parts.Open[len(parts.Open)-1] // the parts are in their order
	ofLabels := func(p read.PartColumn) bool { return p.Part == "label" || p.Part == "labeler" }
	return last.Part == "label" && len(last.Candidates) == 0 && parts.Left > len(parts.Open) &&
		slices.Contains(parts.Absent, "labeler") && !slices.ContainsFunc(parts.Proposed, ofLabels)
}
