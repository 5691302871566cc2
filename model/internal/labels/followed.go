package labels

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// checkFollowed reports a covariate from which the labels of all studies follow, such as a copy of the label. If they
// are numbers, one study is enough, because its residual standard deviation tends to 0.
func checkFollowed(t *study.Table, sp spec.Spec) error {
	for _, c := range sp.Covariates {
		var names []string
		for s, name := range t.Studies() {
			if Follow(t.StudyAt(s), c) {
				names = append(names, name)
			}
		}
		switch {
		case len(names) == len(t.Studies()):
			return &refusal.Error{Code: refusal.LabelsFollow, Term: c.Factor}
		case len(names) > 0 && t.Kind() == study.Numeric:
			return &refusal.Error{Code: refusal.LabelsFollow, Studies: names, Term: c.Factor}
		}
	}
	return nil
}

// Follow reports whether the labels of a study differ, and follow from a resolved covariate. Labels that are numbers
// are a linear function of a number, and others are in its order or in the opposite one. Labels of one category are all
// the same.
func Follow(v study.View, c spec.Covariate) bool {
	if slices.Min(v.Value()) == slices.Max(v.Value()) {
		return false
	}
	index, _ := v.Factor(c.Factor)
	if c.IsCategory() {
		label := map[int32]float64{}
		for n, y := range v.Value() {
			if known, ok := label[index[n]]; ok && known != y {
				return false
			}
			label[index[n]] = y
		}
		return true
	}
	names, _ := v.Table().Levels(c.Factor)
	at, _ := CovariateNumbers(c.Kind, names)
	x := make([]float64, len(index))
	for n, l := range index {
		x[n] = at[l] / c.SD
	}
	if v.Table().Kind() == study.Numeric {
		return isLinear(x, v.Value())
	}
	return isOrdered(x, v.Value())
}

// isLinear reports whether y is a linear function of x, but for a millionth of its variance.
func isLinear(x, y []float64) bool {
	centred := func(values []float64) []float64 {
		out := slices.Clone(values)
		floats.AddConst(-floats.Sum(out)/float64(len(out)), out)
		return out
	}
	x, y = centred(x), centred(y)
	square := floats.Dot(x, x)
	if square == 0 {
		return false
	}
	floats.Scale(1/math.Sqrt(square), x)
	_, left := without(y, [][]float64{x})
	return left < leastLeft
}

// isOrdered reports whether all x of a higher y are larger than all of a lower one, or all are smaller.
func isOrdered(x, y []float64) bool {
	least, most := map[float64]float64{}, map[float64]float64{}
	for n, at := range y {
		if _, ok := least[at]; !ok {
			least[at], most[at] = x[n], x[n]
		}
		least[at], most[at] = min(least[at], x[n]), max(most[at], x[n])
	}
	rising, falling := true, true
	labels := slices.Sorted(maps.Keys(least))
	for i, at := range labels[1:] {
		rising = rising && most[labels[i]] < least[at]
		falling = falling && least[labels[i]] > most[at]
	}
	return rising || falling
}
