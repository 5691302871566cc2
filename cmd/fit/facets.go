package main

import (
	"encoding/csv"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/model"
	"concord/study"
)

// facetFlags name the terms besides items and labelers, and so the columns that are factors of the table.
type facetFlags struct{ texts []string }

func (facets *facetFlags) register(fs *pflag.FlagSet) {
	fs.StringArrayVar(&facets.texts, "facet", nil,
		"`column` of another factor of the labels, such as template, or a combination of factors, item and "+
			"labeler: item:session (repeatable)")
}

// terms returns the factors of each facet. The columns of items and labelers are called item and labeler there.
func (facets *facetFlags) terms(inp *inputFlags) ([][]string, error) {
	var all [][]string
	for _, text := range facets.texts {
		fields := csv.NewReader(strings.NewReader(text))
		fields.Comma = ':'
		by, err := fields.Read()
		if err != nil || slices.Contains(by, "") {
			return nil, usage("--facet %q: it is the name of a column, or names with : between them", text)
		}
		for i, name := range by {
			if part := strings.ToLower(name); study.IsPart(part) {
				by[i] = part
			}
			switch name {
			case inp.item:
				by[i] = study.ItemFactor
			case inp.labeler:
				by[i] = study.LabelerFactor
			}
			if by[i] == "study" || by[i] == "label" || name == inp.study || name == inp.label {
				return nil, usage("--facet %s: %s is no facet: a facet is a column that labels differ in besides "+
					"item, labeler and study", text, name)
			}
		}
		all = append(all, by)
	}
	return all, nil
}

// columns returns the columns that the facets name, each once.
func (facets *facetFlags) columns(inp *inputFlags) ([]string, error) {
	terms, err := facets.terms(inp)
	var names []string
	for _, by := range terms {
		for _, name := range by {
			same := func(other string) bool { return strings.EqualFold(other, name) }
			if !study.IsPart(name) && !slices.ContainsFunc(names, same) {
				names = append(names, name)
			}
		}
	}
	if inp.cluster.column != "" {
		names = append(names, inp.cluster.column)
	}
	return names, err
}

// facetsOf returns the further terms of the model of a table: the facets, and item and labeler together if repeated
// labels are kept.
func (inp *inputFlags) facetsOf(t *study.Table, effects model.Covariance) ([]model.Facet, error) {
	terms, err := inp.facets.terms(inp)
	if err != nil {
		return nil, err
	}
	columns, _ := inp.facets.columns(inp)
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
	if cluster := inp.cluster.factor(t); cluster != "" {
		all = append(all, model.Facet{By: []string{cluster}, Covariance: model.Correlated, Cluster: true})
	}
	_, first := t.FirstLabels()
	if again := model.ItemByLabeler(); first != nil && model.GivenAgain(t) && !slices.ContainsFunc(all, again.SameBy) {
		all = append(all, again)
	}
	return all, nil
}
