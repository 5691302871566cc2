package main

import (
	"context"
	"errors"
	"strings"

	"concord/batch"
	"concord/internal/advice"
	"concord/model"
	"concord/nonparam"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
	"concord/study"
)

// categories compares the judges of labels without order: each category against the rest, then all together.
func (jr *judgeRun) categories(
	ctx context.Context, table *study.Table, spec model.Spec, settings sampler.Settings,
) error {
	jf := jr.flags
	render, err := formatOf(jf.format, report.JudgesByCategoryText, report.JudgesByCategoryJSON)
	if err != nil {
		return err
	}
	// Who are the people and who the judges is the same for all categories.
	if _, _, err := jf.judges(table); err != nil {
		return jr.unusable(err)
	}
	tasks, err := batch.Cuts{}.Tasks(spec, table)
	if err != nil {
		return err
	}
	data := report.NewData(jr.file, table, spec.Labelers, advice.Warning)
	data.Notes = append(data.Notes, categoriesChosen(table, cutFlags{})...)
	jr.warn(data)
	var compared []report.CategoryJudges
	var first error
	fits := 0
	for _, task := range tasks {
		settings.Seed = task.Seed(jf.fit.sampler.seed)
		c := report.CategoryJudges{Category: task.Key.String(), Seed: settings.Seed}
		c.Judges, err = jr.compare(ctx, task.Table(), spec, settings)
		var unfit *model.DataError
		switch {
		case errors.As(err, &unfit):
			c.Undefined = strings.TrimSuffix(unfit.Error(), ".")
			if first == nil {
				first = err
			}
		case err != nil:
			return err
		default:
			fits++
		}
		compared = append(compared, c)
	}
	if fits == 0 {
		return first
	}
	interval := posterior.Interval{Level: jf.fit.result.level}
	options := nonparam.Options{Intervals: nonparam.Jackknife{}, Level: interval.Level, Workers: settings.Workers}
	all, err := report.NewJudgesByCategory(ctx, data, table, jf.people, compared, interval, options)
	if err != nil {
		return err
	}
	if err := errors.Join(jf.html.writeJudgesByCategory(all), render(jr.s.out, all)); err != nil {
		return err
	}
	return trust(all.Trust(), jf.strict)
}

// unusable is an error about who the people are, as wrong use or as one of the file.
func (jr *judgeRun) unusable(err error) error {
	var wrong *exitError
	if errors.As(err, &wrong) {
		return err
	}
	return &exitError{exitInput, inFile(jr.file, err)}
}
