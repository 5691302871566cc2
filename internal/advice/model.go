package advice

import (
	"fmt"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/study"
	"concord/study/read"
)

// modelSteps are for labels that determine no model.
func modelSteps(e *model.DataError) []study.Fix {
	withoutLabelers := study.To("leave the labelers out", "labeler-effects", "none")
	perfect := coefficients("perfect agreement needs no model; coefficients")
	switch e.Code {
	case model.ResidualOfNobody, model.NoResidualSD, model.ResidualOfJudges:
		return []study.Fix{study.By("", "residual")}
	case model.StudentItemsUnscaled, model.StudentItemsOfJudges:
		return []study.Fix{study.By("", "items-are")}
	case model.StudentItemsSloped:
		return []study.Fix{study.By("", "items-are"), study.By("", "discrimination")}
	case model.StudentItemsClustered:
		return []study.Fix{study.By("", "items-are"), study.By("", "cluster")}
	case model.LabelersNotNamed:
		return []study.Fix{withoutLabelers, study.Choose("name the column", "labeler")}
	case model.PerfectAgreement:
		return []study.Fix{perfect}
	case model.UnanimousItems:
		return []study.Fix{study.To("one residual for all", "residual", "common"), coefficients("coefficients")}
	case model.UnanimousLevels:
		if model.IsItemByLabeler(e.Term) {
			return []study.Fix{study.To("if second labels are copies of the first", "duplicates", "first")}
		}
		return []study.Fix{says("leave out the facet that has no noise within it, or check the label column")}
	case model.ExactSums:
		return []study.Fix{coefficients("coefficients"),
			says("labels that were computed or copied need no model: check the label column")}
	case model.CopiedLabels:
		return []study.Fix{study.Fix{Does: "leave one of them out"}.Adding("exclude-labelers", e.OtherLabeler),
			study.By("", "residual")}
	case model.LabelTooFar:
		return []study.Fix{says("correct the label, or leave it out of the file"),
			says("take logarithms if labels are counts or times")}
	case model.NoDisagreement:
		return []study.Fix{perfect,
			study.To("say how far apart items may be", "prior-sd", "normal(0, 2.5)")}
	case model.UnfitLabels:
		return kindSteps(e.Kind)
	case model.NoStart:
		all := []study.Fix{coefficients("coefficients, without a model")}
		if e.Labelers != model.NoLabelers {
			all = append([]study.Fix{withoutLabelers}, all...)
		}
		return all
	case model.CategoryCount:
		return []study.Fix{asKind("", study.Numeric)}
	case model.OneLabel, model.OneItem:
		return append(withoutStudies(e), says("collect more labels, of several items"))
	case model.ConstantLabels:
		return append(withoutStudies(e), says("check the label column, and which labels are positive"))
	case model.LabelersNotRepeated:
		return []study.Fix{withoutLabelers}
	case model.ItemsNotRepeated:
		second := says("collect a second label, by another labeler, for some items")
		if len(e.Studies) > 1 {
			return []study.Fix{coefficients("compare the groups without a model"), second}
		}
		return append(withoutStudies(e), second)
	case model.OneLevel, model.LevelsNotRepeated, model.SameGrouping, model.TermTwice, model.FactorTwice,
		model.ReservedTerm:
		return facetSteps(e)
	case model.CovariateTwice, model.CovariateIsFacet, model.CovariateUnread, model.CovariateConstant,
		model.CovariateIsStudy, model.CovariateCategories, model.CovariateIsTerm, model.CollinearCovariates,
		model.LabelsFollow, model.SlopesOfNobody, model.SlopesOfCategories, model.SlopesDiscriminated,
		model.SlopesConstant:
		return covariateSteps(e)
	case model.CommonOfNobody:
		return []study.Fix{study.By("", "facet-effects"), study.Choose("name the column of labelers", "labeler")}
	case model.ItemsNotNested, model.ClustersOfJudges:
		return []study.Fix{study.By("", "cluster")}
	case model.ClustersDiscriminated:
		return []study.Fix{study.By("", "discrimination"), study.By("", "cluster")}
	case model.DiscriminationOfNobody:
		return []study.Fix{study.By("", "discrimination"), study.Choose("name the column of labelers", "labeler")}
	case model.DiscriminationOfJudges:
		return []study.Fix{study.By("", "discrimination"), says("leave that group out of the file")}
	case model.NoSharedItem:
		check := says("check that the item names of the groups are spelt alike")
		if e.Column == "" {
			return []study.Fix{says("make a fit of each group"), check}
		}
		return []study.Fix{study.To("each "+visible.Name(e.Column)+" alone", "by", e.Column).And("group",
			read.NoColumn), study.To("all together", "group", read.NoColumn), check}
	}
	return nil
}

