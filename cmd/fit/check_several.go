package main

import (
	"concord/internal/advice"
	"concord/internal/visible"
	"concord/model"
	"concord/report"
	"concord/study"
)

// checkSeveral checks a table that is cut into several fits: the model is that of the first that can be made, and those
// that cannot are warnings.
func checkSeveral(file string, t *study.Table, spec model.Spec, reference string, cut cutFlags) (*report.Check, error) {
	tasks, err := cut.of(t).Tasks(spec, t)
	if err != nil {
		return nil, err
	}
	var found *report.Check
	var unfit []string
	for _, task := range tasks {
		c, err := report.NewCheck(file, task.Table(), spec, reference, advice.Warning, advice.Flags)
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
	whole := report.NewData(file, t, spec.Labelers, advice.Warning)
	whole.Cut(cut.of(t).By)
	whole.Notes = append(whole.Notes, categoriesChosen(t, cut)...)
	if found.Fault == nil { // otherwise the study itself is what is wrong
		whole.Warnings = append(whole.Warnings, unfit...)
	}
	found.Data = whole
	return found, nil
}
