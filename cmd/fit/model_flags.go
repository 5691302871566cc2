package main

import (
	"slices"
	"strconv"
	"strings"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/spec"
	"concord/study"
	"concord/vpc"
)

// facets returns the terms besides items and labelers of a model of a table that was read with the flags.
func (mf *work) facets(t *study.Table, inp *work) ([]spec.Facet, error) {
	effects, err := option.Covariance(mf)
	if err != nil {
		return nil, err
	}
	return inp.facetsOf(t, effects)
}

// facetsOf returns the further terms of the model of a table: the facets, and item and labeler together if repeated
// labels are kept.
func (inp *work) facetsOf(t *study.Table, effects spec.Covariance) ([]spec.Facet, error) {
	terms, err := option.Facets(inp)
	if err != nil {
		return nil, err
	}
	columns, _ := option.FacetColumns(inp)
	var all []spec.Facet
	for _, by := range terms {
		for i, name := range by { // as the header spells it
			same := func(other string) bool { return strings.EqualFold(other, name) }
			if k := slices.IndexFunc(columns, same); k >= 0 {
				by[i] = t.Source().Columns.Factors[k].Name
			}
		}
		all = append(all, spec.Facet{By: by, Covariance: effects})
	}
	if cluster := inp.clusterFactor(t); cluster != "" {
		all = append(all, spec.Facet{By: []string{cluster}, Covariance: spec.Correlated, Cluster: true})
	}
	_, first := t.FirstLabels()
	if again := spec.ItemByLabeler(); first != nil && model.GivenAgain(t) && !slices.ContainsFunc(all, again.SameBy) {
		all = append(all, again)
	}
	return all, nil
}

// clusterFactor returns the name of the column as the table spells it; "" if the flag was not given.
func (cf *work) clusterFactor(t *study.Table) string {
	for _, c := range t.Source().Columns.Factors {
		if strings.EqualFold(c.Name, option.Cluster.In(cf)) {
			return c.Name
		}
	}
	return ""
}

// warning is the text of a warning about the labels. Within clusters, it is no surprise that neighbouring items are
// alike.
func (cf *work) warning(w study.Warning) string {
	if option.Cluster.In(cf) != "" && w.Code == study.ItemOrder {
		return ""
	}
	return advice.Warning(w)
}

// suitsLabels returns an error for flags that labels of a kind do not have.
func suitsLabels(sp spec.Spec, kind study.Kind) error {
	switch {
	case sp.Thresholds != spec.AutoThresholds && kind != study.Ordinal:
		return usage("--thresholds %v is of ordered categories, and these labels are %v: leave it out, or give the "+
			"order of the labels: --order LIST", sp.Thresholds, kind)
	case sp.Residual != spec.AutoResidual && kind == study.Ordinal:
		return usage("--residual %v is of measurements, and these labels are ordinal: leave it out, or ask for "+
			"--family gaussian", sp.Residual)
	}
	return nil
}

// iccKind reads the flag. It may also be the number of Shrout and Fleiss, or the letter of McGraw and Wong.
func (kind *work) iccKind() (catalogue.ICCKind, error) {
	text := strings.ToLower(option.ICC.In(kind))
	switch strings.TrimSuffix(strings.Trim(strings.TrimPrefix(text, "icc"), "()"), ",1") {
	case "2", "a":
		text = "agreement"
	case "3", "c":
		text = "consistency"
	}
	return oneOf("icc", text, []string{"agreement", "consistency", "fixed"},
		[]catalogue.ICCKind{catalogue.Agreement, catalogue.Consistency, catalogue.Fixed})
}

// iccOf returns the kind for a resolved model, and marks labelers who are the only ones of interest.
func (kind *work) iccOf(sp *spec.Spec) (catalogue.ICCKind, error) {
	of, err := kind.iccKind()
	switch {
	case err != nil || of == catalogue.Agreement:
		return of, err
	case sp.Labelers == spec.NoLabelers:
		return of, usage("--icc %s leaves levels of labelers out, but the model has no labeler effects", of)
	case of == catalogue.Fixed && !sp.Family.LocationScale():
		return of, usage("--icc fixed is for numbers: for %v labels use --icc consistency", sp.Family)
	}
	sp.FixedLabelers = of == catalogue.Fixed
	return of, nil
}

// iccOfSeveral refuses kinds other than agreement for several fits.
func (kind *work) iccOfSeveral() error {
	if of, err := kind.iccKind(); err != nil || of == catalogue.Agreement {
		return err
	}
	return usage("--icc %s is for one fit: several fits lead with agreement, and the JSON of each has all kinds",
		option.ICC.In(kind))
}

// keepFixed keeps the draws of the labelers' effects if they are the only labelers of interest.
func keepFixed(sp *spec.Spec) {
	if sp.FixedLabelers && !sp.Effects {
		sp.Effects, sp.EffectsOf = true, []string{study.LabelerFactor}
	}
}

// parseDesigns reads designs as --design gives them. A design has one level of each factor that it does not name.
func parseDesigns(texts []string) ([][]vpc.Levels, error) {
	var all [][]vpc.Levels
	for _, text := range texts {
		var levels []vpc.Levels
		for _, field := range strings.Split(text, ",") {
			at := strings.LastIndexByte(field, '=')
			if at < 1 {
				return nil, usage("--design %s: write it as labeler=3,template=2", text)
			}
			name := field[:at]
			n, err := strconv.Atoi(strings.TrimSpace(field[at+1:]))
			if err != nil || n < 1 || n > mostLevels {
				return nil, usage("--design %s: %q is no number of levels", text, field[at+1:])
			}
			if strings.EqualFold(name, study.ItemFactor) {
				return nil, usage("--design %s: items are what is distinguished; say how many labelers and levels of "+
					"facets label each", text)
			}
			if slices.ContainsFunc(levels, func(l vpc.Levels) bool { return strings.EqualFold(l.Factor, name) }) {
				return nil, usage("--design %s: %s is named twice", text, name)
			}
			levels = append(levels, vpc.Levels{Factor: name, N: n})
		}
		all = append(all, levels)
	}
	return all, nil
}

// mostLevels is a number of levels beyond any study.
const mostLevels = 1_000_000

// designsOf returns designs with the factors of a model, as it spells them.
func designsOf(designs [][]vpc.Levels, sp spec.Spec) ([][]vpc.Levels, error) {
	known := []string{study.LabelerFactor, vpc.LabelFactor}
	for _, f := range sp.Facets {
		for _, name := range f.By {
			if name != study.ItemFactor && !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	for _, levels := range designs {
		for i, l := range levels {
			at := slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(name, l.Factor) })
			if at < 0 {
				return nil, usage("--design: %w", &study.NameError{Kind: "factor", Name: l.Factor, Names: known})
			}
			levels[i].Factor = known[at]
		}
	}
	return designs, nil
}
