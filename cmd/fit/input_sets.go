package main

import (
	"slices"

	"concord/internal/option"
	"concord/nonparam"
	"concord/study"
)

// suitsCoefficients refuses a distance between sets if no table has sets, and weights that do not suit the labels.
func (cf *work) suitsCoefficients(tables []*study.Table) error {
	if cf.weights != nil {
		return cf.weights.suits(tables, option.Coefficients.In(cf))
	}
	d, err := nonparam.ParseDistance(option.Distance.In(cf))
	sets := slices.ContainsFunc(tables, func(t *study.Table) bool { return t.Sets() != nil })
	if err != nil || !d.OfSets() || sets {
		return nil
	}
	return usage("--distance %v is between sets of labels, and no label of the file holds several. If one does, name "+
		"what stands between its parts: --split SEPARATOR", d)
}

// saysKind reports whether the distance decides the kind of labels.
func (cf *work) saysKind(t *study.Table) bool {
	switch t.Source().DefaultKind {
	case study.SetsOfLabels:
		return false
	case study.WordsWithNumbers, study.KnownScale: // their order matters for all distances but one
		return option.Distance.In(cf) == nonparam.Nominal.String()
	}
	return option.Distance.In(cf) != ""
}

// ofTasks returns the options for coefficients of one label against the rest, for which labels are no sets.
func ofTasks(o nonparam.Options) nonparam.Options {
	if d, ok := o.Distance.(nonparam.Standard); ok && d.OfSets() {
		o.Distance = nil
	}
	return o
}
