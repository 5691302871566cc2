package main

import (
	"context"
	"errors"
	"fmt"

	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/report"
	"concord/study"
)

// tasks compares groups with the gold standard in each task into which --by cuts the labels.
func (gr *goldRun) tasks(ctx context.Context) error {
	gf := gr.work
	all, data, err := gf.cutTasks(gr.table, gr.spec)
	if err != nil {
		return err
	}
	if gr.table.Kind() != study.Nominal {
		if err := suitsLabels(gr.spec, gr.table.Kind()); err != nil {
			return err
		}
	}
	if option.Gold.In(gf) == "" {
		var tables []*study.Table
		for _, task := range all {
			tables = append(tables, task.Table())
		}
		if option.Gold.Set(gf, onlySingle(tables...)); option.Gold.In(gf) == "" {
			return whichStandard(gr.table)
		}
	} else if _, err := gr.standard(); err != nil {
		return err
	}
	gr.warn(data)
	compared, err := result.NewGoldByTask(data, option.Gold.In(gf), all, gr.settings.Seed,
		func(of *study.Table, seed uint64) (*result.Gold, error) {
			if _, err := of.Study(option.Gold.In(gf)); err != nil {
				return nil, &result.NoComparison{Err: &exitError{exitInput,
					fmt.Errorf("%s labels none of its items", visible.Text(option.Gold.In(gf)))}}
			}
			run := goldRun{work: gf, table: of, spec: gr.spec, settings: gr.settings,
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
	interval := gf.interval()
	if err := compared.Together(ctx, gr.settings, interval); err != nil {
		return err
	}
	return gf.deliver(compared, report.GoldByTask(compared), compared.Trust(), moreFull, morePage)
}
