package advice

import (
	"fmt"
	"slices"

	"concord/criteria"
	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/model/family"
	"concord/study"
)

// criteriaSteps are for labels that cannot be fitted by criteria jointly.
func criteriaSteps(e *criteria.Error) []step {
	switch e.Code {
	case criteria.NoLabelers:
		return []step{with("", "labeler", "NAME"), leaving("each criterion alone, whoever gave the labels", "criteria")}
	case criteria.Words:
		return []step{with("with their order, the lowest first", "order", "LIST"),
			with("as yes and no", "positive", "NAME")}
	case criteria.OneCriterion:
		return []step{leaving("the labels as they are", "criteria")}
	case criteria.NoLabelOf, criteria.OneLabelOf, criteria.OneLabelOnSome, criteria.NothingOnBoth,
		criteria.Undetermined, criteria.Copied:
		return append(withoutCriterion(e), withoutGroup(e)...)
	case criteria.Again:
		return []step{with("the last row of each, if labelers corrected themselves", "duplicates", "last"),
			with("the first row of each", "duplicates", "first")}
	case criteria.NoReference, criteria.ReferenceOneLabel:
		var all []step
		for _, name := range e.Names[:min(len(e.Names), mostReferences)] {
			all = append(all, with("compared with "+visible.Text(name), "reference", name))
		}
		return all
	case criteria.TooMany:
		if len(e.Columns) > 0 {
			return []step{with("some of them", "criteria", list(e.Columns[:criteria.MostDimensions/e.Groups]...))}
		}
		return []step{{does: "each alone", set: [][2]string{{"by", list(e.Column)}}, drop: []string{"criteria"}}}
	case criteria.TwoKinds:
		all := withoutCriterion(e)
		if f, ok := family.For(study.Numeric); ok && e.Numbers {
			all = append([]step{with("all as numbers", "family", fmt.Sprint(f))}, all...)
		}
		return all
	}
	return nil
}

// mostReferences is how many groups are offered as a reference.
const mostReferences = 3

// byCriteria returns a step for a call that names criteria, if any. Several columns of labels are then the criteria. ok
// is false for another column of labels if the call names such columns.
func byCriteria(s step, criteria []string) (of step, ok bool) {
	i := slices.IndexFunc(s.set, func(f [2]string) bool { return f[0] == "label" })
	if criteria == nil || s.command != "" || i < 0 {
		return s, true
	}
	if len(quoting.Names(s.set[i][1])) > 1 {
		s.set = slices.Clone(s.set)
		s.set[i][0], s.does = "criteria", "columns of labels as the criteria"
		return s, true
	}
	return s, len(criteria) == 1
}

// withoutCriterion leaves the labels on a criterion out.
func withoutCriterion(e *criteria.Error) []step {
	switch does := "without " + visible.Text(e.Criterion); {
	case len(e.Columns) > 2:
		left := slices.DeleteFunc(slices.Clone(e.Columns), func(c string) bool { return c == e.Criterion })
		return []step{with(does, "criteria", list(left...))}
	case len(e.Columns) == 2 && slices.Contains(e.Columns, e.Criterion):
		left := e.Columns[1-slices.Index(e.Columns, e.Criterion)]
		return []step{{does: visible.Text(left) + " alone", set: [][2]string{{"label", list(left)}},
			drop: []string{"criteria"}}}
	case e.Column != "" && e.Criterion != "":
		return []step{with(does, "where", quoting.Condition(e.Column, true, e.Criterion))}
	}
	return nil
}

// withoutGroup leaves a group out.
func withoutGroup(e *criteria.Error) []step {
	if e.GroupColumn == "" || e.OnlyGroup || e.Group == "" {
		return nil
	}
	return []step{with("without "+visible.Text(e.Group), "where", quoting.Condition(e.GroupColumn, true, e.Group))}
}
