package main

import (
	"fmt"

	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/model"
	"concord/study"
)

// blamedCut turns an error about a factor that --by, --cluster or --text named into an error about that flag.
func (ct *work) blamedCut(err error) error {
	fault := study.BlamedOn(option.By.Name, err, option.By.In(ct))
	if fault != nil && fault.Code == study.ReservedName && len(fault.Parts) > 0 {
		fault.Found = fmt.Sprintf("labels cannot be cut by column %s: it names the %s of each label",
			visible.Quote(fault.Column), fault.Parts[0])
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
	tables []*study.Table, spec model.Spec, modelled bool,
) ([]batch.Task, result.Data, error) {
	cuts := ct.cutOf(tables[0])
	cuts.Whole = true
	all, err := cuts.Tasks(spec, tables...)
	if err != nil {
		return nil, result.Data{}, err
	}
	data := dataOf(ct.file, tables, spec, cuts.By, false)
	otherwise(&data, modelled)
	return all, data, nil
}

// cutTasks cuts the labels of a table by the columns alone, for a comparison in each task, and describes all of them.
func (ct *work) cutTasks(t *study.Table, spec model.Spec) ([]batch.Task, result.Data, error) {
	all, data, err := ct.whole([]*study.Table{t}, spec, true)
	if err != nil {
		return nil, data, err
	}
	otherKinds(&data, all, t)
	return all, data, nil
}
