package main

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/option"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
	"concord/study/read"
)

// read reads the file, a table for each label column, and settles the model if there is one fit.
func (f *work) read() ([]*study.Table, spec.Spec, error) {
	tables, sp, err := f.load()
	if err != nil || f.cuts(tables...) {
		return tables, sp, err
	}
	sp, err = f.settled(tables[0], sp)
	return tables, sp, err
}

// load reads the file, and the model as far as flags give it.
func (f *work) load() ([]*study.Table, spec.Spec, error) {
	return f.loaded(func(o read.Options) ([]*study.Table, error) {
		return f.readTables(o)
	})
}

// loadOne is load for a command about one column of labels.
func (f *work) loadOne() (*study.Table, spec.Spec, error) {
	tables, sp, err := f.load()
	switch {
	case err != nil:
		return nil, sp, err
	case len(tables) > 1:
		err = usage("--label %s: %s is about one column of labels", option.Label.In(f), f.cmd.CommandPath())
	}
	return tables[0], sp, err
}

// loaded is load for tables that a function reads.
func (f *work) loaded(
	readTables func(read.Options) ([]*study.Table, error),
) ([]*study.Table, spec.Spec, error) {
	sp, err := option.Spec(f)
	if err != nil {
		return nil, sp, err
	}
	options, err := option.Reading(f)
	if err != nil {
		return nil, sp, err
	}
	if err := option.Suit(f, sp.Family, &options); err != nil {
		return nil, sp, err
	}
	if option.Log.In(f) {
		if sp.Family != nil && sp.Family.Kind() != study.Numeric {
			return nil, sp, usage("--log goes with numbers, not with --family %v", sp.Family)
		}
		options.Log, options.Kind = true, study.Numeric
	}
	if column := option.Text.In(f); column != "" && !slices.Contains(options.Factors, column) {
		options.Factors = append(options.Factors, column)
	}
	if err := option.Cut(f, &options, sp.Family); err != nil {
		return nil, sp, err
	}
	if err := f.addCovariates(&options); err != nil {
		return nil, sp, err
	}
	tables, err := readTables(options)
	if err != nil {
		return nil, sp, f.blamedCovariate(f.blamedCut(err))
	}
	if err := f.suitsCoefficients(tables); err != nil {
		return nil, sp, err
	}
	table := tables[0]
	if sp.Covariates, err = f.covariatesOf(table); err != nil {
		return nil, sp, err
	}
	if sp.Facets, err = f.facets(table, f); err != nil || f.cuts(tables...) {
		return tables, sp, err
	}
	if err := suitsLabels(sp, table.Kind()); err != nil {
		return nil, sp, err
	}
	return tables, sp, nil
}

// settled settles the model of labels that a file has.
func (f *work) settled(table *study.Table, sp spec.Spec) (spec.Spec, error) {
	sp, err := model.Resolve(table, sp)
	var data *refusal.Error
	if err != nil && !errors.As(err, &data) {
		return sp, usage("%s", strings.TrimPrefix(err.Error(), "model: "))
	}
	if data != nil && data.Code == refusal.ItemsNotRepeated {
		if e := itemsOfOneLabel(table, data); e != nil {
			e.File = f.file
			return sp, e
		}
	}
	return sp, err
}

// itemsOfOneLabel is the error about items with one label each if the file shows why; nil otherwise.
func itemsOfOneLabel(t *study.Table, e *refusal.Error) *study.Error {
	source := t.Source()
	if source.Layout == "Pair" {
		return oneChoiceEach.Faultf("each comparison of two candidates has one label, so labelers cannot be "+
			"compared with each other").FixedBy(study.Fix{Does: "to rank the candidates"}.With("rank"),
			study.Fix{Does: "to compare labelers, collect a second label, by another labeler, for some comparisons"})
	}
	var others []string
	for _, o := range source.Overlooked {
		if o.AsItem {
			others = append(others, o.Column)
		}
	}
	if others == nil {
		return nil
	}
	var fixes []study.Fix
	const most = 6
	for _, name := range others[:min(len(others), most)] {
		fixes = append(fixes, study.To("if these are the items", "item", name))
	}
	return otherItems.Faultf("each of the %d items in column %v has one label, but values of %v have several, "+
		"each by another labeler", e.Labels, source.Columns.Item.Name,
		others).InColumn(source.Columns.Item.Name).FixedBy(fixes...)
}

// referenceOf returns the study that the others are compared with: the flag's, which at least one grouping must have,
// or the first of the file.
func referenceOf(tables []*study.Table, name string) (string, error) {
	studies := studiesOf(tables)
	if name == "" {
		return studies[0], nil
	}
	named, ok := studyNamed(studies, name)
	if !ok {
		return "", noStudy("reference", name, studies)
	}
	return named, nil
}

// studyNamed returns the study with a name. If columns combine into studies, the name may have * between their values.
func studyNamed(studies []string, name string) (string, bool) {
	if slices.Contains(studies, name) {
		return name, true
	}
	values := strings.Split(name, "*")
	for i, value := range values {
		values[i] = strings.TrimSpace(value)
	}
	combined := strings.Join(values, study.CombinedBy)
	return combined, slices.Contains(studies, combined)
}

// studiesOf returns the studies of tables, each once: of a file, or of all its groupings.
func studiesOf(tables []*study.Table) []string {
	var all []string
	for _, t := range tables {
		for _, name := range t.Studies() {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}
