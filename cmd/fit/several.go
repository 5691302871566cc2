package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"concord/internal/advice"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/tasks"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/internal/version"
	"concord/internal/visible"
	"concord/internal/when"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/report"
	"concord/study"
	"concord/study/read"
)

// severalRun has the things that all tasks of a run share.
type severalRun struct {
	*work
	reference string
	packed    *study.Cutting // the labels; the table then is only their head. nil: tables have the labels
}

// fit fits every task that tables, a label column each, are cut into.
func (run *severalRun) fit(ctx context.Context, tables []*study.Table, sp spec.Spec) error {
	f, news := run.work, run.news()
	if err := f.onlyOne(); err != nil {
		return err
	}
	cuts := f.cutOf(tables[0])
	all, err := cuts.Tasks(sp, tables...)
	if err != nil {
		return err
	}
	first, err := run.firstFit(all)
	if err != nil {
		return err
	}
	if run.conditions, err = named(run.conditions, first.Family, studiesOf(tables)); err != nil {
		return err
	}
	data, cut := run.data(tables, first, cuts), cuts.Names(tables...)
	otherwise(&data, true)
	otherKinds(&data, all, tables[0])
	run.warn(data)
	categories := slices.Equal(cut, []string{batch.ByCategory})
	var together []result.Agreement
	if categories {
		o, err := f.coefficientOptions()
		if err != nil {
			return err
		}
		if together, err = coefficientsOf(ctx, tables[0], run.reference, o, news); err != nil {
			return err
		}
	}
	fitting, err := run.fitting(cuts.By)
	if err != nil {
		return err
	}
	found, err := run.tasks(ctx, all, fitting)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if len(found) == 0 {
		return noneFinished(err)
	}
	a := ask.Tasks(data, run.interval(), cut, found, together)
	if err != nil {
		a.Partial = "PARTIAL: interrupted. Unfinished fits are missing."
	}
	if text := untimed(cuts, all, run.call); text != "" {
		a.Doubts = []string{text}
	}
	var over *answer.Answer
	if a.Partial == "" && !slices.Contains(cut, batch.ByCategory) { // categories share their labels
		var summarizer fits.TaskSummarizer
		for _, task := range found {
			grouping, within := data.Within(cut, task.Key)
			summarizer.Add(task, grouping, within)
		}
		if over, err = summarizer.Summarize(ctx, run.over(cuts, data, cut, all)); err != nil {
			return err
		}
	}
	if categories && tables[0].Sets() == nil { // labels of sets are too many, and overlap
		ask.Confuse(a, tables[0])
	}
	ask.Together(a, over)
	return run.deliver(a, found)
}

// mostLabelColumns is how many label columns a report names; it has a row for each.
const mostLabelColumns = 40

// columnsTogether turns the description of the first of several label columns into a description of all.
func columnsTogether(d *result.Data, tables []*study.Table) {
	var names []string
	for _, t := range tables {
		if !slices.Contains(names, t.LabelColumn()) {
			names = append(names, t.LabelColumn())
		}
	}
	d.Columns["label"] = strings.Join(names, ", ")
	if len(names) > mostLabelColumns {
		d.Columns["label"] = visible.Names(names)
	}
	d.Positive, d.Negative, d.Order, d.Tags, d.DefaultKind = "", "", nil, nil, nil
	for s := range d.Studies {
		d.Studies[s].Mean = result.Undefined()
	}
}

// onlyOne refuses flags that are for one fit alone.
func (f *work) onlyOne() error {
	switch {
	case option.Out.In(f) != "":
		return usage("--out is for one fit, and here are several, of which fit batch keeps each: %s",
			commandLine(append([]string{"batch"}, f.arguments...)))
	case option.From.In(f) != "":
		return usage("--from is for one fit, and here are several")
	case len(option.Compare.In(f)) > 0:
		return usage("--compare is for one fit, and here are several")
	case f.hasTables():
		return usage("--items and --labelers are for one fit, and here are several")
	case option.Format.In(f) == formatAPA:
		return usage("--format %s: the paragraph describes one fit, and here are several", formatAPA)
	}
	return nil
}

// firstFit returns the specification of the first task that can be fitted. If none can be, the error is the first
// one's: the fault is in the study, not in a task.
func (f *work) firstFit(all []batch.Task) (spec.Spec, error) {
	var first error
	for _, task := range all {
		sp, err := tasks.Resolve(task.Table(), task.Spec)
		var data *refusal.Error
		switch {
		case err == nil:
			return sp, nil
		case !errors.As(err, &data):
			return sp, usage("%w", err)
		case first == nil:
			first = err
		}
	}
	return spec.Spec{}, first
}

// untimed names a task that is no time and so keeps the others from having a trend, with a command; "" if there is
// none.
func untimed(cuts batch.Cuts, all []batch.Task, c *advice.Call) string {
	if len(cuts.By) != 1 {
		return ""
	}
	var levels []string
	for _, task := range all {
		for _, cut := range task.Key {
			if cut.Name == cuts.By[0] && !slices.Contains(levels, cut.Value) {
				levels = append(levels, cut.Value)
			}
		}
	}
	odd := when.Odd(levels)
	if len(odd) == 0 || len(levels) < fewestTimes {
		return ""
	}
	return c.Untimed(cuts.By[0], odd)
}

