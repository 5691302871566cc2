package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// changeRun compares two runs that were read.
type changeRun struct {
	*work
	sides  [2]*changeSide
	notes  []string
	shared *ask.Shared
}

// compare fits the labels that are not fitted yet, together if the runs share items or people. A group with people in
// both runs has a separate model.
func (r *changeRun) compare(ctx context.Context) (*ask.Changes, error) {
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
	again, err := r.again(ctx)
	if err != nil {
		return nil, err
	}
	if len(again) == 1 && len(before.table.Studies()) == 1 && len(after.table.Studies()) == 1 {
		return again[0], nil
	}
	changes, err := r.jointly(ctx)
	if changes == nil && err == nil {
		changes, err = r.apart(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, group := range again {
		changes.Take(group)
	}
	return changes, nil
}

// share counts the items and labelers that the runs share. If the later file has all earlier labels, the later run is
// about its other labels.
func (r *changeRun) share() error {
	before, after := r.sides[0], r.sides[1]
	rest, grown := after.table.Beyond(before.table)
	if grown && rest == nil {
		return unusable("%s has the same labels as %s: nothing has changed", after.path,
			before.path)
	}
	repeated := 0
	if grown {
		repeated = before.table.Len()
		after.table, after.saved = rest, nil
	}
	r.shared = ask.NewShared(before.table, after.table)
	r.shared.Repeated = repeated
	if option.DifferentItems.In(r.work) {
		r.shared.Items = 0
	}
	return nil
}

// again fits one model to both runs of each group that has people in both. They are one person each there, with a level
// and a change of it ([spec.Returning]), unless flags say otherwise.
func (r *changeRun) again(ctx context.Context) (all []*ask.Changes, err error) {
	if r.shared == nil || r.shared.Labelers == 0 || r.sides[1].spec.Labelers != spec.AutoLabelers {
		return nil, nil
	}
	tables := [2]*study.Table{r.sides[0].table, r.sides[1].table}
	names, at, err := r.common(tables[0].Studies(), tables[1].Studies())
	if err != nil {
		return nil, nil // apart says so, unless there is more to say
	}
	asked := r.sides[1].spec
	asked.Labelers, asked.Effects, asked.EffectsOf = spec.Returning, true, []string{study.LabelerFactor}
	for i, pair := range at {
		same := r.same(names[i], tables[0].Studies()[pair[0]], tables[1].Studies()[pair[1]])
		if same == nil || same.One() {
			continue
		}
		var of [2]*study.Table
		for side, t := range tables {
			if of[side], err = t.Select(t.Studies()[pair[side]]); err != nil {
				return nil, err
			}
		}
		sides := ask.Sides{Names: names[i : i+1], Same: []ask.SamePeople{*same}}
		c, err := r.together(ctx, of, sides, [][2]int{{0, 0}}, asked)
		if err != nil {
			return nil, err
		}
		if c != nil {
			all = append(all, c)
		}
	}
	return all, nil
}

// same returns the people who label in a group of both runs, which has a name in each; nil if there are none.
func (r *changeRun) same(name string, of ...string) *ask.SamePeople {
	if r.shared == nil {
		return nil
	}
	var views [2]study.View
	for i, side := range r.sides {
		views[i], _ = side.table.Study(of[i])
	}
	if same, ok := ask.NewSamePeople(name, views); ok {
		return &same
	}
	return nil
}

// jointly fits one model to the labels of both; nil if the runs share no item, or no model describes both.
func (r *changeRun) jointly(ctx context.Context) (*ask.Changes, error) {
	if r.shared == nil || r.shared.Items == 0 {
		return nil, nil
	}
	tables := [2]*study.Table{r.sides[0].table, r.sides[1].table}
	names, at, err := r.common(tables[0].Studies(), tables[1].Studies())
	if err != nil {
		return nil, nil // apart says so, unless there is more to say
	}
	return r.together(ctx, tables, ask.Sides{Names: names}, at, r.sides[1].spec)
}

// together fits one model to the labels of two tables, whose studies at some places are compared; nil if no model
// describes both.
func (r *changeRun) together(
	ctx context.Context, tables [2]*study.Table, sides ask.Sides, at [][2]int, asked spec.Spec,
) (*ask.Changes, error) {
	before, after := r.sides[0], r.sides[1]
	if !option.Same(before, after, option.Join(option.Model, option.ItemsAre)) {
		r.note("the two runs were fitted by different models")
		return nil, nil
	}
	table, err := study.Both([2]string{before.name, after.name}, tables, !option.DifferentItems.In(r.work))
	var unlike *study.Error
	if errors.As(err, &unlike) {
		r.note(unlike.Found)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sp, err := model.Resolve(table, asked)
	var data *refusal.Error
	if errors.As(err, &data) {
		r.note("no one model describes both: " + err.Error())
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all := *r.work
	all.file = before.name + ", " + after.name
	labels := all.described(table, sp)
	fitted, summary, err := r.fit(ctx, labels, table, sp)
	if err != nil {
		return nil, err
	}
	sides.Of, sides.Joint = [2]*model.Posterior{fitted, fitted}, true
	both := table.Studies() // the studies of the earlier run come first
	for i, pair := range at {
		sides.Studies[0] = append(sides.Studies[0], both[pair[0]])
		sides.Studies[1] = append(sides.Studies[1], both[len(tables[0].Studies())+pair[1]])
		same := r.same(sides.Names[i], tables[0].Studies()[pair[0]], tables[1].Studies()[pair[1]])
		if same != nil && same.One() {
			sides.Same = append(sides.Same, *same)
		}
	}
	doubts, _ := say.FitChecks(summary)
	return r.changes(sides, summary.Runs[0].Trust, doubts)
}

// apart compares two posteriors.
func (r *changeRun) apart(ctx context.Context) (*ask.Changes, error) {
	var sides ask.Sides
	var diagnostics [2]*result.Diagnostics
	var doubts []string
	for i, side := range r.sides {
		if side.saved == nil {
			sp, err := side.settled(side.table, side.spec)
			if err != nil {
				return nil, side.inFile(err)
			}
			data := side.described(side.table, sp)
			fitted, summary, err := r.fit(ctx, data, side.table, sp)
			if err != nil {
				return nil, side.inFile(err)
			}
			side.saved = &planSource{fitted, summary}
		}
		sides.Of[i] = side.saved.fit
		diagnostics[i] = side.saved.result.Runs[0].Trust
		all, _ := say.FitChecks(side.saved.result)
		for _, text := range all {
			doubts = append(doubts, visible.Text(side.name)+": "+text)
		}
	}
	before, after := sides.Of[0].Spec().Family, sides.Of[1].Spec().Family
	if before.String() != after.String() {
		return nil, unusable("%s has %v labels and %s has %v labels, which have no numbers in "+
			"common", r.sides[0].path, before, r.sides[1].path, after)
	}
	names, at, err := r.common(sides.Of[0].Studies(), sides.Of[1].Studies())
	if err != nil {
		return nil, err
	}
	sides.Names = names
	for i, pair := range at {
		group := [2]string{sides.Of[0].Studies()[pair[0]], sides.Of[1].Studies()[pair[1]]}
		sides.Studies[0], sides.Studies[1] = append(sides.Studies[0], group[0]), append(sides.Studies[1], group[1])
		if same := r.same(names[i], group[:]...); same != nil && same.One() {
			sides.Same = append(sides.Same, *same)
		}
	}
	both := result.TrustBoth([2]string{r.sides[0].name, r.sides[1].name}, diagnostics)
	return r.changes(sides, both, doubts)
}

// fit fits labels and summarises the fit.
func (r *changeRun) fit(
	ctx context.Context, data result.Data, table *study.Table, sp spec.Spec,
) (*model.Posterior, *answer.Answer, error) {
	f := r.work
	fitted, err := f.fit(ctx, table, sp, f.settings(), "")
	if err != nil {
		return nil, nil, err
	}
	if fitted.Check, err = f.checkFit(ctx, fitted, r.news()); err != nil {
		return nil, nil, err
	}
	if fitted.Labelers, err = f.labelers(ctx, fitted, nil); err != nil {
		return nil, nil, err
	}
	if fitted.Partial || ctx.Err() != nil {
		return nil, nil, interrupted(" before all runs were fitted")
	}
	return fitted.Posterior, r.summed(data, fitted), nil
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
		return nil, nil, unusable("no group of %s is in %s: %s; %s. To take all labelers of a "+
			"file as one group: --group -", r.sides[0].path, r.sides[1].path, visible.Names(before),
			visible.Names(after))
	}
	if left := len(before) + len(after) - 2*len(names); left > 0 {
		r.note(fmt.Sprintf("left out: %d groups that are in one of the two only", left))
	}
	return names, at, nil
}

// note adds a note once, however many fits it is about.
func (r *changeRun) note(text string) {
	if !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
}

// changes compares the studies of fits, with the diagnostics and the doubts of these fits.
func (r *changeRun) changes(sides ask.Sides, d *result.Diagnostics, doubts []string) (*ask.Changes, error) {
	c, err := ask.NewChanges(sides)
	if err != nil {
		return nil, err
	}
	c.Trust, c.Doubts = d, doubts
	return c, nil
}

// answer describes the labels of both runs beside their changes.
func (r *changeRun) answer(c *ask.Changes) *answer.Answer {
	var names [2]string
	var runs [2]result.Data
	for i, side := range r.sides {
		names[i] = side.name
		if side.saved != nil { // its labels are described
			runs[i] = side.saved.result.Data
			continue
		}
		sp, err := model.Resolve(side.table, side.spec)
		if err != nil { // no model of this side alone: what is said of labels needs none
			sp = side.spec
		}
		runs[i] = side.described(side.table, sp)
	}
	return ask.Compare(c, names, runs, r.shared, r.notes, r.interval(),
		"If they are: --different-items")
}