// withoutStudies leaves out the rows of studies that determine no model, if a column of the file names them.
func withoutStudies(e *model.DataError) []study.Fix {
	if e.Column == "" || len(e.Studies) == 0 {
		return nil
	}
	return []study.Fix{study.Fix{Does: "without " + visible.Names(e.Studies)}.Adding("where",
		quoting.Condition(e.Column, true, e.Studies...))}
}

// kindSteps are for labels that are not of the kind of the family asked for.
func kindSteps(kind study.Kind) []study.Fix {
	positive := study.Choose("say which values are positive", "positive")
	switch kind {
	case study.Nominal:
		return []study.Fix{coefficients("coefficients for categories"), positive}
	case study.Binary:
		return []study.Fix{asKind("", study.Binary)}
	case study.Ordinal:
		return []study.Fix{asKind("", study.Ordinal)}
	}
	return []study.Fix{asKind("", study.Numeric), positive}
}

// facetSteps are for facets whose effects the labels do not determine, or that are no facets.
func facetSteps(e *model.DataError) []study.Fix {
	leave := func(why string) study.Fix {
		if e.Cluster {
			return study.By(why, "cluster")
		}
		return study.Fix{Does: why}.Removing("facet", e.Term)
	}
	second := says("collect a second label of some levels")
	switch e.Code {
	case model.LevelsNotRepeated:
		all := []study.Fix{leave("differences between such labels then belong to the residual")}
		if model.IsItemByLabeler(e.Term) {
			return append(all, study.To("if labelers label an item in several groups", "facet-effects", "common"),
				second)
		}
		return append(all, second)
	case model.SameGrouping:
		if model.IsItemByLabeler(e.Term) {
			return oneLabelerEach(e, leave)
		}
		return []study.Fix{leave("effects of " + visible.Text(e.OtherTerm) + " stand for both")}
	case model.ReservedTerm:
		if e.Term == study.ItemFactor || e.Term == study.LabelerFactor {
			return []study.Fix{leave("the model has these effects already"),
				says("add a column to it, with a colon between")}
		}
		return []study.Fix{says("give the column another name")}
	case model.FactorTwice:
		return []study.Fix{says("name each column of a facet once")}
	}
	return []study.Fix{leave("")}
}

// oneLabelerEach is for effects of item and labeler together, a facet that --duplicates=keep makes and that cannot be
// left out, if each item has one labeler or each labeler one item.
func oneLabelerEach(e *model.DataError, leave func(string) study.Fix) []study.Fix {
	if e.OtherTerm == study.LabelerFactor {
		return []study.Fix{study.To("leave the labelers out; effects of "+visible.Text(e.Term)+" stand for both",
			"labeler-effects", "none")}
	}
	return []study.Fix{leave("if one labeler gave all labels"),
		says("collect labels by a second labeler for some items")}
}

// coefficients compares the labels without a model.
func coefficients(does string) study.Fix { return study.Fix{Does: does}.With("agreement") }

// asKind takes labels as those of a kind, by its usual family.
func asKind(does string, kind study.Kind) study.Fix {
	f, _ := family.For(kind)
	return study.To(does, "family", fmt.Sprint(f))
}
