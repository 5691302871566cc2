package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"concord/internal/advice"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/judge"
	"concord/model/spec"
	"concord/nonparam"
	"concord/sampler"
	"concord/study"
)

// tasks compares the judges in each task into which --by cuts the labels.
func (jr *judgeRun) tasks(
	ctx context.Context, table *study.Table, sp spec.Spec, settings sampler.Settings,
) error {
	jf := jr.work
	if table.Kind() == study.Nominal {
		by := option.By.In(jf)[0]
		fault := wordsByTask.Faultf("judges are compared in each task, but the labels are words "+
			"without order, and each category is a "+
			"comparison already").InFile(jr.file).InColumn(by).FixedBy(againstRest(table.Categories()),
			oneTask(table, by),
			study.Choose("if the labels have an order, the lowest first", "order"))
		return fault
	}
	if err := suitsLabels(sp, table.Kind()); err != nil {
		return err
	}
	all, data, err := jf.cutTasks(table, sp)
	if err != nil {
		return err
	}
	jr.warn(data)
	jr.by = data.By
	jr.rows = ask.NewJudges(data, jf.interval())
	if err := jr.each(ctx, all, sp, settings); err != nil {
		return err
	}
	if err := jr.rows.Together(ctx, settings); err != nil {
		return err
	}
	return jf.answer(jr.rows.Answer)
}

// each compares the judges in each of some tasks.
func (jr *judgeRun) each(ctx context.Context, all []batch.Task, sp spec.Spec, settings sampler.Settings) error {
	return jr.rows.OfTasks(all, settings.Seed, func(of *study.Table, task string, seed uint64) error {
		roles, err := judge.NewRoles(of, option.Humans.In(jr.work), nil)
		if err != nil {
			return noRoles(err)
		}
		settings.Seed = seed
		return jr.compare(ctx, task, roles, sp, settings)
	})
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

// categories compares the judges of labels without order: each category against the rest, then all together.
func (jr *judgeRun) categories(
	ctx context.Context, table *study.Table, sp spec.Spec, settings sampler.Settings,
) error {
	jf := jr.work
	data := result.NewData(jr.file, table, sp.Labelers, advice.Warning)
	data.Notes = append(data.Notes, categoriesChosen(table, false)...)
	jr.warn(data)
	jr.rows = ask.NewJudges(data, jf.interval())
	all, err := batch.Cuts{}.Tasks(sp, table)
	if err != nil {
		return err
	}
	if err := jr.each(ctx, all, sp, settings); err != nil {
		return err
	}
	return jr.rows.OfCategories(ctx, table, option.Humans.In(jf), nonparam.Options{Intervals: nonparam.Jackknife{},
		Level: jf.interval().Level, Workers: settings.Workers})
}

// roles returns the people and the judges. It sets the study of the people if no flag named it.
func (jf *work) roles(t *study.Table) (*judge.Roles, error) {
	return jf.rolesBy(t, judge.NewRoles)
}

// rolesBy is roles with a function that finds them.
func (jf *work) rolesBy(
	t *study.Table, find func(t *study.Table, people string, judges []string) (*judge.Roles, error),
) (*judge.Roles, error) {
	if option.Humans.In(jf) == "" {
		option.Humans.Set(jf, jf.peopleBeside(t.Studies()))
	}
	roles, err := find(t, option.Humans.In(jf), option.Judge.In(jf))
	var role *judge.RoleError
	var fault *study.Error
	var unknown *study.NameError
	switch {
	case errors.As(err, &role) && role.Code == judge.JudgesNotNamed && len(t.Source().Fractions) > 0 &&
		t.Kind() == study.Binary && len(jf.call.Files) > 0:
		names := t.Source().Fractions
		return nil, usage("who is the judge? Column %s has one number from 0 to 1 for each item\n  as probabilities:\n"+
			"  %s\n  labelers are judges: --judge NAMES", visible.Name(names[0]),
			jf.call.Of(study.To("", "judge-column", names...).With("judge")))
	case err == nil:
		option.Humans.Set(jf, roles.People)
		return roles, nil
	case errors.As(err, &role):
		return nil, roleAdvised(role)
	case errors.As(err, &unknown):
		return nil, noName("judge", unknown.Kind, unknown.Name, unknown.Names)
	case errors.As(err, &fault) && fault.Code == study.NoLabelers:
		return nil, usage("--judge names labelers of a file of one group, and no column says who gave a label\n" +
			"  name the column: --labeler NAME    or if each judge is a group: --group NAME")
	}
	return nil, usage("--judge %s: %w", strings.Join(option.Judge.In(jf), ","), err)
}

// roleAdvised turns an error about people and judges into an error of use, with the flags that help, or into an error
// about the file.
func roleAdvised(e *judge.RoleError) error {
	switch e.Code {
	case judge.TwoRoles:
		return usage("--judge and --humans both name %s: a judge cannot be one of the people that it is "+
			"compared with", e.Name)
	case judge.PeopleNotNamed:
		return whichPeople(e.Names)
	case judge.JudgesNotNamed:
		return usage("who are the judges? All labels are of one group: name them, --judge NAMES; labelers are %s",
			visible.Quoted(e.Names, 5))
	case judge.UnknownPeople:
		return noStudy("humans", e.Name, e.Names)
	case judge.UnknownJudge:
		return noStudy("judge", e.Name, e.Names)
	case judge.JudgeTwice:
		return usage("--judge names %s twice", e.Name)
	}
	return &exitError{exitInput, e}
}
