package jsonrows

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
)

// Usual are the columns of an export for the parts that the caller does not name. If there are several for one part,
// the caller has to choose.
type Usual struct{ Item, labeler, label []string }

// usual are columns of which each has a part of its own.
func usual(item, labeler string, label ...string) Usual {
	return Usual{[]string{item}, []string{labeler}, label}
}

// ExportOf recognises an export by its columns, and says by which.
func ExportOf(columns []string) (export, evidence string, u Usual) {
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
		labels := slices.DeleteFunc(slices.Clone(found), func(c string) bool {
			return naming.IsBesideLabels(c[len(prefix):])
		})
		if len(labels) > 0 {
			return labels
		}
		return found
	}
	switch {
	case has("HITId", "AssignmentId", "WorkerId"):
		return "MTurk", "columns HITId, AssignmentId and WorkerId",
			usual("HITId", "WorkerId", from("Answer.")...)
	case has("ASSIGNMENT:worker_id") && len(from("OUTPUT:")) > 0:
		u := usual("ASSIGNMENT:task_id", "ASSIGNMENT:worker_id", from("OUTPUT:")...)
		if !has("ASSIGNMENT:task_id") {
			u.Item = from("INPUT:")
		}
		return "Toloka", "columns ASSIGNMENT:worker_id and " + visible.Name(from("OUTPUT:")[0]), u
	case has("task", "performer", "label"):
		return "crowd-kit", "columns task, performer and label",
			usual("task", "performer", "label")
	case has("id", "annotation_id", "annotator", "lead_time"):
		return "Label Studio", "columns annotation_id, annotator and lead_time",
			usual("id", "annotator")
	}
	return "", "", Usual{}
}

// Choose fills in the parts that the options leave open, in place of the conventions for
// names of columns.
func (u Usual) Choose(columns []string, o naming.Options, several bool) (naming.Options, error) {
	wide := len(o.Wide) > 0
	named := append([]string{o.Item, o.Labeler, o.Study, o.Label}, o.Factors...)
	for _, part := range []struct {
		role string
		from []string
		to   *string
		open bool
	}{
		{"item", u.Item, &o.Item, true},
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
			return o, faults.AmbiguousPart.Faultf("%d columns could be the %s: %v", len(free), part.role, free).
				FixedBy(naming.OneOf(part.role, free)...)
		}
	}
	return o, nil
}
