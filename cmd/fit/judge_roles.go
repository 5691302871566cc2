package main

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// peopleName is what the people are called in a file that has no studies.
const peopleName = "people"

// roles returns the labels with the people and each judge as studies of their own, and sets which the people are where
// that was not said: of several studies those that are named as judges beside the people, of one its labelers.
func (jf *judgeFlags) roles(t *study.Table) (*study.Table, error) {
	names := jf.named.names
	switch {
	case len(names) == 0:
		return t, nil
	case slices.Contains(names, jf.people):
		return nil, usage("--judge and --humans both name %s: a judge cannot be one of the people that it is "+
			"compared with", jf.people)
	case len(t.Studies()) == 1:
		return jf.labelersApart(t)
	}
	if jf.people == "" {
		return nil, jf.whoAreThePeople(t)
	}
	for i, name := range names {
		if !slices.Contains(t.Studies(), name) {
			return nil, noStudy("judge", name, t.Studies())
		}
		if slices.Contains(names[:i], name) {
			return nil, usage("--judge names %s twice", name)
		}
	}
	if !slices.Contains(t.Studies(), jf.people) {
		return nil, noStudy("humans", jf.people, t.Studies())
	}
	return t.Select(append([]string{jf.people}, names...)...)
}

// labelersApart makes a study of each labeler that is a judge.
func (jf *judgeFlags) labelersApart(t *study.Table) (*study.Table, error) {
	people := t.Studies()[0]
	if t.Source().Columns.Study.Name == "" { // the name is of no column, and says nothing
		people = peopleName
		if jf.people != "" {
			people = jf.people
		}
	} else if jf.people != "" && jf.people != people {
		return nil, noStudy("humans", jf.people, t.Studies())
	}
	jf.people = people
	apart, err := t.Apart(people, jf.named.names...)
	var fault *study.Error
	var unknown *study.NameError
	switch {
	case errors.As(err, &unknown):
		return nil, usage("--judge %s: %w", unknown.Name, err)
	case errors.As(err, &fault) && fault.Code == study.NoLabelers:
		return nil, usage("--judge names labelers of a file of one study, and no column says who gave a label\n" +
			"  name the column: --labeler NAME    or where each judge is a study: --study NAME")
	case err != nil:
		return nil, usage("--judge %s: %w", strings.Join(jf.named.names, ","), err)
	}
	return apart, nil
}

// whoAreThePeople asks for what was not said.
func (jf *judgeFlags) whoAreThePeople(t *study.Table) error {
	if len(t.Studies()) == 1 && t.HasLabelers() {
		return usage("who are the judges? All labels are of one study: fit judge --judge NAMES FILE; labelers are %s",
			visible.Quoted(t.Labelers(), 5))
	}
	return usage("which study are the people? fit judge --humans STUDY FILE; there are %s",
		strings.Join(t.Studies(), ", "))
}