// fewestTimes is the number of tasks from which on names that look like times are no coincidence.
const fewestTimes = 4

// over says how tasks are summarised together.
func (run *severalRun) over(
	cuts batch.Cuts, data result.Data, cut []string, all []batch.Task,
) fits.TaskSummaryOptions {
	o := fits.TaskSummaryOptions{Interval: run.interval(), Seed: option.Seed.In(run.work),
		Workers: option.Cores.In(run.work), Ordered: len(cuts.By) == 1, Each: true}
	for _, task := range all {
		of := fits.TaskLabels{Key: task.Key.Values(), Table: task.Table}
		of.Grouping, of.Within = data.Within(cut, of.Key)
		o.Labels = append(o.Labels, of)
	}
	return o
}

// tasks fits every task. It returns the results in order, as far as tasks were finished.
func (run *severalRun) tasks(ctx context.Context, all []batch.Task, how tasks.Fitting) ([]fits.Task, error) {
	f := run.work
	bar := newTaskProgress(run.news(), len(all))
	defer bar.finish()
	done := make([]*fits.Task, len(all))
	err := batch.Run(ctx, all, batch.Options{Seed: option.Seed.In(f), Cores: option.Cores.In(f)}, fitTask(how),
		func(o batch.Outcome[fits.Task]) {
			task := tasks.Outcome(o.Task, o.Seed, o.Value, o.Err)
			done[o.Index] = &task
			bar.fitted(!task.Fitted())
		})
	var finished []fits.Task
	for _, task := range done {
		if task != nil {
			finished = append(finished, *task)
		}
	}
	return finished, err
}

// fitTask fits a task, and names the commands of this program in its result.
func fitTask(how tasks.Fitting) func(context.Context, batch.Job) (fits.Task, error) {
	return func(ctx context.Context, job batch.Job) (fits.Task, error) {
		task, err := how.Fit(ctx, job)
		if task.Result != nil {
			advice.WithCommands(task.Result)
		}
		return task, err
	}
}

// fitting says how each task is fitted.
func (run *severalRun) fitting(by []string) (tasks.Fitting, error) {
	f := run.work
	coefficients, err := f.coefficientOptions()
	return tasks.Fitting{File: run.file, Reference: run.reference, By: by, Settings: run.settings(),
		Interval: run.interval(), Coefficients: ofTasks(coefficients), Replicates: max(0, option.Replications.In(f)),
		Asked: asks(run.conditions), Target: option.Target.In(f),
		NoCheck: option.Replications.In(f) == 0, Words: advice.Flags, Warning: advice.Warning}, err
}

// deliver writes the answer to all places that were asked for, and returns the exit code that it deserves.
func (run *severalRun) deliver(a *answer.Answer, found []fits.Task) error {
	f := run.work
	laid := func(level document.Level) *document.Document {
		return report.Tasks(a, commandLine(f.arguments), version.OfBuild(), level)
	}
	err := f.writePageFile(func(w io.Writer) error {
		return page.Write(w, laid(document.Appendix), page.Options{Version: version.OfBuild()})
	})
	err = errors.Join(err, f.writeCard(&document.Document{}))
	level := f.level()
	if option.Format.In(f) != "text" {
		level = document.Detail
	}
	if err := errors.Join(err, f.print(a, laid(level), say.NextStep(a))); err != nil {
		return err
	}
	v := newVerdicts(f)
	for _, task := range found {
		if err := v.add(task); err != nil {
			return err
		}
	}
	return v.verdict(a.Partial != "")
}

// read reads the labels. If they are one column that the values of other columns cut, it packs them into few bytes
// each, and a task's labels become a table when its turn comes.
func (run *severalRun) read() ([]*study.Table, spec.Spec, error) {
	f := run.work
	if !f.packs() {
		return f.read()
	}
	return f.loaded(func(o read.Options) ([]*study.Table, error) {
		var err error
		run.packed, err = reading(f, func(ctx context.Context, r io.Reader, path string) (*study.Cutting, error) {
			return read.Cut(ctx, r, path, option.By.In(f), o)
		})
		if err != nil {
			return nil, err
		}
		return []*study.Table{run.packed.Head()}, nil
	})
}

// packs reports whether labels can be packed: all labels of one column, in one grouping, with one column of items.
func (f *work) packs() bool {
	inp := f
	return len(option.By.In(f)) > 0 && option.SeveralLabels(inp) == nil && !strings.ContainsAny(option.Study.In(inp),
		",*") &&
		len(option.ItemColumns(inp)) == 1 && len(option.ExcludeLabelers.In(inp)) == 0 &&
		strings.EqualFold(option.Duplicates.In(inp), study.DuplicatesError.String())
}

// cutInto returns the tasks that the labels are cut into.
func (run *severalRun) cutInto(cuts batch.Cuts, sp spec.Spec, tables []*study.Table) ([]batch.Task, error) {
	if run.packed != nil {
		return cuts.TasksOf(sp, run.packed)
	}
	return cuts.Tasks(sp, tables...)
}
