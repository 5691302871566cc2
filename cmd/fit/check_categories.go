package main

import (
	"concord/batch"
	"concord/internal/visible"
	"concord/model"
	"concord/report"
	"concord/study"
)

// checkCategories checks a table each of whose categories is fitted against the rest: the model is that of the first
// that can be fitted, and those that cannot are warnings.
func checkCategories(
	file string, t *study.Table, spec model.Spec, reference string, cut cutFlags,
) (*report.Check, error) {
	tasks, err := batch.Categories(t, spec)
	if err != nil {
		return nil, err
	}
	var found *report.Check
	var unfit []string
	for _, task := range tasks {
		table, err := task.Table()
		if err != nil {
			return nil, err
		}
		c, err := report.NewCheck(file, table, spec, reference, designAdvised, asFlags)
		if err != nil {
			return nil, usage("%w", err)
		}
		if c.Fault != nil {
			unfit = append(unfit, visible.Text(task.Key.String())+" cannot be fitted: "+c.Problem)
		}
		if found == nil || found.Fault != nil && c.Fault == nil {
			found = c
		}
	}
	whole := report.NewData(file, t, spec.Labelers, designAdvised)
	found.Data.Kind, found.Data.Studies, found.Data.Positive, found.Data.Negative = whole.Kind, whole.Studies, "", ""
	found.Data.Order, found.Data.Notes = whole.Order, append(whole.Notes, categoriesChosen(t, cut)...)
	if found.Fault == nil { // otherwise the study itself is what is wrong
		found.Data.Warnings = append(found.Data.Warnings, unfit...)
	}
	return found, nil
}
