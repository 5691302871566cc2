package main

import (
	"errors"
	"strings"

	"concord/internal/option"
	"concord/internal/visible"
	"concord/judge"
	"concord/study"
)

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
		return nil, usage("--judge %s: %w", unknown.Name, err)
	case errors.As(err, &fault) && fault.Code == study.NoLabelers:
		return nil, usage("--judge names labelers of a file of one group, and no column says who gave a label\n" +
			"  name the column: --labeler NAME    or if each judge is a group: --group NAME")
	}
	return nil, usage("--judge %s: %w", strings.Join(option.Judge.In(jf), ","), err)
}

// roleAdvised turns an error about people and judges into an error of use, with the flags that help, or into an error
// about the file.
func roleAdvised(e *judge.RoleError) error {
	studies := strings.Join(e.Names, ", ")
	switch e.Code {
	case judge.TwoRoles:
		return usage("--judge and --humans both name %s: a judge cannot be one of the people that it is "+
			"compared with", e.Name)
	case judge.PeopleNotNamed:
		return usage("which group are the people? Name it: --humans GROUP; there are %s", studies)
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
