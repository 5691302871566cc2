package advice

import (
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/model"
	"concord/study/read"
)

// covariateSteps are for covariates that labels cannot be regressed on.
func covariateSteps(e *model.DataError) []step {
	without := step{drop: []string{"covariate"}}
	var others, sloped []string
	slopes := false // of the covariate that is left out
	for _, c := range e.Covariates {
		if c.Factor != e.Term {
			others = append(others, asked(c))
		}
		switch {
		case !c.Slopes:
		case c.Factor == e.Term:
			slopes = true
		default:
			sloped = append(sloped, c.Factor)
		}
	}
	if len(others) > 0 {
		without = with("", "covariate", list(others...))
	}
	switch {
	case slopes && len(sloped) > 0:
		without.set = append(without.set, [2]string{"slopes", list(sloped...)})
	case slopes:
		without.drop = append(without.drop, "slopes")
	}
	name := visible.Name(e.Term)
	without.does = "without " + name
	alike := leaving("with one slope of all labelers", "slopes")
	switch e.Code {
	case model.SlopesDiscriminated:
		return []step{alike, leaving("without discriminations", "discrimination")}
	case model.SlopesOfNobody, model.SlopesOfCategories, model.SlopesConstant:
		return []step{alike}
	case model.CovariateTwice:
		return []step{with("", "covariate", list(append(others, e.Term)...))}
	case model.CovariateIsFacet:
		return []step{leaving("as a covariate", "facet="+list(e.Term)), without}
	case model.CovariateUnread:
		mend := words("write all of them in the same way")
		if len(e.Odd) == 1 {
			mend = with("without its rows; or mend it", "where", quoting.Condition(e.Term, true, e.Odd...))
		}
		if e.Categories > model.MostCovariateCategories {
			return []step{mend, without}
		}
		c := model.Covariate{Factor: e.Term, Kind: model.CategoryCovariate}
		return []step{with("as categories", "covariate", list(append(others, asked(c))...)), mend}
	case model.CovariateCategories:
		facet := without
		facet.does = "as effects that are drawn from a distribution"
		facet.set = append(slices.Clone(without.set), [2]string{"facet", list(e.Term)})
		return []step{facet, without}
	case model.CovariateIsStudy:
		if e.Column != "" {
			return []step{with("as a covariate of one group", "study", read.NoColumn), without}
		}
	}
	return []step{without}
}

// nearSteps leave out one of some covariates that the labels hardly separate.
func nearSteps(names, args []string) []step {
	if args == nil {
		return []step{words("leave one of them out of --covariate")}
	}
	var all []step
	for _, name := range names {
		s := step{does: "without " + visible.Name(name)}
		for _, flag := range []string{"covariate", "slopes"} {
			given := namesOf(args, flag)
			left := slices.DeleteFunc(slices.Clone(given), func(text string) bool {
				for _, kind := range model.CovariateKinds() {
					text = strings.TrimSuffix(text, ":"+kind.String())
				}
				return strings.EqualFold(strings.TrimSpace(text), name)
			})
			switch len(left) {
			case len(given):
			case 0:
				s.drop = append(s.drop, flag)
			default:
				s.set = append(s.set, [2]string{flag, list(left...)})
			}
		}
		all = append(all, s)
	}
	return all
}

// asked is a covariate as --covariate names it.
func asked(c model.Covariate) string {
	if c.Kind == model.AutoCovariate {
		return c.Factor
	}
	return c.Factor + ":" + c.Kind.String()
}
