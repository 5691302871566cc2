package labels

import (
	"slices"

	"concord/model/internal/spec"
	"concord/study"
)

// FarValue is a value of a covariate, a number or time, that is far from all others: see [study.FarNumber].
type FarValue struct {
	Level  string // as the file has it
	Labels int    // how many labels have it
}

// FarValueOf returns the value of a covariate of a resolved spec that is far from all others; not ok if there is none.
// Coefficients are in units of the standard deviation of all values, and a far value makes up most of it.
func FarValueOf(t *study.Table, c spec.Covariate) (far FarValue, ok bool) {
	names, _ := t.Levels(c.Factor)
	at, numeric := CovariateNumbers(c.Kind, names)
	if !numeric {
		return far, false
	}
	numbers := slices.Clone(at)
	slices.Sort(numbers)
	x := study.FarNumber(slices.Compact(numbers))
	if x == nil {
		return far, false
	}
	for s := range t.Studies() {
		index, _ := t.StudyAt(s).Factor(c.Factor)
		for _, l := range index {
			if at[l] == *x {
				far.Level, far.Labels = names[l], far.Labels+1
			}
		}
	}
	return far, far.Labels > 0
}
