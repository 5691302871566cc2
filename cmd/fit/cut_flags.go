package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/internal/when"
	"concord/model"
	"concord/model/family"
	"concord/study"
	"concord/study/read"
)

// cutFlags say what one file is cut into, a fit each.
type cutFlags struct {
	by           []string
	eachCategory bool
	every, dates string
}

func (ct *cutFlags) register(fs *pflag.FlagSet) {
	ct.registerBy(fs)
	fs.BoolVar(&ct.eachCategory, "each-category", false,
		"compare each category with the rest, as fit does for words without order")
}

// registerBy registers --by alone.
func (ct *cutFlags) registerBy(fs *pflag.FlagSet) {
	fs.StringSliceVar(&ct.by, "by", nil,
		"`columns` that divide the labels into tasks, one for each combination of values: task, or "+
			"criterion,language")
	fs.StringVar(&ct.every, "every", "", "join the dates and times of --by into `periods`: day, week, month, quarter "+
		"or year")
	fs.StringVar(&ct.dates, "dates", "", "`order` of dates such as 03/04/2026: day-first or month-first")
}

// apply sets the options of the reader. f is the family that was asked for, or nil.
func (ct *cutFlags) apply(o *read.Options, f family.Family) error {
	o.AllowNominal, o.PairsAlone, o.AllowSets = true, true, true
	for i, name := range ct.by {
		same := func(other string) bool { return strings.EqualFold(other, name) }
		if name == "" || slices.ContainsFunc(ct.by[:i], same) {
			return usage("--by %s: name each column once", strings.Join(ct.by, ","))
		}
		if slices.ContainsFunc(o.Factors, same) {
			return usage("--by and --facet both name %s: labels are cut by it, or it has effects", name)
		}
	}
	if err := ct.applyDates(o); err != nil {
		return err
	}
	o.Factors = append(o.Factors, ct.by...)
	if o.GoldColumn != "" || len(o.JudgeColumns) > 0 {
		o.ItemFactors = append(o.ItemFactors, ct.by...)
	}
	switch {
	case !ct.eachCategory:
		return nil
	case f != nil && f.Kind() != study.Binary:
		return usage("--each-category makes binary labels of each category, which --family %v does not describe", f)
	case len(o.Positive)+len(o.Negative) > 0:
		return usage("--each-category takes every category as positive in its turn: leave out --positive and " +
			"--negative")
	}
	if len(o.Order) == 0 {
		o.Kind = study.Nominal
	}
	return nil
}

// applyDates says how dates in the columns become tasks.
func (ct *cutFlags) applyDates(o *read.Options) error {
	unit, order := when.Unit(ct.every), when.Order(ct.dates)
	if ct.every != "" && !slices.Contains(read.Periods(), unit) {
		return usage("--every %s: it is one of day, week, month, quarter, year", ct.every)
	}
	if ct.dates != "" && order != when.DayFirst && order != when.MonthFirst {
		return usage("--dates %s: it is %s or %s", ct.dates, when.DayFirst, when.MonthFirst)
	}
	for _, f := range [][2]string{{"every", ct.every}, {"dates", ct.dates}} {
		if f[1] != "" && len(ct.by) == 0 {
			return usage("--%s %s: it is about the dates of a column: --by COLUMN", f[0], f[1])
		}
	}
	o.Dates = read.Dates{Columns: ct.by, Order: order, Every: unit}
	return nil
}

// blamed turns an error about a factor that --by named into an error about that flag. The reader of the file knows such
// columns as factors.
func (ct *cutFlags) blamed(err error) error {
	var fault *study.Error
	if !errors.As(err, &fault) || !slices.ContainsFunc(ct.by,
		func(name string) bool { return strings.EqualFold(name, fault.Column) }) {
		return err
	}
	if fault.Code == study.ReservedName && len(fault.Parts) > 0 {
		fault.Found = fmt.Sprintf("labels cannot be cut by column %s: it names the %s of each label",
			visible.Quote(fault.Column), fault.Parts[0])
	}
	for i, part := range fault.Parts {
		if part == "factor" {
			fault.Parts[i] = "by"
		}
	}
	return err
}

// cuts reports whether tables, a label column each, are cut into several fits.
func (ct *cutFlags) cuts(tables ...*study.Table) bool {
	return len(tables) > 1 || len(ct.by) > 0 || ct.eachCategory || tables[0].Kind() == study.Nominal
}

// of returns the cuts, with the columns as the header spells them. They are the last factors of a table.
func (ct *cutFlags) of(t *study.Table) batch.Cuts {
	c := batch.Cuts{EachCategory: ct.eachCategory}
	factors := t.Source().Columns.Factors
	for _, column := range factors[len(factors)-len(ct.by):] {
		c.By = append(c.By, column.Name)
	}
	return c
}

// whole cuts the labels of tables by the columns alone, and describes all of them. modelled says that the labels have a
// model, not only coefficients.
func (ct *cutFlags) whole(
	file string, tables []*study.Table, spec model.Spec, modelled bool,
) ([]batch.Task, result.Data, error) {
	cuts := ct.of(tables[0])
	cuts.Whole = true
	all, err := cuts.Tasks(spec, tables...)
	if err != nil {
		return nil, result.Data{}, err
	}
	data := dataOf(file, tables, spec, cuts.By, cutFlags{})
	otherwise(&data, modelled)
	return all, data, nil
}

// tasks cuts the labels of a table by the columns alone, for a comparison in each task, and describes all of them.
func (ct *cutFlags) tasks(file string, t *study.Table, spec model.Spec) ([]batch.Task, result.Data, error) {
	all, data, err := ct.whole(file, []*study.Table{t}, spec, true)
	if err != nil {
		return nil, data, err
	}
	otherKinds(&data, all, t)
	return all, data, nil
}
