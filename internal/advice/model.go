package advice

import (
	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/study"
	"concord/study/read"
)

// modelSteps are for labels that determine no model.
func modelSteps(e *model.DataError) []step {
	withoutLabelers := with("leave the labelers out", "labeler-effects", "none")
	coefficients := byCoefficients("perfect agreement needs no model; coefficients")
	switch e.Code {
	case model.ResidualOfNobody, model.NoResidualSD, model.ResidualOfJudges:
		return []step{leaving("", "residual")}
	case model.MixedItemsUnscaled:
		if e.Family.Kind() == study.Ordinal {
			return []step{leaving("", "items-are"), asking("as numbers", "--family gaussian")}
		}
		return []step{leaving("", "items-are")}
	case model.StudentItemsUnscaled:
		return []step{leaving("", "items-are")}
	case model.StudentItemsSloped:
		return []step{leaving("", "items-are"), leaving("", "discrimination")}
	case model.StudentItemsOfJudges, model.MixedItemsOfJudges:
		return []step{leaving("", "items-are")}
	case model.StudentItemsClustered, model.MixedItemsClustered:
		return []step{leaving("", "items-are"), leaving("", "cluster")}
	case model.LabelersNotNamed:
		return []step{withoutLabelers, with("name the column", "labeler", "NAME")}
	case model.PerfectAgreement:
		return []step{coefficients}
	case model.UnanimousItems:
		return []step{with("one residual for all", "residual", "common"), byCoefficients("coefficients")}
	case model.UnanimousLevels:
		if model.IsItemByLabeler(e.Term) {
			return []step{with("if second labels are copies of the first", "duplicates", "first")}
		}
		return []step{words("leave out the facet that has no noise within it, or check the label column")}
	case model.ExactSums:
		return []step{byCoefficients("coefficients"),
			words("labels that were computed or copied need no model: check the label column")}
	case model.CopiedLabels:
		return []step{with("leave one of them out", "exclude-labelers", list(e.OtherLabeler)), leaving("", "residual")}
	case model.LabelTooFar:
		return []step{words("correct the label, or leave it out of the file"),
			words("take logarithms if labels are counts or times")}
	case model.NoDisagreement:
		return []step{coefficients,
			with("say how far apart items may be", "prior-sd", "normal(0, 2.5)")}
	case model.UnfitLabels:
		return kindSteps(e.Kind)
	case model.NoStart:
		all := []step{byCoefficients("coefficients, without a model")}
		if e.Labelers != model.NoLabelers {
			all = append([]step{withoutLabelers}, all...)
		}
		if _, ok := e.Family.(family.Contrasts); ok {
			return append([]step{leaving("another model of these labels", "family")}, all...)
		}
		return all
	case model.CategoryCount:
		return []step{asking("", "--family gaussian")}
	case model.OneLabel, model.OneItem:
		return append(withoutStudies(e), words("collect more labels, of several items"))
	case model.ConstantLabels:
		return append(withoutStudies(e), words("check the label column and --positive"))
	case model.LabelersNotRepeated:
		return []step{withoutLabelers}
	case model.ItemsNotRepeated:
		second := words("collect a second label, by another labeler, for some items")
		if len(e.Studies) > 1 {
			return []step{byCoefficients("compare the groups without a model"), second}
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
		return []step{leaving("", "facet-effects"), with("name the column of labelers", "labeler", "NAME")}
	case model.ItemsNotNested, model.ClustersOfJudges:
		return []step{leaving("", "cluster")}
	case model.ClustersDiscriminated:
		return []step{leaving("", "discrimination"), leaving("", "cluster")}
	case model.DiscriminationOfNobody:
		return []step{leaving("", "discrimination"), with("name the column of labelers", "labeler", "NAME")}
	case model.DiscriminationOfJudges:
		return []step{leaving("", "discrimination"), words("leave that group out of the file")}
	case model.NoSharedItem:
		check := words("check that the item names of the groups are spelt alike")
		if e.Column == "" {
			return []step{words("make a fit of each group"), check}
		}
		return []step{{does: "each " + visible.Name(e.Column) + " alone", set: [][2]string{{"by", list(e.Column)},
			{"study", read.NoColumn}}}, with("all together", "study", read.NoColumn), check}
	}
	return nil
}

// withoutStudies leaves out the rows of studies that determine no model, if a column of the file names them.
func withoutStudies(e *model.DataError) []step {
	if e.Column == "" || len(e.Studies) == 0 {
		return nil
	}
	return []step{with("without "+visible.Names(e.Studies), "where", quoting.Condition(e.Column, true, e.Studies...))}
}

// kindSteps are for labels that are not of the kind of the family asked for.
func kindSteps(kind study.Kind) []step {
	positive := with("say which values are positive", "positive", "LIST")
	switch kind {
	case study.Nominal:
		return []step{byCoefficients("coefficients for categories"), positive}
	case study.Binary:
		return []step{asking("", "--family bernoulli")}
	case study.Ordinal:
		return []step{asking("", "--family ordinal")}
	}
	return []step{asking("", "--family gaussian"), positive}
}

// facetSteps are for facets whose effects the labels do not determine, or that are no facets.
func facetSteps(e *model.DataError) []step {
	leave := func(why string) step {
		if e.Cluster {
			return leaving(why, "cluster")
		}
		return leaving(why, "facet="+list(e.Term))
	}
	second := words("collect a second label of some levels")
	switch e.Code {
	case model.LevelsNotRepeated:
		all := []step{leave("differences between such labels then belong to the residual")}
		if model.IsItemByLabeler(e.Term) {
			return append(all, with("if labelers label an item in several groups", "facet-effects", "common"), second)
		}
		return append(all, second)
	case model.SameGrouping:
		if model.IsItemByLabeler(e.Term) {
			return oneLabelerEach(e, leave)
		}
		return []step{leave("effects of " + visible.Text(e.OtherTerm) + " stand for both")}
	case model.ReservedTerm:
		if e.Term == study.ItemFactor || e.Term == study.LabelerFactor {
			return []step{leave("the model has these effects already"), words("add a column: --facet item:COLUMN")}
		}
		return []step{words("give the column another name")}
	case model.FactorTwice:
		return []step{words("name each column of a facet once")}
	}
	return []step{leave("")}
}

// oneLabelerEach is for effects of item and labeler together, a facet that --duplicates=keep makes and that cannot be
// left out, if each item has one labeler or each labeler one item.
func oneLabelerEach(e *model.DataError, leave func(string) step) []step {
	if e.OtherTerm == study.LabelerFactor {
		return []step{with("leave the labelers out; effects of "+visible.Text(e.Term)+" stand for both",
			"labeler-effects", "none")}
	}
	return []step{leave("if one labeler gave all labels"),
		words("collect labels by a second labeler for some items")}
}
