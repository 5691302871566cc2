package refusal

import (
	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/model/spec"
	"concord/study"
)

// Mends returns what can be done about the labels, in names of options.
func (e *Error) Mends() []study.Fix {
	withoutLabelers := study.To("leave the labelers out", "labeler-effects", "none")
	perfect := coefficients("perfect agreement needs no model; coefficients")
	switch e.Code {
	case ResidualOfNobody, NoResidualSD, ResidualOfJudges:
		return leaving("residual")
	case StudentItemsUnscaled, StudentItemsOfJudges:
		return leaving("items-are")
	case StudentItemsSloped:
		return leaving("items-are", "discrimination")
	case StudentItemsClustered:
		return leaving("items-are", "cluster")
	case LabelersNotNamed:
		return []study.Fix{withoutLabelers, study.Choose("name the column", "labeler")}
	case PerfectAgreement:
		return []study.Fix{perfect}
	case UnanimousItems:
		return []study.Fix{study.To("one residual for all", "residual", "common"), coefficients("coefficients")}
	case UnanimousLevels:
		if spec.IsItemByLabeler(e.Term) {
			return []study.Fix{study.To("if second labels are copies of the first", "duplicates", "first")}
		}
		return []study.Fix{{Does: "leave out the facet that has no noise within it, or check the label column"}}
	case ExactSums:
		return []study.Fix{coefficients("coefficients"),
			{Does: "labels that were computed or copied need no model: check the label column"}}
	case CopiedLabels:
		return []study.Fix{study.Fix{Does: "leave one of them out"}.Adding("exclude-labelers", e.OtherLabeler),
			study.By("", "residual")}
	case LabelTooFar:
		return []study.Fix{{Does: "correct the label, or leave it out of the file"},
			{Does: "take logarithms if labels are counts or times"}}
	case NoDisagreement:
		return []study.Fix{perfect,
			study.To("say how far apart items may be", "prior-sd", "normal(0, 2.5)")}
	case UnfitLabels:
		return kindSteps(e.Kind)
	case NoStart:
		all := []study.Fix{coefficients("coefficients, without a model")}
		if e.Labelers != spec.NoLabelers {
			all = append([]study.Fix{withoutLabelers}, all...)
		}
		return all
	case CategoryCount:
		return []study.Fix{study.As("", study.Numeric)}
	case OneLabel, OneItem:
		return append(e.withoutStudies(), study.Fix{Does: "collect more labels, of several items"})
	case ConstantLabels:
		return append(e.withoutStudies(), study.Fix{Does: "check the label column, and which labels are positive"})
	case LabelersNotRepeated:
		return []study.Fix{withoutLabelers}
	case ItemsNotRepeated:
		second := study.Fix{Does: "collect a second label, by another labeler, for some items"}
		if len(e.Studies) > 1 {
			return []study.Fix{coefficients("compare the groups without a model"), second}
		}
		return append(e.withoutStudies(), second)
	case OneLevel, LevelsNotRepeated, SameGrouping, TermTwice, FactorTwice, ReservedTerm:
		return e.ofFacets()
	case CovariateTwice, CovariateIsFacet, CovariateUnread, CovariateConstant,
		CovariateIsStudy, CovariateCategories, CovariateIsTerm, CollinearCovariates,
		LabelsFollow, SlopesOfNobody, SlopesOfCategories, SlopesDiscriminated,
		SlopesConstant:
		return e.ofCovariates()
	case CommonOfNobody:
		return []study.Fix{study.By("", "facet-effects"), study.Choose("name the column of labelers", "labeler")}
	case ItemsNotNested, ClustersOfJudges:
		return leaving("cluster")
	case ClustersDiscriminated:
		return leaving("discrimination", "cluster")
	case DiscriminationOfNobody:
		return []study.Fix{study.By("", "discrimination"), study.Choose("name the column of labelers", "labeler")}
	case DiscriminationOfJudges:
		return []study.Fix{study.By("", "discrimination"), {Does: "leave that group out of the file"}}
	case NoSharedItem:
		check := study.Fix{Does: "check that the item names of the groups are spelt alike"}
		if e.Column == "" {
			return []study.Fix{{Does: "make a fit of each group"}, check}
		}
		return []study.Fix{study.To("each "+visible.Name(e.Column)+" alone", "by", e.Column).And("group",
			study.NoColumn), study.To("all together", "group", study.NoColumn), check}
	}
	return nil
}

