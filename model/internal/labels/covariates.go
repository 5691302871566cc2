package labels

import (
	"errors"
	"slices"

	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// ResolveCovariates returns a spec whose covariates have kinds, categories and units, or the fault of one of them.
func ResolveCovariates(sp spec.Spec, t *study.Table) (spec.Spec, error) {
	err := resolveCovariates(&sp, t)
	return sp, err
}

// resolveCovariates finds the kinds of the covariates, their categories and their units. It reports covariates that the
// table cannot have, or whose effects its labels do not determine.
func resolveCovariates(sp *spec.Spec, t *study.Table) error {
	asked := sp.Covariates
	err := settleCovariates(sp, t)
	var fault *refusal.Error
	if errors.As(err, &fault) {
		fault.Covariates = asked
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
			return &refusal.Error{Code: code, Term: c.Factor}
		}
		asked := c.Kind
		at := readCovariate(c, texts)
		if at == nil {
			if err := checkRead(t, c.Factor, asked, texts); err != nil {
				return err
			}
		}
		c.ItemPart, c.LabelerPart = false, false
		if c.SD = 0; at != nil {
			c.SD = withinSD(t, c.Factor, at)
		}
		if err := checkCovariate(t, *c, texts); err != nil {
			return err
		}
		if err := checkSlopes(t, *sp, *c); err != nil {
			return err
		}
	}
	if err := checkCollinear(t, *sp); err != nil {
		return err
	}
	if err := checkFollowed(t, *sp); err != nil {
		return err
	}
	for i, of := range NewDesign(t, *sp).of {
		c := &sp.Covariates[i]
		for _, p := range of.parts {
			c.ItemPart = c.ItemPart || p.item != nil && !c.Undivided
			c.LabelerPart = c.LabelerPart || p.labeler != nil && !c.Undivided
		}
	}
	return nil
}

// takenCovariate reports a covariate that is named twice, or is a facet too.
func takenCovariate(sp spec.Spec, i int) refusal.Code {
	name := sp.Covariates[i].Factor
	for _, c := range sp.Covariates[:i] {
		if c.Factor == name {
			return refusal.CovariateTwice
		}
	}
	for _, f := range sp.Facets {
		if slices.Equal(f.By, []string{name}) {
			return refusal.CovariateIsFacet
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
	fault := &refusal.Error{Term: c.Factor, Categories: len(texts)}
	varies := c.SD > 0
	for s := range t.Studies() {
		index, _ := t.StudyAt(s).Factor(c.Factor)
		varies = varies || c.IsCategory() && distinct(index, len(texts)) > 1
	}
	switch {
	case len(texts) == 1 || !c.IsCategory() && isConstant(c.Kind, texts):
		fault.Code, fault.Category = refusal.CovariateConstant, texts[0]
	case !varies:
		fault.Code, fault.Studies = refusal.CovariateIsStudy, t.Studies()
	case !c.IsCategory():
		return nil
	case len(texts) > spec.MostCategories:
		fault.Code = refusal.CovariateCategories
	default:
		if fault.OtherTerm = sameLevels(t, c); fault.OtherTerm == "" {
			return nil
		}
		fault.Code = refusal.CovariateIsTerm
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
