package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"syscall"
	"time"

	"concord/internal/advice"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/tasks"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/internal/version"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/model/spec"
	"concord/report"
	"concord/study"
)

func batchCommand() Command {
	return Command{
		Use:   "batch [flags] FILE...",
		Short: "Many fits: divide a file into tasks and keep the result of each",
		Long: `Divide a file into tasks, by the values of columns, by label columns or by categories. Fit each task, and
keep the results in a folder: a row for each task and quantity in tasks.csv, tasks.jsonl and tasks.parquet,
the whole result of each task in tasks/, and a page of up to 200 tasks, report.html. Each task runs on one
core. A task that cannot be fitted is a row with its reason, and the others go on.

If a run was stopped (Ctrl-C, SIGTERM, a full disk, a power failure), the same command does the rest. The
numbers of a task do not depend on the order, the number of cores, or other tasks: the seed of its random
numbers follows from --seed and from its name.

Exit codes: 0 fine, 1 failure, 2 wrong use, or a --fail-if condition could not be judged of a task, 3 unusable
input, 4 a task has not converged (with --strict: any warning, or a task without fit), 5 a --fail-if condition
holds of a task, 130 interrupted.

More in the source: docs/guides/batch.md, docs/reference/results.md.`,
		Example: `  fit batch --by task --out nightly ratings.parquet
  fit batch --by criterion,language --bootstrap 0 --replications 0 --out runs ratings.csv
  fit batch --label all --out emotions emotions.csv`,
		Options: option.Join(option.Out.With("`folder` for the results of all tasks; a stopped run continues in "+
			"its folder"),
			option.Batch),
		Run: (*work).runBatch,
	}
}

// runBatch fits every task that a file is cut into.
func (f *work) runBatch() error {
	run, err := f.prepareBatch()
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if err := f.identify(); err != nil {
		return err
	}
	about := tasks.Manifest{Program: export.ThisProgram(version.OfBuild()), Flags: f.values, Input: f.input,
		Arguments: append([]string{"batch"}, f.arguments...), Started: f.started}
	if err := tasks.Check(option.Out.In(f), about); err != nil {
		return outRefused(err)
	}
	tables, sp, err := run.read()
	if err != nil {
		return err
	}
	if run.reference, err = referenceOf(tables, option.Reference.In(f)); err != nil {
		return err
	}
	if !f.cuts(tables...) {
		return usage("there is one task only: fit %s. --by COLUMN, several --label columns or --each-category make "+
			"several", quoting.Shell(f.path))
	}
	return run.batch(ctx, tables, sp, about)
}

// prepareBatch checks the flags before any work is done.
func (f *work) prepareBatch() (*severalRun, error) {
	if option.Out.In(f) == "" {
		return nil, usage("where to keep the tasks? --out DIR")
	}
	run := &severalRun{work: f}
	if _, err := f.coefficients(); err != nil {
		return nil, err
	}
	f.unused(f.err, option.Bootstrap)
	return run, suitCovariates(f.conditions, nil)
}

// outRefused is the error of a folder that cannot be the run's, or that could not be made.
func outRefused(err error) error {
	var other *tasks.OtherRun
	var busy *tasks.Busy
	switch {
	case errors.As(err, &busy):
		return visible.Errorf("--out %w.\n  Wait for its end, or choose another folder", err)
	case errors.Is(err, syscall.ENOSPC):
		return err
	case !errors.As(err, &other):
		return usage("--out %w", err)
	}
	return usage("--out %w.\n  Choose another folder, or repeat its run: see the arguments in its batch.json", err)
}

