package main

import (
	"context"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/judge"
	"concord/model"
	"concord/nonparam"
	"concord/report"
	"concord/sampler"
	"concord/study"
)

// categories compares the judges of labels without order: each category against the rest, then all together.
func (jr *judgeRun) categories(
	ctx context.Context, table *study.Table, spec model.Spec, settings sampler.Settings,
) error {
	jf := jr.work
	data := result.NewData(jr.file, table, spec.Labelers, advice.Warning)
	data.Notes = append(data.Notes, categoriesChosen(table, false)...)
	jr.warn(data)
	compared, err := result.JudgeCategories(table, spec, option.Seed.In(jf),
		func(of *study.Table, seed uint64) (*result.Judges, error) {
			roles, err := judge.NewRoles(of, option.Humans.In(jf), nil)
			if err != nil {
				return nil, err
			}
			settings.Seed = seed
			return jr.compare(ctx, roles, spec, settings)
		})
	if err != nil {
		return err
	}
	interval := jf.interval()
	options := nonparam.Options{Intervals: nonparam.Jackknife{}, Level: interval.Level, Workers: settings.Workers}
	all, err := result.NewJudgesByCategory(ctx, data, table, option.Humans.In(jf), compared, interval, options)
	if err != nil {
		return err
	}
	if err := jr.deliver(all, report.JudgesByCategory(all)); err != nil {
		return err
	}
	if err := jr.repeated(export.JudgesOutput{ByCategory: all}); err != nil {
		return err
	}
	return trust(all.Trust(), option.Strict.In(jf))
}