// leaving leaves out one of some options.
func leaving(options ...string) (all []study.Fix) {
	for _, o := range options {
		all = append(all, study.By("", o))
	}
	return all
}

// withoutStudies leaves out the rows of studies that determine no model, if a column of the file names them.
func (e *Error) withoutStudies() []study.Fix {
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
	case study.Binary, study.Ordinal:
		return []study.Fix{study.As("", kind)}
	}
	return []study.Fix{study.As("", study.Numeric), positive}
}

// ofFacets are for facets whose effects the labels do not determine, or that are no facets.
func (e *Error) ofFacets() []study.Fix {
	leave := func(why string) study.Fix {
		if e.Cluster {
			return study.By(why, "cluster")
		}
		return study.Fix{Does: why}.Removing("facet", e.Term)
	}
	second := study.Fix{Does: "collect a second label of some levels"}
	switch e.Code {
	case LevelsNotRepeated:
		all := []study.Fix{leave("differences between such labels then belong to the residual")}
		if spec.IsItemByLabeler(e.Term) {
			return append(all, study.To("if labelers label an item in several groups", "facet-effects", "common"),
				second)
		}
		return append(all, second)
	case SameGrouping:
		if spec.IsItemByLabeler(e.Term) {
			return e.oneLabelerEach(leave)
		}
		return []study.Fix{leave("effects of " + visible.Text(e.OtherTerm) + " stand for both")}
	case ReservedTerm:
		if e.Term == study.ItemFactor || e.Term == study.LabelerFactor {
			return []study.Fix{leave("the model has these effects already"),
				{Does: "add a column to it, with a colon between"}}
		}
		return []study.Fix{{Does: "give the column another name"}}
	case FactorTwice:
		return []study.Fix{{Does: "name each column of a facet once"}}
	}
	return []study.Fix{leave("")}
}

// oneLabelerEach is for effects of item and labeler together, a facet that --duplicates=keep makes and that cannot be
// left out, if each item has one labeler or each labeler one item.
func (e *Error) oneLabelerEach(leave func(string) study.Fix) []study.Fix {
	if e.OtherTerm == study.LabelerFactor {
		return []study.Fix{study.To("leave the labelers out; effects of "+visible.Text(e.Term)+" stand for both",
			"labeler-effects", "none")}
	}
	return []study.Fix{leave("if one labeler gave all labels"),
		{Does: "collect labels by a second labeler for some items"}}
}

// coefficients compares the labels without a model.
func coefficients(does string) study.Fix { return study.Fix{Does: does}.With("agreement") }

// ofCovariates are for covariates that labels cannot be regressed on.
func (e *Error) ofCovariates() []study.Fix {
	slopes := false
	for _, c := range e.Covariates {
		slopes = slopes || c.Slopes && c.Factor == e.Term
	}
	without := study.WithoutCovariate(e.Term, slopes)
	alike := study.By("with one slope of all labelers", "slopes")
	switch e.Code {
	case SlopesDiscriminated:
		return []study.Fix{alike, study.By("without discriminations", "discrimination")}
	case SlopesOfNobody, SlopesOfCategories, SlopesConstant:
		return []study.Fix{alike}
	case CovariateTwice:
		return []study.Fix{study.Fix{}.Removing("covariate", e.Term).Adding("covariate", e.Term)}
	case CovariateIsFacet:
		return []study.Fix{study.Fix{Does: "as a covariate"}.Removing("facet", e.Term), without}
	case CovariateUnread:
		mend := study.Fix{Does: "write all of them in the same way"}
		if len(e.Odd) == 1 {
			mend = study.Fix{Does: "without its rows; or mend it"}.Adding("where",
				quoting.Condition(e.Term, true, e.Odd...))
		}
		if e.Categories > spec.MostCategories {
			return []study.Fix{mend, without}
		}
		return []study.Fix{study.Fix{Does: "as categories"}.Changing("covariate", e.Term,
			e.Term+":"+spec.CategoryCovariate.String()), mend}
	case CovariateCategories:
		facet := without.And("facet", e.Term)
		facet.Does = "as effects that are drawn from a distribution"
		return []study.Fix{facet, without}
	case CovariateIsStudy:
		if e.Column != "" {
			return []study.Fix{study.To("as a covariate of one group", "group", study.NoColumn), without}
		}
	}
	return []study.Fix{without}
}