// batch fits the remaining tasks, writes the tables and returns the result of the whole run.
func (run *severalRun) batch(
	ctx context.Context, tables []*study.Table, sp spec.Spec, about tasks.Manifest,
) error {
	f := run.work
	cuts := f.cutOf(tables[0])
	if len(cuts.By) == 0 { // tasks cut by columns are read one at a time anyway
		for i, t := range tables {
			tables[i] = t.ByAppearance()
		}
	}
	all, err := run.cutInto(cuts, sp, tables)
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
	how, err := run.fitting(cuts.By)
	how.Brief = option.Draws.In(f) == 0 && option.Warmup.In(f) == 0 && !option.Strict.In(f)
	if err != nil {
		return err
	}
	data, cut := run.data(tables, first, cuts), cuts.Names(tables...)
	otherKinds(&data, all, tables[0])
	run.warn(data)
	about.Cut, about.Tasks = cut, len(all)
	folder, err := tasks.Open(option.Out.In(f), about)
	if err != nil {
		return outRefused(err)
	}
	defer folder.Close()
	left := slices.DeleteFunc(slices.Clone(all), func(t batch.Task) bool { return folder.Has(t.Key) })
	found := ask.NewBatch(data, cut, len(all), len(all)-len(left), option.Out.In(f))
	if text := untimed(cuts, all, run.call); text != "" && len(all) <= mostPanels {
		found.Doubts = []string{text}
	}
	interrupted := run.keep(ctx, left, how, folder, len(all) <= mostPanels)
	if interrupted != nil && !errors.Is(interrupted, context.Canceled) {
		return interrupted
	}
	if interrupted != nil {
		found.Partial = "PARTIAL: interrupted. Repeat the command to finish."
	}
	v := newVerdicts(f)
	var summarizer fits.TaskSummarizer
	var paged []fits.Task
	_, err = folder.Tables(cut, all, func(of batch.Task, task fits.Task, one *answer.Answer) error {
		if option.Pages.In(f) && !folder.HasPage(of.Key) { // an earlier run made no page, or was killed
			if err := run.pageOf(folder, of.Key, task, len(all) <= mostPanels); err != nil {
				return err
			}
		}
		found.Add(task, one)
		grouping, within := data.Within(cut, task.Key)
		summarizer.Add(task, grouping, within)
		if len(all) <= mostPanels {
			paged = append(paged, task)
		}
		return v.add(task)
	})
	if err != nil {
		return err
	}
	if found.Finished() == 0 {
		return noneFinished(interrupted)
	}
	var over *answer.Answer
	if found.Partial == "" && !slices.Contains(cut, batch.ByCategory) { // categories share their labels
		if over, err = summarizer.Summarize(ctx, run.over(cuts, data, cut, all)); err != nil {
			return err
		}
		if err := folder.WriteSummaries(cut, all, over); err != nil {
			return err
		}
	}
	if err := run.page(folder, found.Answer, over, paged); err != nil {
		return err
	}
	found.Together(run.interval(), over)
	if err := f.print(found.Answer, view.Document(found.Answer, document.Detail), study.Fix{}); err != nil {
		return err
	}
	return v.verdict(found.Partial != "")
}

// mostPanels is how many tasks a page has panels of.
const mostPanels = 200

// page writes the page of the tasks, unless they are too many.
func (run *severalRun) page(folder *tasks.Folder, of, over *answer.Answer, found []fits.Task) error {
	if len(found) == 0 {
		return nil
	}
	a := ask.Tasks(of.Data, run.interval(), of.Cut, found, nil)
	a.Partial, a.Doubts = of.Partial, of.Doubts
	ask.Together(a, over)
	for i, r := range a.Runs {
		if option.Pages.In(run.work) && r.Data != nil {
			a.Runs[i].Page = tasks.PageOf(keyOf(of.Cut, r.Key))
		}
	}
	return folder.Page(func(w io.Writer) error {
		return page.Write(w, report.Tasks(a, run.command(), version.OfBuild(), document.Appendix),
			page.Options{Version: version.OfBuild()})
	})
}

// command is the command of the run, as typed in a shell.
func (run *severalRun) command() string {
	return commandLine(append([]string{"batch"}, run.work.arguments...))
}

// keyOf is the key of a task of some cuts.
func keyOf(cut, values []string) batch.Key {
	key := make(batch.Key, len(cut))
	for i, name := range cut {
		key[i] = batch.Cut{Name: name, Value: values[i]}
	}
	return key
}

