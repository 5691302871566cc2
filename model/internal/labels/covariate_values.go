package labels

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/when"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// CovariateNumbers returns the numbers or times that texts name, by the kind of a covariate. ok is false if they name
// none. A time is in steps of its unit.
func CovariateNumbers(kind spec.CovariateKind, texts []string) (at []float64, ok bool) {
	switch kind {
	case spec.NumberCovariate:
		for _, text := range texts {
			x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, false
			}
			at = append(at, x)
		}
		return at, len(at) > 0
	case spec.TimeCovariate:
		times, ok := when.Parse(texts)
		return times.At, ok
	}
	return nil, false
}

// readCovariate finds the kind of a covariate from the names of its levels, and its categories. It returns the numbers
// or times of the levels, nil if they are categories or cannot be read as what was asked for.
func readCovariate(c *spec.Covariate, texts []string) (at []float64) {
	c.Levels = nil
	kinds := []spec.CovariateKind{c.Kind}
	if c.Kind == spec.AutoCovariate {
		kinds = []spec.CovariateKind{spec.NumberCovariate, spec.TimeCovariate, spec.CategoryCovariate}
	}
	for _, kind := range kinds {
		if kind == spec.CategoryCovariate {
			c.Kind, c.Levels = kind, texts
			return nil
		}
		if at, ok := CovariateNumbers(kind, texts); ok {
			c.Kind = kind
			return at
		}
	}
	return nil
}

// checkRead reports a covariate of categories that should be numbers or times.
func checkRead(t *study.Table, factor string, asked spec.CovariateKind, texts []string) error {
	kind, odd := oddLevels(asked, texts)
	if len(odd) == 0 {
		return nil
	}
	fault := &refusal.Error{Code: refusal.CovariateUnread, Term: factor, CovariateKind: kind, Odd: odd,
		Categories: len(texts)}
	fault.Item, fault.Labeler = firstWith(t, factor, odd[0])
	return fault
}

// oddLevels returns the levels that are not of the kind that a covariate was said to be. If nothing was said, most of
// the others are numbers or times, and a misspelt level would make all of them categories.
func oddLevels(asked spec.CovariateKind, texts []string) (kind spec.CovariateKind, odd []string) {
	if asked == spec.CategoryCovariate {
		return asked, nil
	}
	if asked != spec.TimeCovariate {
		odd = slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
			_, ok := CovariateNumbers(spec.NumberCovariate, []string{text})
			return ok
		})
		if asked == spec.NumberCovariate || 2*len(odd) < len(texts) {
			return spec.NumberCovariate, odd
		}
	}
	switch odd = when.Odd(texts); {
	case len(odd) == len(texts), asked == spec.TimeCovariate && odd == nil:
		odd = slices.Clone(texts) // doubtful ones come first
		slices.SortStableFunc(odd, func(a, b string) int { return cmp.Compare(doubtful(b), doubtful(a)) })
	case asked == spec.AutoCovariate && 2*len(odd) >= len(texts):
		return spec.CategoryCovariate, nil
	}
	return spec.TimeCovariate, odd
}

// doubtful returns 1 for a date whose day nobody can tell from its month, and else 0.
func doubtful(text string) int {
	if _, _, ok := when.Both(text); ok {
		return 1
	}
	return 0
}

// firstWith returns the item and the labeler of the first label with a level of a factor.
func firstWith(t *study.Table, factor, level string) (item, labeler string) {
	texts, _ := t.Levels(factor)
	at := int32(slices.Index(texts, level))
	for s := range t.Studies() {
		v := t.StudyAt(s)
		index, _ := v.Factor(factor)
		n := slices.Index(index, at)
		if n < 0 {
			continue
		}
		if t.HasLabelers() {
			labeler = t.Labelers()[v.Labeler()[n]]
		}
		return t.Items()[v.Item()[n]], labeler
	}
	return "", ""
}

// isConstant reports whether texts name one number or time: 2 and 2.0.
func isConstant(kind spec.CovariateKind, texts []string) bool {
	at, _ := CovariateNumbers(kind, texts)
	return slices.Min(at) == slices.Max(at)
}

// withinSD returns the standard deviation of a covariate within studies, given the number of each level. It is computed
// in units of the half range, because squares of very large or small numbers would overflow or vanish.
func withinSD(t *study.Table, factor string, at []float64) float64 {
	least, most := slices.Min(at), slices.Max(at)
	middle, unit := least/2+most/2, most/2-least/2
	if unit == 0 {
		return 0
	}
	var all study.Moments
	for s := range t.Studies() {
		index, _ := t.StudyAt(s).Factor(factor)
		values := make([]float64, len(index))
		for n, l := range index {
			values[n] = (at[l] - middle) / unit
		}
		var of study.Moments
		of.Add(values)
		all.Square += of.Square
		all.N += of.N - 1
	}
	return unit * math.Sqrt(all.Square/all.N)
}
