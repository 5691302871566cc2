package result

import (
	"fmt"
	"slices"

	"concord/internal/visible"
)

// AssumptionOf returns the assumptions of a plan from a comparison of judges: the medians of the posteriors of people
// and one judge. Ordered categories are planned as the numbers that stand for them. The error says that there is no
// such judge, or why no study of it can be planned.
func AssumptionOf(j *Judges, judge string) (JudgeAssumption, error) {
	var a JudgeAssumption
	i := slices.IndexFunc(j.Judges, func(s JudgeStanding) bool { return s.Study == judge })
	if i < 0 {
		var names []string
		for _, s := range j.Judges {
			names = append(names, s.Study)
		}
		return a, fmt.Errorf("there is no such judge; there are %s", visible.Quoted(names, 10))
	}
	s, n := j.Judges[i], len(j.People.Validity)
	switch {
	case s.Undefined != "":
		return a, fmt.Errorf("no group can be planned: %s", s.Undefined)
	case n == 0 || len(s.Validity) != n:
		return a, fmt.Errorf("it has no validity of a person and of the judge on the same scales")
	}
	person, r := float64(j.People.Validity[n-1].Median), float64(s.Validity[n-1].Median)
	if !(r > 0) {
		return a, fmt.Errorf("its labels do not follow those of people: r is %s", Number(r).fixed(2))
	}
	a.ICC, a.Validity = person*person, r
	if j.Data.Kind == "binary" {
		for _, of := range j.Data.Studies {
			if of.Name == j.People.Study {
				a.Share = float64(of.Mean)
			}
		}
		return a, a.Check()
	}
	a.Labelers = j.People.Labelers
	// With the shares i of items and l of labelers, a person's r is √i, or √(i/(1 − l)) with level aside. On a scale
	// other than the label scale, as in results of earlier versions, labelers have the same share of the items'
	// variance.
	for _, v := range j.People.Validity {
		if v.Scale == j.People.Following.Scale {
			share, aside := float64(v.Median), float64(j.People.Following.Median)
			a.LabelerICC = max(0, 1-share*share/(aside*aside)) / (share * share) * a.ICC
		}
	}
	if a.Labelers < 2 {
		a.Labelers = 0
	}
	return a, a.Check()
}
