package main

import (
	"slices"
	"strings"

	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/model/spec"
	"concord/study"
	"concord/study/read"
)

// covariates returns the covariates that the flags ask for.
func (cf *work) covariates() ([]spec.Covariate, error) {
	given := option.Covariate.In(cf)
	common := false // separate effects in each group
	if option.Has(cf, option.CovariateEffects) {
		var err error
		if common, err = option.Chosen(cf, option.CovariateEffects, false, true); err != nil {
			return nil, err
		}
	}
	var all []spec.Covariate
	for _, name := range given {
		c := spec.Covariate{Factor: strings.TrimSpace(name), Common: common}
		for _, kind := range spec.CovariateKinds() {
			if column, ok := strings.CutSuffix(c.Factor, ":"+kind.String()); ok {
				c.Factor, c.Kind = column, kind
			}
		}
		if c.Factor == "" {
			return nil, usage("--covariate %s: it is the name of a column, or names with commas between them",
				strings.Join(given, ","))
		}
		all = append(all, c)
	}
	for _, name := range option.Slopes.In(cf) {
		at := slices.IndexFunc(all, func(c spec.Covariate) bool {
			return strings.EqualFold(c.Factor, strings.TrimSpace(name))
		})
		if at < 0 {
			return nil, usage("--slopes %s: it is no covariate; add it: --covariate %s", name,
				quoting.Shell(quoting.List(append(slices.Clone(given), strings.TrimSpace(name))...)))
		}
		all[at].Slopes = true
	}
	return all, nil
}

// addCovariates adds the columns of the covariates to the factors that are read.
func (cf *work) addCovariates(o *read.Options) error {
	covariates, err := cf.covariates()
	if err != nil {
		return err
	}
	for _, c := range covariates {
		same := func(other string) bool { return strings.EqualFold(other, c.Factor) }
		switch {
		case slices.ContainsFunc([]string{option.Item.In(cf), option.Labeler.In(cf), option.Study.In(cf),
			option.Label.In(cf)}, same):
			return usage("--covariate %s: labels cannot be regressed on the column of the item, labeler, group or "+
				"label", c.Factor)
		case slices.ContainsFunc(option.By.In(cf), same):
			return usage("--covariate %s: --by divides the labels by that column, so it is the same in each fit",
				c.Factor)
		}
		if !slices.ContainsFunc(o.Factors, same) {
			o.Factors = append(o.Factors, c.Factor)
		}
	}
	return nil
}

// blamedCovariate turns an error about a factor that --covariate named into an error about that flag.
func (cf *work) blamedCovariate(err error) error {
	var columns []string
	covariates, _ := cf.covariates()
	for _, c := range covariates {
		columns = append(columns, c.Factor)
	}
	if fault := study.BlamedOn(option.Covariate.Name, err, columns); fault != nil {
		fault.Found = strings.Replace(fault.Found, "the factor in column", "covariate", 1)
	}
	return err
}

// covariatesOfOneFit refuses covariates of labels that have several fits: a summary of many fits would not say
// whether a covariate matters.
func (cf *work) covariatesOfOneFit(tables []*study.Table) error {
	if len(option.Covariate.In(cf)) == 0 {
		return nil
	}
	t := tables[0]
	fault := &study.Error{File: cf.file}
	const says = "whether a covariate matters is said of one fit, and "
	switch {
	case len(option.By.In(cf)) > 0:
		fault.Code, fault.Column = covariateByTask, t.Factors()[slices.IndexFunc(t.Factors(),
			func(name string) bool { return strings.EqualFold(name, option.By.In(cf)[0]) })]
		fault.Fixes = []study.Fix{oneTask(t, fault.Column), study.By("all tasks", "covariate")}
		fault.Found = says + "each task is a fit"
	case len(tables) > 1:
		fault.Code = covariateOfColumns
		fault.Fixes = []study.Fix{study.To("one column", "label", t.LabelColumn()),
			study.By("all columns", "covariate")}
		fault.Found = says + "each column of labels is a fit"
	default:
		fault.Code = covariateOfWords
		fault.Fixes = []study.Fix{againstRest(t.Categories()), study.By("all categories", "covariate")}
		fault.Found = says + "each category is a fit"
	}
	return fault
}

// covariatesOf returns the covariates of a table, whose columns are spelt as in the header.
func (cf *work) covariatesOf(t *study.Table) ([]spec.Covariate, error) {
	all, err := cf.covariates()
	for i, c := range all {
		same := func(other string) bool { return strings.EqualFold(other, c.Factor) }
		if k := slices.IndexFunc(t.Factors(), same); k >= 0 {
			all[i].Factor = t.Factors()[k]
		}
	}
	return all, err
}

// keepSlopes keeps the effects and slopes of labelers if labelers have slopes.
func keepSlopes(sp *spec.Spec) {
	for _, c := range sp.Covariates {
		if !c.Slopes || sp.Effects && sp.EffectsOf == nil {
			continue
		}
		if !sp.Effects {
			sp.Effects, sp.EffectsOf = true, []string{study.LabelerFactor}
		}
		sp.EffectsOf = append(sp.EffectsOf, spec.SlopeTerm(c.Factor))
	}
}

// blamedCut turns an error about a factor that --by, --cluster or --text named into an error about that flag.
func (ct *work) blamedCut(err error) error {
	fault := study.BlamedOn(option.By.Name, err, option.By.In(ct))
	if fault != nil && fault.Code == study.ReservedName {
		name := "column " + visible.Quote(fault.Column)
		fault.Found = strings.Replace(fault.Found, name+" cannot be a factor", "labels cannot be cut by "+name, 1)
	}
	study.BlamedOn(option.Cluster.Name, err, []string{option.Cluster.In(ct)})
	study.BlamedOn(option.Text.Name, err, []string{option.Text.In(ct)})
	return err
}

// cuts reports whether tables, a label column each, are cut into several fits.
func (ct *work) cuts(tables ...*study.Table) bool {
	return len(tables) > 1 || len(option.By.In(ct)) > 0 || option.EachCategory.In(ct) ||
		tables[0].Kind() == study.Nominal
}

// cutOf returns the cuts, with the columns as the header spells them. They are the last factors of a table.
func (ct *work) cutOf(t *study.Table) batch.Cuts {
	c := batch.Cuts{EachCategory: option.EachCategory.In(ct)}
	factors := t.Source().Columns.Factors
	for _, column := range factors[len(factors)-len(option.By.In(ct)):] {
		c.By = append(c.By, column.Name)
	}
	return c
}

// whole cuts the labels of tables by the columns alone, and describes all of them. modelled says that the labels have a
// model, not only coefficients.
func (ct *work) whole(
	tables []*study.Table, sp spec.Spec, modelled bool,
) ([]batch.Task, result.Data, error) {
	cuts := ct.cutOf(tables[0])
	cuts.Whole = true
	all, err := cuts.Tasks(sp, tables...)
	if err != nil {
		return nil, result.Data{}, err
	}
	data := dataOf(ct.file, tables, sp, cuts.By, false)
	otherwise(&data, modelled)
	return all, data, nil
}

// cutTasks cuts the labels of a table by the columns alone, for a comparison in each task, and describes all of them.
func (ct *work) cutTasks(t *study.Table, sp spec.Spec) ([]batch.Task, result.Data, error) {
	all, data, err := ct.whole([]*study.Table{t}, sp, true)
	if err != nil {
		return nil, data, err
	}
	otherKinds(&data, all, t)
	return all, data, nil
}
