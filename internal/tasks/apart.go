package tasks

import (
	"context"
	"errors"

	"concord/internal/ask"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Resolve is [model.Resolve] of the labels of a task: where studies share no item, which no one model describes, of
// those that are fitted together first.
func Resolve(t *study.Table, sp spec.Spec) (spec.Spec, error) {
	resolved, err := model.Resolve(t, sp)
	if !shareNothing(err) {
		return resolved, err
	}
	for _, studies := range together(t) {
		part, wrong := t.Select(studies...)
		if wrong != nil {
			return resolved, wrong
		}
		if of, unfit := model.Resolve(part, sp); unfit == nil {
			return of, nil
		}
	}
	return resolved, err
}

// shareNothing reports whether labels determine no model because two studies share no item.
func shareNothing(err error) bool {
	var data *refusal.Error
	return errors.As(err, &data) && data.Code == refusal.NoSharedItem
}

// together divides the studies of a table into parts in which each two studies share an item. A study goes into the
// first part with whose studies it shares items.
func together(t *study.Table) [][]string {
	design := study.Describe(t)
	var parts [][]int
	for s := range design.Studies {
		at := len(parts)
		for k := len(parts) - 1; k >= 0; k-- {
			fits := true
			for _, other := range parts[k] {
				fits = fits && design.Shared(other, s) > 0
			}
			if fits {
				at = k
			}
		}
		if at == len(parts) {
			parts = append(parts, nil)
		}
		parts[at] = append(parts[at], s)
	}
	names := make([][]string, len(parts))
	for k, part := range parts {
		for _, s := range part {
			names[k] = append(names[k], design.Studies[s].Name)
		}
	}
	return names
}

// apart fits the studies of a task that share no item in parts, each as a task of its labels alone with the same seed,
// and puts their results together; it leaves the task alone if no part can be fitted.
func (ft Fitting) apart(
	ctx context.Context, job batch.Job, about result.Data, agreement []result.Agreement, task *fits.Task,
) error {
	var parts []fits.Part
	fitted := false
	for _, studies := range together(job.Labels) {
		alone := job
		var err error
		if alone.Labels, err = job.Labels.Select(studies...); err != nil {
			return err
		}
		one, err := ft.Fit(ctx, alone)
		if err != nil {
			return err
		}
		part := fits.Part{Studies: studies, Undefined: one.Undefined}
		if one.Fitted() {
			part.Result, fitted = one.Result, true
			task.Transformed = append(task.Transformed, one.Transformed...)
		}
		parts = append(parts, part)
	}
	if fitted {
		task.Result = ask.WithoutFit(about, agreement, ft.Interval.Level)
		task.Result.Interval = result.NewIntervals(ft.Interval, agreement)
		fits.Together(task.Result, parts)
		task.Result.Verdict = say.FitVerdict(task.Result)
	}
	return nil
}
