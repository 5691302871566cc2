package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/pflag"

	"concord/batch"
	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/report"
	"concord/report/html"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// cutFlags say what one file is cut into, a fit each.
type cutFlags struct{ eachCategory bool }

func (ct *cutFlags) register(fs *pflag.FlagSet) {
	fs.BoolVar(&ct.eachCategory, "each-category", false,
		"fit each category of the labels against the rest, as words without order are without being asked for")
}

// apply sets what the flags ask of the reader, for a family that was asked for, which may be nil.
func (ct *cutFlags) apply(o *read.Options, f family.Family) error {
	o.AllowNominal, o.PairsAlone = true, true
	switch {
	case !ct.eachCategory:
		return nil
	case f != nil && f.Kind() != study.Binary:
		return usage("--each-category makes binary labels of each category, which --family %v does not describe", f)
	case len(o.Positive)+len(o.Negative) > 0:
		return usage("--each-category takes every category as positive in its turn: leave out --positive and " +
			"--negative")
	}
	if len(o.Order) == 0 {
		o.Kind = study.Nominal
	}
	return nil
}

// cuts reports whether a table is fitted category by category.
func (ct *cutFlags) cuts(t *study.Table) bool { return ct.eachCategory || t.Kind() == study.Nominal }

// severalRun is what all tasks of a run have in common.
type severalRun struct {
	flags      *fitFlags
	file       string
	reference  string
	settings   sampler.Settings
	interval   posterior.Interval
	conditions []condition
	streams    streams
}

// categories fits each category of a table against the rest.
func (run *severalRun) categories(ctx context.Context, t *study.Table, spec model.Spec) error {
	f, news := run.flags, run.streams.news(run.flags.result.quiet)
	if err := f.onlyOne(); err != nil {
		return err
	}
	tasks, err := batch.Categories(t, spec)
	if err != nil {
		return err
	}
	resolved, err := resolveTasks(run.file, tasks)
	if err != nil {
		return err
	}
	if run.conditions, err = settle(run.conditions, resolved.Family, t.Studies()); err != nil {
		return err
	}
	sev := &report.Several{Data: report.NewData(run.file, t, resolved.Labelers, designAdvised),
		Cut:  []string{batch.ByCategory},
		More: "Latent scale, parameters and everything else of each fit: --format json or csv"}
	sev.Data.Notes = append(sev.Data.Notes, categoriesChosen(t, f.cut)...)
	if !f.result.quiet {
		warn(run.streams.err, sev.Data)
	}
	o, err := f.coefficientOptions()
	if err != nil {
		return err
	}
	if sev.Agreement, err = coefficientsOf(ctx, t, run.reference, o, news); err != nil {
		return err
	}
	sev.Confusion = report.Confusions(t)
	sev.Interval = report.NewIntervals(run.interval, sev.Agreement)
	sev.Tasks, err = run.tasks(ctx, tasks)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	sev.Partial = err != nil
	if len(sev.Tasks) == 0 {
		return err // interrupted before the first fit was done
	}
	return run.deliver(sev)
}

// onlyOne refuses what is kept or written of one fit alone.
func (f *fitFlags) onlyOne() error {
	switch {
	case f.out.dir != "" || f.out.from != "":
		return usage("--out and --from are for one fit, and here each category has one")
	case len(f.others) > 0:
		return usage("--compare is for one fit, and here each category has one")
	case f.tables != tableFlags{}:
		return usage("--items and --labelers are for one fit, and here each category has one")
	case f.result.format == formatAPA:
		return usage("--format %s: the paragraph describes one fit, and here each category has one", formatAPA)
	}
	return nil
}

// resolveTasks returns the specification that the tasks have in common. Where no task can be fitted, the error is that
// of the first: what is wrong is wrong with the study, not with a category.
func resolveTasks(file string, tasks []batch.Task) (model.Spec, error) {
	var first error
	var spec model.Spec
	for _, task := range tasks {
		table, err := task.Table()
		if err != nil {
			return spec, err
		}
		spec, err = model.Resolve(table, task.Spec)
		var data *model.DataError
		switch {
		case err == nil:
			return spec, nil
		case !errors.As(err, &data):
			return spec, usage("%w", err)
		case first == nil:
			first = err
		}
	}
	return spec, inFile(file, first)
}

// tasks fits every task and returns what became of them in their order, as far as they were finished.
func (run *severalRun) tasks(ctx context.Context, tasks []batch.Task) ([]report.Task, error) {
	f := run.flags
	bar := newTaskProgress(run.streams.news(f.result.quiet), len(tasks))
	defer bar.finish()
	done := make([]*report.Task, len(tasks))
	err := batch.Run(ctx, tasks, batch.Options{Seed: f.sampler.seed, Cores: f.sampler.cores}, run.fit,
		func(o batch.Outcome[report.Task]) {
			task := o.Value
			task.Key, task.Seed = o.Task.Key.Values(), o.Seed
			if o.Err != nil {
				task.Undefined = o.Err.Error()
			}
			done[o.Index] = &task
			bar.update(o.Err != nil || task.Undefined != "")
		})
	var finished []report.Task
	for _, task := range done {
		if task != nil {
			finished = append(finished, *task)
		}
	}
	return finished, err
}

// fit fits one task. Labels that determine no model leave it with its coefficients and the reason.
func (run *severalRun) fit(ctx context.Context, job batch.Job) (report.Task, error) {
	f := *run.flags
	f.sampler.seed, f.sampler.cores, f.result.quiet = job.Seed, job.Cores, true
	settings := run.settings
	settings.Seed, settings.Workers = job.Seed, job.Cores
	var data *model.DataError
	spec, unfit := model.Resolve(job.Labels, job.Spec)
	if unfit != nil && !errors.As(unfit, &data) {
		return report.Task{}, unfit
	}
	about := report.NewData(run.file, job.Labels, spec.Labelers, designAdvised)
	agreement, err := f.agreement(ctx, job.Labels, run.reference, io.Discard)
	if err != nil {
		return report.Task{}, err
	}
	if unfit != nil {
		return report.Task{Undefined: unfit.Error(), Result: report.NewAgreement(about, agreement,
			run.interval.Level)}, nil
	}
	fitted, err := f.fit(ctx, job.Labels, spec, settings, streams{err: io.Discard})
	if err != nil {
		return report.Task{}, err
	}
	if fitted.Reference, err = fitted.Posterior.Study(run.reference); err != nil {
		return report.Task{}, err
	}
	if fitted.Check, err = f.check(ctx, fitted, io.Discard); err != nil {
		return report.Task{}, err
	}
	return report.Task{Result: withCommands(report.New(about, *fitted, agreement, run.interval))}, ctx.Err()
}

// deliver writes the result to all places that were asked for, and returns the exit code that it deserves.
func (run *severalRun) deliver(sev *report.Several) error {
	f := run.flags
	render := func(w io.Writer, sev *report.Several) error { return sev.Render(w, f.result.format) }
	err := f.html.file(func(w io.Writer) error {
		return html.WriteSeveral(w, html.Several{Result: sev, Command: commandLine(f.out.arguments),
			Version: version()})
	})
	if err := errors.Join(err, displayed(f.result.format, render)(run.streams.out, sev)); err != nil {
		return err
	}
	return f.verdictOfSeveral(sev, run.conditions, run.streams)
}
