package advice

import (
	"slices"

	"concord/internal/visible"
	"concord/model"
	"concord/study/read"
)

// covariateSteps are for covariates that labels cannot be regressed on.
func covariateSteps(e *model.DataError) []step {
	without := step{drop: []string{"covariate"}}
	others := slices.DeleteFunc(slices.Clone(e.Covariates), func(name string) bool { return name == e.Term })
	if len(others) > 0 {
		without = with("", "covariate", List(others...))
	}
	name := visible.Name(e.Term)
	without.does = "without " + name
	switch e.Code {
	case model.CovariateTwice:
		return []step{with("", "covariate", List(slices.Compact(slices.Sorted(slices.Values(e.Covariates)))...))}
	case model.CovariateIsFacet:
		return []step{leaving("as a covariate", "facet="+List(e.Term)), without}
	case model.CovariateUnread:
		return []step{with("as categories", "covariate", List(e.Covariates...)), words("mend the value")}
	case model.CovariateCategories:
		facet := without
		facet.does = "as effects that are drawn from a distribution"
		facet.set = append(slices.Clone(without.set), [2]string{"facet", List(e.Term)})
		return []step{facet, without}
	case model.CovariateIsStudy:
		if e.Column != "" {
			return []step{with("as a covariate of one group", "study", read.NoColumn), without}
		}
	}
	return []step{without}
}
