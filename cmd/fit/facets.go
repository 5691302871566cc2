package main

import (
	"slices"
	"strings"

	"concord/internal/option"
	"concord/model"
	"concord/study"
)

// facetsOf returns the further terms of the model of a table: the facets, and item and labeler together if repeated
// labels are kept.
func (inp *work) facetsOf(t *study.Table, effects model.Covariance) ([]model.Facet, error) {
	terms, err := option.Facets(inp)
	if err != nil {
		return nil, err
	}
	columns, _ := option.FacetColumns(inp)
	var all []model.Facet
	for _, by := range terms {
		for i, name := range by { // as the header spells it
			same := func(other string) bool { return strings.EqualFold(other, name) }
			if k := slices.IndexFunc(columns, same); k >= 0 {
				by[i] = t.Source().Columns.Factors[k].Name
			}
		}
		all = append(all, model.Facet{By: by, Covariance: effects})
	}
	if cluster := inp.clusterFactor(t); cluster != "" {
		all = append(all, model.Facet{By: []string{cluster}, Covariance: model.Correlated, Cluster: true})
	}
	_, first := t.FirstLabels()
	if again := model.ItemByLabeler(); first != nil && model.GivenAgain(t) && !slices.ContainsFunc(all, again.SameBy) {
		all = append(all, again)
	}
	return all, nil
}