// pageOfKept writes the page of a task that has just been kept.
func (run *severalRun) pageOfKept(folder *tasks.Folder, key batch.Key, ofAll bool) error {
	kept, _, err := folder.Get(key)
	if err != nil {
		return err
	}
	return run.pageOf(folder, key, kept.Task, ofAll)
}

// pageOf writes the page of a task from its kept result, so that a later run would write the same page.
func (run *severalRun) pageOf(folder *tasks.Folder, key batch.Key, task fits.Task, ofAll bool) error {
	if task.Result == nil {
		return nil
	}
	source := report.Source{Result: task.Result, Version: version.OfBuild(), Command: run.command(), Task: key.String()}
	if ofAll {
		source.All = tasks.PageOfAll
	}
	return folder.PutPage(key, func(w io.Writer) error { return writePage(w, source) })
}

// noneFinished is the error of a run that ended before its first result.
func noneFinished(err error) error {
	if errors.Is(err, context.Canceled) {
		return interrupted(" before the first of the fits was done")
	}
	return err
}

// keep fits tasks and keeps each as soon as it is finished. If a task cannot be kept, as on a full disk, no other
// begins.
func (run *severalRun) keep(
	ctx context.Context, left []batch.Task, how tasks.Fitting, folder *tasks.Folder, pageOfAll bool,
) error {
	f := run.work
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	bar := newTaskProgress(run.news(), len(left))
	defer bar.finish()
	fit := fitTask(how)
	err := batch.Run(ctx, left, batch.Options{Seed: option.Seed.In(f), Cores: option.Cores.In(f)},
		func(ctx context.Context, job batch.Job) (bool, error) {
			began := time.Now()
			task, err := fit(ctx, job)
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			task = tasks.Outcome(job.Task, job.Seed, task, err)
			err = folder.Put(job.Key, task, time.Since(began))
			if err == nil && option.Pages.In(f) {
				err = run.pageOfKept(folder, job.Key, pageOfAll)
			}
			if err != nil {
				stop(err)
				return false, err
			}
			return task.Fitted(), nil
		}, func(o batch.Outcome[bool]) { bar.fitted(!o.Value) })
	if err != nil {
		return context.Cause(ctx)
	}
	return nil
}

// data describes all labels before they are cut.
func (run *severalRun) data(tables []*study.Table, sp spec.Spec, cuts batch.Cuts) result.Data {
	if run.packed != nil {
		d := result.NewDataOf(run.file, tables[0], run.packed.Design(), sp.Labelers, advice.Warning)
		return ofCut(d, tables, cuts.By, option.EachCategory.In(run.work))
	}
	return dataOf(run.file, tables, sp, cuts.By, option.EachCategory.In(run.work))
}

// dataOf describes the labels of several tables, each of a label column in one grouping.
func dataOf(file string, tables []*study.Table, sp spec.Spec, by []string, eachCategory bool) result.Data {
	if groupings := groupingsOf(tables); len(groupings) > 1 {
		return ofCut(result.NewGroupedData(file, groupings, sp.Labelers, advice.Warning), tables, by, eachCategory)
	}
	if len(by) == 0 {
		return ofCut(result.NewData(file, tables[0], sp.Labelers, advice.Warning), tables, by, eachCategory)
	}
	// Each task describes how its labels were collected.
	d := result.NewDataOf(file, tables[0], study.Describe(tables[0]), sp.Labelers, advice.Warning)
	return ofCut(d, tables, by, eachCategory)
}

// ofCut adds to a description of labels how they are cut.
func ofCut(d result.Data, tables []*study.Table, by []string, eachCategory bool) result.Data {
	d.Cut(by)
	d.Notes = append(d.Notes, categoriesChosen(tables[0], eachCategory)...)
	if len(tables) > len(groupingsOf(tables)) {
		columnsTogether(&d, tables)
	}
	return d
}

// groupingsOf returns the tables of the first label column, one for each grouping.
func groupingsOf(tables []*study.Table) []*study.Table {
	n := 1
	for n < len(tables) && tables[n].LabelColumn() == tables[0].LabelColumn() {
		n++
	}
	return tables[:n]
}
