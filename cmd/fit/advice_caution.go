package main

import (
	"concord/internal/advice"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/study"
)

// described describes the labels of a table, with all cautions about a model with a resolved spec.
func (f *work) described(table *study.Table, spec model.Spec) result.Data {
	data := result.NewData(f.file, table, spec.Labelers, f.warning)
	otherwise(&data, true)
	data.Warnings = append(data.Warnings, result.LabelCautions(table, spec, advice.Flags)...)
	data.AddTermNotes(table, spec)
	cautioned(&data, table, spec)
	return data
}

// cautioned adds to the warnings the assumptions of a resolved spec, with their alternatives on this command line.
func cautioned(d *result.Data, t *study.Table, spec model.Spec) {
	for _, c := range model.Cautions(t, spec) {
		text := c.String()
		if c.Code == model.SeveralJudges {
			text += "; to compare each of them with one group of people: fit judge --humans " +
				quoting.Shell(quoting.List(c.Pools[0])) + " FILE"
		}
		d.Warnings = append(d.Warnings, text)
	}
}
