package advice

import (
	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/study"
)

// modelAdvice says what can be done about labels that determine no model, "" if nothing. It may have several lines.
func modelAdvice(e *model.DataError) string {
	switch e.Code {
	case model.ResidualOfNobody, model.NoResidualSD, model.ResidualOfJudges:
		return "leave out --residual labeler"
	case model.LabelersNotNamed:
		return "name the column: --labeler NAME    or leave the effects out: --labeler-effects none"
	case model.PerfectAgreement:
		return "perfect agreement needs no model; coefficients: fit agreement FILE"
	case model.UnanimousItems:
		return "use --residual common    or coefficients: fit agreement FILE"
	case model.UnanimousLevels:
		if model.IsItemByLabeler(e.Term) {
			return "if second labels are copies of the first: --duplicates first    or leave them out of the file"
		}
		return "leave out the facet that has no noise within it, or check the label column"
	case model.ExactSums:
		return "labels that were computed or copied need no model: check the label column    " +
			"or coefficients: fit agreement FILE"
	case model.CopiedLabels:
		return "leave one of them out: --exclude-labelers " + List(e.OtherLabeler) +
			"    or leave out --residual labeler"
	case model.LabelTooFar:
		return "correct the label, or leave it out of the file    or take logarithms if labels are counts or times"
	case model.NoDisagreement:
		return "perfect agreement needs no model; coefficients: fit agreement FILE    " +
			"or say how far apart items may be: --prior-sd 'normal(0, 2.5)'"
	case model.UnfitLabels:
		return kindAdvice(e.Kind)
	case model.CategoryCount:
		if e.Categories < family.LeastCategories {
			return "use --family bernoulli"
		}
		return "use --family gaussian"
	case model.OneLabel:
		return "leave the study out, or collect more labels"
	case model.OneItem:
		return "collect labels of more items"
	case model.ConstantLabels:
		return "leave the study out, or check the label column and --positive"
	case model.LabelersNotRepeated:
		return "leave the labelers out: --labeler-effects none"
	case model.ItemsNotRepeated:
		return replicationAdvice(e)
	case model.OneLevel, model.LevelsNotRepeated, model.SameGrouping, model.TermTwice, model.FactorTwice,
		model.ReservedTerm:
		return facetAdvice(e)
	case model.CommonOfNobody:
		return "name the column of labelers: --labeler NAME    or leave out --facet-effects common"
	case model.SensitivityOfNobody:
		return "leave out --sensitivity    or name the column of labelers: --labeler NAME"
	case model.SensitivityOfJudges:
		return "leave out --sensitivity    or leave that study out of the file"
	case model.NoSharedItem:
		return "fit each study alone, or check that the item names of the studies are spelt alike"
	}
	return ""
}

// kindAdvice is for labels that are not of the kind of the family asked for.
func kindAdvice(kind study.Kind) string {
	switch kind {
	case study.Nominal:
		return "coefficients for categories: fit agreement FILE    or count some as positive: --positive A,B"
	case study.Binary:
		return "use --family bernoulli"
	case study.Ordinal:
		return "use --family ordinal"
	}
	return "use --family gaussian    or say which values are positive: --positive A,B"
}

// replicationAdvice is for labels of which no item has a second one.
func replicationAdvice(e *model.DataError) string {
	const second = "collect a second label, by another labeler, for some items"
	if len(e.Studies) > 1 {
		return "compare the studies without a model: fit agreement FILE\n" + second
	}
	return second
}

// facetAdvice is for facets whose effects the labels cannot tell, or that are no facets.
func facetAdvice(e *model.DataError) string {
	leave := "leave out --facet " + List(e.Term)
	switch e.Code {
	case model.LevelsNotRepeated:
		if model.IsItemByLabeler(e.Term) {
			return leave + ": differences between such labels then belong to the residual    or collect a second " +
				"label of some levels    or, if labelers label an item in several studies: --facet-effects common"
		}
		return leave + ": differences between such labels then belong to the residual    or collect a second label " +
			"of some levels"
	case model.SameGrouping:
		if model.IsItemByLabeler(e.Term) {
			return oneLabelerEach(e)
		}
		return leave + "; effects of " + visible.Text(e.OtherTerm) + " stand for both"
	case model.ReservedTerm:
		if e.Term == study.ItemFactor || e.Term == study.LabelerFactor {
			return leave + ": the model has these effects already    or add a column: --facet item:COLUMN"
		}
		return "give the column another name"
	case model.FactorTwice:
		return "name each column of a facet once"
	}
	return leave
}

// oneLabelerEach is for effects of item and labeler together, of which --duplicates=keep makes a facet that nobody can
// leave out: where each item has one labeler, or each labeler one item.
func oneLabelerEach(e *model.DataError) string {
	if e.OtherTerm == study.LabelerFactor {
		return "leave the labelers out: --labeler-effects none; effects of " + visible.Text(e.Term) + " stand for both"
	}
	return "collect labels by a second labeler for some items    or leave out --facet " + List(e.Term) +
		" if one labeler gave all labels"
}
