package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"concord/internal/advice"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/study"
)

// changeRun compares two runs that were read.
type changeRun struct {
	flags    *changeFlags
	sides    [2]*changeSide
	interval posterior.Interval
	streams  streams
	notes    []string
	shared   *result.SharedLabels
}

// compare fits the labels that are not fitted yet, together if the runs share items.
func (r *changeRun) compare(ctx context.Context) (*result.Changes, error) {
	before, after := r.sides[0], r.sides[1]
	if before.table != nil && after.table != nil {
		if err := r.share(); err != nil {
			return nil, err
		}
	} else {
		for _, side := range r.sides {
			if side.lacks != "" {
				r.notes = append(r.notes, fmt.Sprintf("the labels of %s could not be read again: %s",
					visible.Text(side.name), visible.Text(side.lacks)))
			}
		}
	}
	if changes, err := r.jointly(ctx); changes != nil || err != nil {
		return changes, err
	}
	return r.apart(ctx)
}

// share counts the items and labelers that the runs share. If the later file has all earlier labels, the later run is
// about its other labels.
func (r *changeRun) share() error {
	before, after := r.sides[0], r.sides[1]
	rest, grown := after.table.Beyond(before.table)
	if grown && rest == nil {
		return &exitError{exitInput, problem("%s has the same labels as %s: nothing has changed", after.path,
			before.path)}
	}
	repeated := 0
	if grown {
		repeated = before.table.Len()
		after.table, after.saved = rest, nil
	}
	r.shared = result.NewSharedLabels(before.table, after.table)
	r.shared.Repeated = repeated
	if r.flags.different {
		r.shared.Items = 0
	}
	return nil
}

// jointly fits one model to the labels of both; nil if the runs share no item, or no model describes both.
func (r *changeRun) jointly(ctx context.Context) (*result.Changes, error) {
	if r.shared == nil || r.shared.Items == 0 {
		return nil, nil
	}
	before, after := r.sides[0], r.sides[1]
	if !sameModel(before.flags.model, after.flags.model) {
		r.notes = append(r.notes, "the two runs were fitted by different models")
		return nil, nil
	}
	table, err := study.Both([2]string{before.name, after.name}, [2]*study.Table{before.table, after.table})
	var unlike *study.Error
	if errors.As(err, &unlike) {
		r.notes = append(r.notes, unlike.Found)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	spec, err := model.Resolve(table, after.spec)
	var data *model.DataError
	if errors.As(err, &data) {
		r.notes = append(r.notes, "no one model describes both: "+err.Error())
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	fitted, summary, err := r.fit(ctx, before.name+", "+after.name, table, spec)
	if err != nil {
		return nil, err
	}
	sides := result.Sides{Of: [2]*model.Posterior{fitted, fitted}, Joint: true}
	names, at, err := r.common(before.table.Studies(), after.table.Studies())
	if err != nil {
		return nil, err
	}
	sides.Names = names
	both := table.Studies() // the studies of the earlier run come first
	for _, pair := range at {
		sides.Studies[0] = append(sides.Studies[0], both[pair[0]])
		sides.Studies[1] = append(sides.Studies[1], both[len(before.table.Studies())+pair[1]])
	}
	return r.conclude(sides, summary.Diagnostics)
}

// apart compares two posteriors.
func (r *changeRun) apart(ctx context.Context) (*result.Changes, error) {
	var sides result.Sides
	var diagnostics [2]*result.Diagnostics
	for i, side := range r.sides {
		if side.saved == nil {
			spec, err := settled(side.path, side.table, side.spec)
			if err != nil {
				return nil, err
			}
			fitted, summary, err := r.fit(ctx, fileName(side.path), side.table, spec)
			if err != nil {
				return nil, inFile(fileName(side.path), err)
			}
			side.saved = &planSource{fitted, summary}
		}
		sides.Of[i] = side.saved.fit
		diagnostics[i] = side.saved.result.Diagnostics
	}
	before, after := sides.Of[0].Spec().Family, sides.Of[1].Spec().Family
	if before.String() != after.String() {
		return nil, &exitError{exitInput, problem("%s has %v labels and %s has %v labels, which have no numbers in "+
			"common", r.sides[0].path, before, r.sides[1].path, after)}
	}
	names, at, err := r.common(sides.Of[0].Studies(), sides.Of[1].Studies())
	if err != nil {
		return nil, err
	}
	sides.Names = names
	for _, pair := range at {
		sides.Studies[0] = append(sides.Studies[0], sides.Of[0].Studies()[pair[0]])
		sides.Studies[1] = append(sides.Studies[1], sides.Of[1].Studies()[pair[1]])
	}
	return r.conclude(sides, result.TrustBoth([2]string{r.sides[0].name, r.sides[1].name}, diagnostics))
}

// fit fits labels and summarises the fit.
func (r *changeRun) fit(
	ctx context.Context, name string, table *study.Table, spec model.Spec,
) (*model.Posterior, *result.Result, error) {
	settings, err := r.flags.fit.sampler.settings()
	if err != nil {
		return nil, nil, err
	}
	fitted, err := r.flags.fit.fit(ctx, table, spec, settings, r.streams)
	if err != nil {
		return nil, nil, err
	}
	if fitted.Partial {
		return nil, nil, &exitError{exitInterrupted, errors.New("interrupted before all runs were fitted")}
	}
	fitted.Reference = fitted.Posterior.StudyAt(0)
	data := result.NewData(name, table, spec.Labelers, advice.Warning)
	return fitted.Posterior, advice.WithCommands(result.New(data, *fitted, nil, r.interval)), nil
}

// common pairs the studies with the same name. If each run has one study, the two are a pair.
func (r *changeRun) common(before, after []string) (names []string, at [][2]int, err error) {
	if len(before) == 1 && len(after) == 1 {
		return after, [][2]int{{0, 0}}, nil
	}
	for i, name := range before {
		if k := slices.Index(after, name); k >= 0 {
			names, at = append(names, name), append(at, [2]int{i, k})
		}
	}
	if len(names) == 0 {
		return nil, nil, &exitError{exitInput, problem("no group of %s is in %s: %s; %s. To take all labelers of a "+
			"file as one group: --study -", r.sides[0].path, r.sides[1].path, visible.Names(before),
			visible.Names(after))}
	}
	if left := len(before) + len(after) - 2*len(names); left > 0 {
		r.notes = append(r.notes, fmt.Sprintf("left out: %d groups that are in one of the two only", left))
	}
	return names, at, nil
}

// conclude makes the result.
func (r *changeRun) conclude(sides result.Sides, d *result.Diagnostics) (*result.Changes, error) {
	var runs [2]result.ChangedRun
	for i, side := range r.sides {
		if side.saved != nil { // its labels are described
			runs[i] = result.NewChangedRun(side.name, side.saved.result.Data)
			continue
		}
		data := result.NewData(fileName(side.path), side.table, side.spec.Labelers, advice.Warning)
		runs[i] = result.NewChangedRun(side.name, data)
	}
	c, err := result.NewChanges(runs, sides, r.interval)
	if err != nil {
		return nil, err
	}
	c.Diagnostics, c.Notes = d, append(c.Notes, r.notes...)
	c.Conclude(r.shared, "If they are: --different-items")
	return c, nil
}

// sameModel reports whether flags ask for the same model. Which study is the reference is no part of the model.
func sameModel(a, b modelFlags) bool {
	a.reference, b.reference = "", ""
	return a == b
}
