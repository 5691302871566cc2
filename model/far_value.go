package model

import (
	"slices"

	"concord/model/internal/labels"
	"concord/model/spec"
	"concord/study"
)

// FarValue is a value of a covariate, a number or time, that is far from all others: see [study.FarEnd]. It may also be
// numbers that surveys use for missing answers: see [study.MissingCodes].
type FarValue struct {
	Levels []string // as the file has them
	Labels int      // how many labels have them
	Codes  bool     // whether they are numbers that surveys use
}

// FarValueOf returns the value of a covariate of a resolved spec that is far from all others, or the codes for missing
// answers; not ok if there is none. Coefficients are in units of the standard deviation of all values, and a far value
// makes up most of it.
func FarValueOf(t *study.Table, c spec.Covariate) (far FarValue, ok bool) {
	names, _ := t.Levels(c.Factor)
	at, numeric := labels.CovariateNumbers(c.Kind, names)
	if !numeric {
		return far, false
	}
	numbers := slices.Clone(at)
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	var found []float64
	if c.Kind == spec.NumberCovariate {
		found, _ = study.MissingCodes(numbers, func(x float64) bool { return ofSeveral(t, c.Factor, at, x) })
	}
	if far.Codes = len(found) > 0; !far.Codes {
		x := study.FarEnd(numbers)
		if x == nil {
			return far, false
		}
		found = []float64{*x}
	}
	counts := make([]int, len(names))
	for s := range t.Studies() {
		index, _ := t.StudyAt(s).Factor(c.Factor)
		for _, l := range index {
			counts[l]++
		}
	}
	for l, name := range names {
		if counts[l] > 0 && slices.Contains(found, at[l]) {
			far.Levels, far.Labels = append(far.Levels, name), far.Labels+counts[l]
		}
	}
	return far, far.Labels > 0
}

// ofSeveral reports whether labels of several items have a number of a factor whose levels are at these numbers, and
// labels of several labelers if there are any. All labels of an item may have its number, which then stands there once.
func ofSeveral(t *study.Table, factor string, at []float64, number float64) bool {
	for _, part := range []string{study.ItemFactor, study.LabelerFactor} {
		if names, ok := t.Levels(part); !ok || len(names) < 2 {
			continue
		}
		first, several := int32(-1), false
		for s := range t.Studies() {
			v := t.StudyAt(s)
			index, _ := v.Factor(factor)
			of, _ := v.Factor(part)
			for n, l := range index {
				if at[l] == number {
					several = several || first >= 0 && first != of[n]
					first = of[n]
				}
			}
		}
		if !several {
			return false
		}
	}
	return true
}
