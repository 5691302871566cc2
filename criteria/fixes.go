package criteria

import (
	"slices"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
)

// Mends returns what can be done about the labels, in names of options.
func (e *Error) Mends() []study.Fix {
	switch e.Code {
	case NoLabelers:
		return []study.Fix{study.Choose("", "labeler"), study.By("each criterion alone, whoever gave the labels",
			"criteria")}
	case Words:
		return []study.Fix{study.Choose("with their order, the lowest first", "order"),
			study.Choose("as yes and no", "positive")}
	case NoReplication:
		return []study.Fix{{Does: "collect a second label, by another labeler, for some items"}}
	case OneCriterion:
		return []study.Fix{study.By("the labels as they are", "criteria")}
	case NoLabelOf, OneLabelOf, OneLabelOnSome, NothingOnBoth,
		Undetermined, Copied:
		return append(e.withoutCriterion(), e.withoutGroup()...)
	case Again:
		return (&study.Duplicate{}).Rules()[1:3]
	case NoReference, ReferenceOneLabel:
		var all []study.Fix
		for _, name := range e.Names[:min(len(e.Names), mostReferences)] {
			all = append(all, study.To("compared with "+visible.Text(name), "reference", name))
		}
		return all
	case TooMany:
		if len(e.Columns) > 0 {
			return []study.Fix{study.To("some of them", "criteria", e.Columns[:study.MostCriteria/e.Groups]...)}
		}
		return []study.Fix{study.To("each alone", "by", e.Column).Without("criteria")}
	case TwoKinds:
		all := e.withoutCriterion()
		if e.Numbers {
			all = append([]study.Fix{study.As("all as numbers", study.Numeric)}, all...)
		}
		return all
	}
	return nil
}

// mostReferences is how many groups are offered as a reference.
const mostReferences = 3

// withoutCriterion leaves the labels on a criterion out.
func (e *Error) withoutCriterion() []study.Fix {
	switch does := "without " + visible.Text(e.Criterion); {
	case len(e.Columns) > 2:
		return []study.Fix{study.Fix{Does: does}.Removing("criteria", e.Criterion)}
	case len(e.Columns) == 2 && slices.Contains(e.Columns, e.Criterion):
		left := e.Columns[1-slices.Index(e.Columns, e.Criterion)]
		return []study.Fix{study.To(visible.Text(left)+" alone", "label", left).Without("criteria")}
	case e.Column != "" && e.Criterion != "":
		return []study.Fix{study.Fix{Does: does}.Adding("where",
			quoting.Condition(e.Column, true, e.Criterion))}
	}
	return nil
}

// withoutGroup leaves a group out.
func (e *Error) withoutGroup() []study.Fix {
	if e.GroupColumn == "" || e.OnlyGroup || e.Group == "" {
		return nil
	}
	return []study.Fix{study.Fix{Does: "without " + visible.Text(e.Group)}.Adding("where",
		quoting.Condition(e.GroupColumn, true, e.Group))}
}
