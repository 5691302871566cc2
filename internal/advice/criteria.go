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
func criteriaSteps(e *criteria.Error) []study.Fix {
	switch e.Code {
	case criteria.NoLabelers:
		return []study.Fix{study.Choose("", "labeler"), study.By("each criterion alone, whoever gave the labels",
			"criteria")}
	case criteria.Words:
		return []study.Fix{study.Choose("with their order, the lowest first", "order"),
			study.Choose("as yes and no", "positive")}
	case criteria.NoReplication:
		return []study.Fix{says("collect a second label, by another labeler, for some items")}
	case criteria.OneCriterion:
		return []study.Fix{study.By("the labels as they are", "criteria")}
	case criteria.NoLabelOf, criteria.OneLabelOf, criteria.OneLabelOnSome, criteria.NothingOnBoth,
		criteria.Undetermined, criteria.Copied:
		return append(withoutCriterion(e), withoutGroup(e)...)
	case criteria.Again:
		return []study.Fix{study.To("the last row of each, if labelers corrected themselves", "duplicates", "last"),
			study.To("the first row of each", "duplicates", "first")}
	case criteria.NoReference, criteria.ReferenceOneLabel:
		var all []study.Fix
		for _, name := range e.Names[:min(len(e.Names), mostReferences)] {
			all = append(all, study.To("compared with "+visible.Text(name), "reference", name))
		}
		return all
	case criteria.TooMany:
		if len(e.Columns) > 0 {
			return []study.Fix{study.To("some of them", "criteria", e.Columns[:criteria.MostDimensions/e.Groups]...)}
		}
		return []study.Fix{study.To("each alone", "by", e.Column).Without("criteria")}
	case criteria.TwoKinds:
		all := withoutCriterion(e)
		if f, ok := family.For(study.Numeric); ok && e.Numbers {
			all = append([]study.Fix{study.To("all as numbers", "family", fmt.Sprint(f))}, all...)
		}
		return all
	}
	return nil
}

// mostReferences is how many groups are offered as a reference.
const mostReferences = 3

// withoutCriterion leaves the labels on a criterion out.
func withoutCriterion(e *criteria.Error) []study.Fix {
	switch does := "without " + visible.Text(e.Criterion); {
	case len(e.Columns) > 2:
		return []study.Fix{study.Fix{Does: does}.Removing("criteria", e.Criterion)}
	case len(e.Columns) == 2 && slices.Contains(e.Columns, e.Criterion):
		left := e.Columns[1-slices.Index(e.Columns, e.Criterion)]
		return []study.Fix{study.To(visible.Text(left)+" alone", "label", left).Without("criteria")}
	case e.Column != "" && e.Criterion != "":
		return []study.Fix{study.Fix{Does: does}.Adding("where", quoting.Condition(e.Column, true, e.Criterion))}
	}
	return nil
}

// withoutGroup leaves a group out.
func withoutGroup(e *criteria.Error) []study.Fix {
	if e.GroupColumn == "" || e.OnlyGroup || e.Group == "" {
		return nil
	}
	return []study.Fix{study.Fix{Does: "without " + visible.Text(e.Group)}.Adding("where",
		quoting.Condition(e.GroupColumn, true, e.Group))}
}
