package read

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// usual are the columns of an export for the parts that the caller does not name. If there are several for one part,
// the caller has to choose.
type usual struct{ item, labeler, label []string }

// exportOf recognises an export by its columns, and says by which.
func exportOf(columns []string) (export, evidence string, u usual) {
	has := func(names ...string) bool {
		for _, n := range names {
			if !slices.Contains(columns, n) {
				return false
			}
		}
		return true
	}
	from := func(prefix string) []string {
		var found []string
		for _, c := range columns {
			if strings.HasPrefix(c, prefix) {
				found = append(found, c)
			}
		}
		labels := slices.DeleteFunc(slices.Clone(found), func(c string) bool { return isBesideLabels(c[len(prefix):]) })
		if len(labels) > 0 {
			return labels
		}
		return found
	}
	switch {
	case has("HITId", "AssignmentId", "WorkerId"):
		return "MTurk", "columns HITId, AssignmentId and WorkerId",
			usual{[]string{"HITId"}, []string{"WorkerId"}, from("Answer.")}
	case has("ASSIGNMENT:worker_id") && len(from("OUTPUT:")) > 0:
		u := usual{from("INPUT:"), []string{"ASSIGNMENT:worker_id"}, from("OUTPUT:")}
		if has("ASSIGNMENT:task_id") {
			u.item = []string{"ASSIGNMENT:task_id"}
		}
		return "Toloka", "columns ASSIGNMENT:worker_id and " + visible.Name(from("OUTPUT:")[0]), u
	case has("task", "performer", "label"):
		return "crowd-kit", "columns task, performer and label",
			usual{[]string{"task"}, []string{"performer"}, []string{"label"}}
	case has("id", "annotation_id", "annotator", "lead_time"):
		return "Label Studio", "columns annotation_id, annotator and lead_time",
			usual{item: []string{"id"}, labeler: []string{"annotator"}}
	}
	return "", "", usual{}
}

// choose fills in the parts that the options leave open, in place of the conventions for
// names of columns.
func (u usual) choose(columns []string, o Options, several bool) (Options, error) {
	wide := len(o.Wide) > 0
	named := append([]string{o.Item, o.Labeler, o.Study, o.Label}, o.Factors...)
	for _, part := range []struct {
		role string
		from []string
		to   *string
		open bool
	}{
		{"item", u.item, &o.Item, true},
		{"labeler", u.labeler, &o.Labeler, !wide},
		{"label", u.label, &o.Label, !wide && !several},
	} {
		var free []string
		for _, name := range part.from {
			if slices.Contains(columns, name) && !slices.Contains(named, name) {
				free = append(free, name)
			}
		}
		switch {
		case *part.to != "" || !part.open || len(free) == 0:
		case len(free) == 1:
			*part.to = free[0]
		default:
			return o, study.Faultf(AmbiguousPart, "%d columns could be the %s: %v", len(free), part.role, free).
				FixedBy(oneOf(part.role, free)...)
		}
	}
	return o, nil
}
