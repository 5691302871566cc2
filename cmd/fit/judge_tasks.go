package main

import (
	"context"
	"errors"
	"fmt"

	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/report"
	"concord/sampler"
	"concord/study"
)

// tasks compares the judges in each task into which --by cuts the labels.
func (jr *judgeRun) tasks(
	ctx context.Context, table *study.Table, spec model.Spec, settings sampler.Settings,
) error {
	jf := jr.work
	if table.Kind() == study.Nominal {
		by := option.By.In(jf)[0]
		fault := &study.Error{Code: wordsByTask, File: jr.file, Column: by,
			Fixes: []study.Fix{againstRest(table.Categories()), oneTask(table, by),
				study.Choose("if the labels have an order, the lowest first", "order")},
			Found: "judges are compared in each task, but the labels are words without order, and each category is a " +
				"comparison already", Remedy: "take one category against the rest, or one task"}
		return jr.inFile(fault)
	}
	if err := suitsLabels(spec, table.Kind()); err != nil {
		return err
	}
	all, data, err := jf.cutTasks(table, spec)
	if err != nil {
		return err
	}
	jr.warn(data)
	jr.by = data.By
	compared, err := result.NewJudgesByTask(data, option.Humans.In(jf), all, settings.Seed,
		func(of *study.Table, seed uint64) (*result.Judges, error) {
			roles, err := judge.NewRoles(of, option.Humans.In(jf), nil)
			if err != nil {
				return nil, noRoles(err)
			}
			settings.Seed = seed
			return jr.compare(ctx, roles, spec, settings)
		})
	if err != nil {
		return err
	}
	if err := compared.Together(ctx, settings, jf.interval()); err != nil {
		return err
	}
	if err := jr.deliver(compared, report.JudgesByTask(compared)); err != nil {
		return err
	}
	return trust(compared.Trust(), option.Strict.In(jf))
}

// noRoles turns an error about people and judges of a task into the reason why the task has no comparison.
func noRoles(err error) error {
	var role *judge.RoleError
	if !errors.As(err, &role) {
		return err
	}
	why := err
	switch role.Code {
	case judge.NoJudge:
		why = errors.New("no judge labels its items")
	case judge.UnknownPeople:
		why = fmt.Errorf("%s labels none of its items", visible.Text(role.Name))
	}
	return &result.NoComparison{Err: &exitError{exitInput, why}}
}
