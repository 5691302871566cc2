package labels

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/when"
	"concord/model/internal/spec"
	"concord/study"
)

// MostCategories is how many categories a covariate may have. Effects of more are better drawn from a distribution, as
// a facet's are.
const MostCategories = 50

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

// ResolveCovariates returns a spec whose covariates have kinds, categories and units, or the fault of one of them.
func ResolveCovariates(sp spec.Spec, t *study.Table) (spec.Spec, error) {
	err := resolveCovariates(&sp, t)
	return sp, err
}

// resolveCovariates finds the kinds of the covariates, their categories and their units. It reports covariates that the
// table cannot have, or whose effects its labels do not determine.
func resolveCovariates(sp *spec.Spec, t *study.Table) error {
	err := settleCovariates(sp, t)
	var fault *DataError
	if errors.As(err, &fault) {
		for _, c := range sp.Covariates {
			fault.Covariates = append(fault.Covariates, c.Factor)
		}
	}
	return err
}

func settleCovariates(sp *spec.Spec, t *study.Table) error {
	sp.Covariates = slices.Clone(sp.Covariates)
	for i := range sp.Covariates {
		c := &sp.Covariates[i]
		texts, ok := t.Levels(c.Factor)
		if !ok || study.IsPart(c.Factor) {
			return &study.NameError{Kind: "covariate", Name: c.Factor, Names: furtherFactors(t)}
		}
		if code := takenCovariate(*sp, i); code != "" {
			return &DataError{Code: code, Term: c.Factor}
		}
		asked := c.Kind
		at := readCovariate(c, texts)
		if at == nil && c.Kind != spec.CategoryCovariate {
			return &DataError{Code: CovariateUnread, Term: c.Factor, CovariateKind: asked,
				Category: unreadLevel(asked, texts)}
		}
		if err := checkCovariate(t, *c, texts); err != nil {
			return err
		}
		if c.SD = 0; at != nil {
			c.SD = withinSD(t, c.Factor, at)
		}
	}
	return checkCollinear(t, *sp)
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

// unreadLevel returns a level that is not of the kind that was asked for.
func unreadLevel(kind spec.CovariateKind, texts []string) string {
	if odd := when.Odd(texts); kind == spec.TimeCovariate && len(odd) > 0 {
		return odd[0]
	}
	for _, text := range texts {
		if _, ok := CovariateNumbers(kind, []string{text}); !ok {
			return text
		}
	}
	return texts[0] // times that are written in several ways
}

// takenCovariate reports a covariate that is named twice, or is a facet too.
func takenCovariate(sp spec.Spec, i int) DataCode {
	name := sp.Covariates[i].Factor
	for _, c := range sp.Covariates[:i] {
		if c.Factor == name {
			return CovariateTwice
		}
	}
	for _, f := range sp.Facets {
		if slices.Equal(f.By, []string{name}) {
			return CovariateIsFacet
		}
	}
	return ""
}

// furtherFactors returns the factors of a table besides items and labelers.
func furtherFactors(t *study.Table) []string {
	return slices.DeleteFunc(t.Factors(), study.IsPart)
}

// checkCovariate reports a covariate that does not vary within a study, that has too many categories, or whose
// categories are one labeler or one item each.
func checkCovariate(t *study.Table, c spec.Covariate, texts []string) error {
	fault := &DataError{Term: c.Factor, Categories: len(texts)}
	varies := false
	for s := range t.Studies() {
		index, _ := t.StudyAt(s).Factor(c.Factor)
		varies = varies || distinct(index, len(texts)) > 1
	}
	switch {
	case len(texts) == 1:
		fault.Code, fault.Category = CovariateConstant, texts[0]
	case !varies:
		fault.Code, fault.Studies = CovariateIsStudy, t.Studies()
	case !c.IsCategory():
		return nil
	case len(texts) > MostCategories:
		fault.Code = CovariateCategories
	default:
		if fault.OtherTerm = sameLevels(t, c); fault.OtherTerm == "" {
			return nil
		}
		fault.Code = CovariateIsTerm
	}
	return fault
}

// sameLevels returns the factor, item or labeler, whose levels are the categories of a covariate; "" if neither.
func sameLevels(t *study.Table, c spec.Covariate) string {
	var own []int32
	for s := range t.Studies() {
		index, _ := t.StudyAt(s).Factor(c.Factor)
		own = append(own, index...)
	}
	for _, name := range []string{study.LabelerFactor, study.ItemFactor} {
		names, ok := t.Levels(name)
		var other []int32
		for s := range t.Studies() {
			index, _ := t.StudyAt(s).Factor(name)
			other = append(other, index...)
		}
		if ok && samePartition(own, other, len(c.Levels), len(names)) {
			return name
		}
	}
	return ""
}

// withinSD returns the standard deviation of a covariate within studies, given the number of each level.
func withinSD(t *study.Table, factor string, at []float64) float64 {
	var all moments
	for s := range t.Studies() {
		index, _ := t.StudyAt(s).Factor(factor)
		values := make([]float64, len(index))
		for n, l := range index {
			values[n] = at[l]
		}
		var of moments
		of.add(values)
		all.square += of.square
		all.n += of.n - 1
	}
	return math.Sqrt(all.square / all.n)
}
