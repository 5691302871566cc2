package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"concord/internal/advice"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
	"concord/study/read"
)

func checkCommand() Command {
	return Command{
		Use:   "check [flags] FILE...",
		Short: "Check a study file without fitting it",
		Long: `Read a study file and print what is in it, who labelled which items, what may mislead, and the model that
"fit FILE" would fit. Nothing is sampled.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, or labels that determine no model, 4 with
--strict: any warning, 130 interrupted.

More in the source: docs/reference/files.md.`,
		Example: `  fit check ratings.csv
  fit check --strict --format json ratings.csv > check.json`,
		Options: option.Join(checkOptions(), option.Printing, option.Strict.With("exit with code 4 on any warning")),
		Run:     (*work).runCheck,
	}
}

// checkOptions say how to read a file, and for which model.
func checkOptions() option.Set {
	return option.Join(option.Groupings, option.Cluster, option.Tasks, option.EachCategory, option.Model,
		option.Reference, option.ItemsAre)
}

// readingFor returns how to read the file, and for which model.
func (ckf *work) readingFor() (options read.Options, sp spec.Spec, err error) {
	if sp, err = option.Spec(ckf); err != nil {
		return options, sp, err
	}
	if options, err = option.Reading(ckf); err != nil {
		return options, sp, err
	}
	if err := option.Suit(ckf, sp.Family, &options); err != nil {
		return options, sp, err
	}
	return options, sp, option.Cut(ckf, &options, sp.Family)
}

func (ckf *work) runCheck() error {
	options, sp, err := ckf.readingFor()
	if err != nil {
		return err
	}
	options.Looks = true
	tables, err := ckf.readTables(options)
	if err != nil {
		if printed := ckf.printOpen(err); printed != nil {
			return printed
		}
		return ckf.blamedCut(err)
	}
	if sp.Facets, err = ckf.facets(tables[0], ckf); err != nil {
		return err
	}
	for _, table := range tables {
		if err := suitsLabels(sp, table.Kind()); err != nil {
			return err
		}
	}
	reference, err := referenceOf(tables, option.Reference.In(ckf))
	if err != nil {
		return err
	}
	ckf.offer(tables[0])
	c, err := ckf.checked(ckf.file, tables, sp, reference)
	if err != nil {
		return err
	}
	otherwise(&c.Data, true)
	said, problem, steps := *c, "", ""
	if c.Fault != nil {
		problem, steps = advice.Of(c.Fault), ckf.call.Error(c.Fault)
	}
	a := ask.Check(c, problem)
	said.Data.Warnings = ckf.warnings(c.Data) // for people, with commands to paste
	d := view.Document(ask.Check(&said, steps), ckf.level())
	if err := ckf.print(a, d, study.Fix{}); err != nil {
		return err
	}
	switch {
	case c.Fault != nil:
		return &exitError{exitInput, c.Fault}
	case option.Strict.In(ckf) && len(c.Data.Warnings) > 0:
		return notConverged(c.Data.Warnings...)
	}
	return nil
}

// printOpen prints the columns of a file if the error is that several could have a part.
func (ckf *work) printOpen(err error) error {
	format := option.Format.In(ckf)
	var parts *read.Incomplete
	if format != "text" || !errors.As(err, &parts) || parts.Looks == nil {
		return nil
	}
	as := map[string]string{}
	for _, p := range parts.Found {
		as[p.Column] = p.Part
	}
	for _, p := range parts.Open {
		for _, column := range p.Candidates {
			as[column] = strings.TrimSpace(as[column] + " " + p.Part + "?")
		}
	}
	d := view.OpenColumns(ask.OpenColumns(ckf.file, parts.Looks, as))
	return onDisplay(ckf.out, format, func(w io.Writer, columns int) error {
		return document.Write(w, format, d, document.Options{Level: document.Answer, Columns: columns})
	})
}

// checked checks a table, or the tables of several fits.
func (ckf *work) checked(
	file string, tables []*study.Table, sp spec.Spec, reference string,
) (*result.Check, error) {
	if ckf.cuts(tables...) {
		return checkSeveral(file, tables, sp, reference, ckf)
	}
	t := tables[0]
	c, err := result.NewCheck(file, t, sp, reference, advice.Warning, advice.Flags)
	if err != nil {
		return nil, usage("%w", err)
	}
	if resolved, err := model.Resolve(t, sp); err == nil {
		cautioned(&c.Data, t, resolved)
	}
	return c, nil
}

// checkSeveral checks tables that are cut into several fits. The model is the first that can be fitted; tasks that
// cannot be fitted are warnings.
func checkSeveral(
	file string, tables []*study.Table, sp spec.Spec, reference string, cut *work,
) (*result.Check, error) {
	cuts := cut.cutOf(tables[0])
	tasks, err := cuts.Tasks(sp, tables...)
	if err != nil {
		return nil, err
	}
	var found *result.Check
	var unfit []string
	for _, task := range tasks {
		t := task.Table()
		of := reference
		if !slices.Contains(t.Studies(), of) {
			of = t.Studies()[0]
		}
		c, err := result.NewCheck(file, t, sp, of, advice.Warning, advice.Flags)
		if err != nil {
			return nil, usage("%w", err)
		}
		switch {
		case c.Fault != nil && c.Fault.Code == refusal.NoSharedItem:
			unfit = append(unfit, visible.Text(task.Key.String())+": the groups are fitted apart: "+c.Fault.Error())
		case c.Fault != nil:
			unfit = append(unfit, visible.Text(task.Key.String())+" cannot be fitted: "+c.Fault.Error())
		}
		if found == nil || found.Fault != nil && c.Fault == nil {
			found = c
		}
	}
	whole := dataOf(file, tables, sp, cuts.By, option.EachCategory.In(cut))
	otherKinds(&whole, tasks, tables[0])
	if found.Fault == nil { // otherwise the fault is in the study itself
		whole.Warnings = append(whole.Warnings, unfit...)
	}
	found.Data = whole
	if groupings := groupingsOf(tables); len(groupings) > 1 {
		found.Groupings = groupings
	}
	return found, nil
}
