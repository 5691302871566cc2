package main

import (
	"context"
	"errors"
	"fmt"

	"concord/internal/result"
	"concord/internal/visible"
	"concord/posterior"
	"concord/report"
	"concord/study"
)

// tasks compares groups with the gold standard in each task into which --by cuts the labels.
func (gr *goldRun) tasks(ctx context.Context) error {
	gf := gr.flags
	all, data, err := gf.fit.cut.tasks(gr.file, gr.table, gr.spec)
	if err != nil {
		return err
	}
	if gr.table.Kind() != study.Nominal {
		if err := suitsLabels(gr.spec, gr.table.Kind()); err != nil {
			return err
		}
	}
	if gf.standard == "" {
		var tables []*study.Table
		for _, task := range all {
			tables = append(tables, task.Table())
		}
		if gf.standard = onlySingle(tables...); gf.standard == "" {
			return whichStandard(gr.table)
		}
	} else if _, err := gr.standard(); err != nil {
		return err
	}
	if !gf.fit.result.quiet {
		gr.s.warn(data)
	}
	compared, err := result.NewGoldByTask(data, gf.standard, all, gr.settings.Seed,
		func(of *study.Table, seed uint64) (*result.Gold, error) {
			if _, err := of.Study(gf.standard); err != nil {
				return nil, &result.NoComparison{Err: &exitError{exitInput,
					fmt.Errorf("%s labels none of its items", visible.Text(gf.standard))}}
			}
			run := goldRun{flags: gf, file: gr.file, table: of, spec: gr.spec, settings: gr.settings, s: gr.s,
				by: data.By, warned: true}
			run.settings.Seed = seed
			one, err := run.compare(ctx)
			var fault *exitError
			if errors.As(err, &fault) && fault.code == exitInput {
				return nil, &result.NoComparison{Err: fault}
			}
			return one, err
		})
	if err != nil {
		return err
	}
	interval := posterior.Interval{Level: gf.fit.result.level}
	if err := compared.Together(ctx, gr.settings, interval); err != nil {
		return err
	}
	return gf.deliver(gr.s, compared, report.GoldByTask(compared), compared.Trust())
}
