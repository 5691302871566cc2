package main

import (
	"concord/internal/option"
	"concord/model"
	"concord/study"
)

// referenceHelp describes --reference.
const referenceHelp = "`group` to compare the others with (default: the first of the file)"

// facets returns the terms besides items and labelers of a model of a table that was read with the flags.
func (mf *work) facets(t *study.Table, inp *work) ([]model.Facet, error) {
	effects, err := option.Covariance(mf)
	if err != nil {
		return nil, err
	}
	return inp.facetsOf(t, effects)
}
