package main

import (
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/study"
)

// cautioned adds to the warnings the assumptions of a resolved spec, with their alternatives on this command line.
func cautioned(d *result.Data, t *study.Table, spec model.Spec) {
	for _, c := range model.Cautions(t, spec) {
		text := c.String()
		if c.Code == model.SeveralJudges {
			text += "; to compare each of them with one group of people: fit judge --humans " +
				quoting.Shell(quoting.List(c.Pools[0])) + " FILE"
		}
		d.Warnings = append(d.Warnings, text)
	}
}
