package ask

import (
	"fmt"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
	"concord/study"
)

// AssumptionOf returns the assumptions of a plan from a comparison of judges: the medians of the posteriors of people
// and one judge. Ordered categories are planned as the numbers that stand for them. The error says that there is no
// such judge, or why no study of it can be planned.
func AssumptionOf(a *answer.Answer, judge string) (assumed PlanAssumption, err error) {
	s := say.Whole(a)
	all := s.Judges()
	i := slices.IndexFunc(all, func(j say.Scope) bool { return j.At.Of == judge })
	if i < 0 {
		var names []string
		for _, j := range all {
			names = append(names, j.At.Of)
		}
		return assumed, &study.NameError{Kind: "judge", Name: judge, Names: names}
	}
	r, at := all[i].Row("validity"), s.At
	at.By = answer.Person
	person, aside := a.Value("validity", at), a.Value("following", at)
	switch {
	case r.Why != "":
		return assumed, fmt.Errorf("no group can be planned: %s", r.Why)
	case !(r.Value > 0):
		return assumed, fmt.Errorf("its labels do not follow those of people: r is %s", document.Fixed(r.Value, 2))
	}
	assumed.ICC, assumed.Validity = person*person, r.Value
	if a.Data.Kind == "binary" {
		assumed.Share = float64(a.Data.Study(s.At.Group).Mean)
		return assumed, assumed.Check(PlanOfJudge)
	}
	// With the shares i of items and l of labelers, a person's r is √i, or √(i/(1 − l)) ignoring level.
	assumed.LabelerICC = max(0, 1-person*person/(aside*aside))
	if n := a.Value("labelers", s.At); n >= 2 {
		assumed.Labelers = int(n)
	}
	return assumed, assumed.Check(PlanOfJudge)
}
