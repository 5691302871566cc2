package advice

import (
	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/model"
	"concord/study"
	"concord/study/read"
)

// withoutCovariate leaves a covariate out.
func withoutCovariate(name string, slopes bool) study.Fix {
	f := study.Fix{Does: "without " + visible.Name(name)}.Removing("covariate", name)
	if slopes {
		f = f.Removing("slopes", name)
	}
	return f
}

// covariateSteps are for covariates that labels cannot be regressed on.
func covariateSteps(e *model.DataError) []study.Fix {
	slopes := false
	for _, c := range e.Covariates {
		slopes = slopes || c.Slopes && c.Factor == e.Term
	}
	without := withoutCovariate(e.Term, slopes)
	alike := study.By("with one slope of all labelers", "slopes")
	switch e.Code {
	case model.SlopesDiscriminated:
		return []study.Fix{alike, study.By("without discriminations", "discrimination")}
	case model.SlopesOfNobody, model.SlopesOfCategories, model.SlopesConstant:
		return []study.Fix{alike}
	case model.CovariateTwice:
		return []study.Fix{study.Fix{}.Removing("covariate", e.Term).Adding("covariate", e.Term)}
	case model.CovariateIsFacet:
		return []study.Fix{study.Fix{Does: "as a covariate"}.Removing("facet", e.Term), without}
	case model.CovariateUnread:
		mend := study.Fix{Does: "write all of them in the same way"}
		if len(e.Odd) == 1 {
			mend = study.Fix{Does: "without its rows; or mend it"}.Adding("where",
				quoting.Condition(e.Term, true, e.Odd...))
		}
		if e.Categories > model.MostCovariateCategories {
			return []study.Fix{mend, without}
		}
		return []study.Fix{study.Fix{Does: "as categories"}.Changing("covariate", e.Term,
			e.Term+":"+model.CategoryCovariate.String()), mend}
	case model.CovariateCategories:
		facet := without.And("facet", e.Term)
		facet.Does = "as effects that are drawn from a distribution"
		return []study.Fix{facet, without}
	case model.CovariateIsStudy:
		if e.Column != "" {
			return []study.Fix{study.To("as a covariate of one group", "group", read.NoColumn), without}
		}
	}
	return []study.Fix{without}
}
