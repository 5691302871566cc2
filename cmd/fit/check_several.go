package main

import (
	"slices"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/model"
	"concord/study"
)

// checkSeveral checks tables that are cut into several fits. The model is the first that can be fitted; tasks that
// cannot be fitted are warnings.
func checkSeveral(
	file string, tables []*study.Table, spec model.Spec, reference string, cut *work,
) (*result.Check, error) {
	cuts := cut.cutOf(tables[0])
	tasks, err := cuts.Tasks(spec, tables...)
	if err != nil {
		return nil, err
	}
	var found *result.Check
	var unfit []string
	for _, task := range tasks {
		t := task.Table()
		of := reference
		if !slices.Contains(t.Studies(), of) {
			of = t.Studies()[0]
		}
		c, err := result.NewCheck(file, t, spec, of, advice.Warning, advice.Flags)
		if err != nil {
			return nil, usage("%w", err)
		}
		switch {
		case c.Fault != nil && c.Fault.Code == model.NoSharedItem:
			unfit = append(unfit, visible.Text(task.Key.String())+": the groups are fitted apart: "+c.Problem)
		case c.Fault != nil:
			unfit = append(unfit, visible.Text(task.Key.String())+" cannot be fitted: "+c.Problem)
		}
		if found == nil || found.Fault != nil && c.Fault == nil {
			found = c
		}
	}
	whole := dataOf(file, tables, spec, cuts.By, option.EachCategory.In(cut))
	otherKinds(&whole, tasks, tables[0])
	if found.Fault == nil { // otherwise the fault is in the study itself
		whole.Warnings = append(whole.Warnings, unfit...)
	}
	found.Data = whole
	if groupings := groupingsOf(tables); len(groupings) > 1 {
		found.Design = result.DesignOf(groupings)
	}
	return found, nil
}
