package main

import (
	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/model"
	"concord/study"
	"concord/study/read"
)

// measurementFlags say how to measure labels that are numbers.
type measurementFlags struct {
	input inputFlags
	cut   cutFlags
	level float64
	log   bool
	print printing
	html  htmlFlags
	quiet bool
}

func measurementCommand(s streams) *cobra.Command {
	var f measurementFlags
	cmd := &cobra.Command{
		Use:   "measurement [flags] FILE",
		Short: "Reliability and error of measurements: ICC, SEM, MDC, repeatability",
		Long: `Report how reliable measurements are, and how far two of the same item differ, in the words of medicine,
psychology and engineering. Labels are numbers, or ordered categories with scores. For each group it reports

  ICC: all six, by the names of Shrout and Fleiss (2,1) and of McGraw and Wong (A,1),
  SEM: standard error of measurement, how far a label is from its item's value,
  MDC: minimal detectable change, the difference of two labels above which it is no error of measurement,
  CV: the coefficient of variation within items,
  repeatability and reproducibility, if labelers gave labels again.

Agreement counts how labelers differ on average as error, consistency does not. Not every labeler need label every
item, and no row is left out. Intervals are for labels that are normal about their item's value. --log takes
logarithms of positive amounts, and reports factors.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 130 interrupted.

More in the source: docs/guides/measurement.md.`,
		Example: `  fit measurement ratings.csv
  fit measurement --facet session readings.csv
  fit measurement --log --full durations.csv
  fit measurement --by criterion ratings.csv
  fit measurement --format apa ratings.csv`,
		Args: f.input.files.take, ValidArgsFunction: completeFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.input.call = callOf(cmd, args)
			return orCommand(cmd, args[0], f.run(f.input.files.path(args), s))
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	f.input.register(fs)
	f.cut.registerBy(fs)
	fs.BoolVar(&f.log, "log", false,
		"labels are positive amounts: take their logarithms, and report factors and per cent")
	fs.Float64Var(&f.level, "interval", 0.95, "`probability` of intervals, and of the minimal detectable change")
	f.print.registerFormats(fs, formats())
	f.html.register(fs)
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no progress and no warnings")
	return cmd
}

func (mf *measurementFlags) run(path string, s streams) error {
	if err := mf.print.checkFormats(formats()); err != nil {
		return err
	}
	if err := mf.html.check(""); err != nil {
		return err
	}
	if !(mf.level > 0 && mf.level < 1) {
		return usage("--interval %v: it must be between 0 and 1", mf.level)
	}
	t, err := mf.read(path, s)
	if err != nil {
		return err
	}
	data := result.NewDataOf(fileName(path), t, study.Describe(t), model.NoLabelers, advice.Warning)
	if !mf.quiet {
		s.warn(data)
	}
	var tasks []batch.Task
	if len(mf.cut.by) > 0 {
		tasks, _, err = mf.cut.whole(fileName(path), []*study.Table{t}, model.Spec{Labelers: model.NoLabelers}, false)
		if err != nil {
			return err
		}
		data.By = mf.cut.of(t).By
	}
	return mf.print.answer(s.out, ask.Measurement(data, t, tasks, mf.level, mf.log), mf.html, moreFull, moreExplain)
}

// read reads the labels, which must be numbers. If a column names occasions, labels that a labeler gave again are
// separate readings.
func (mf *measurementFlags) read(path string, s streams) (*study.Table, error) {
	o, err := mf.input.options()
	if err != nil {
		return nil, err
	}
	if err := mf.cut.apply(&o, nil); err != nil {
		return nil, err
	}
	o.AllowSets, o.PairsAlone, o.AboveZero = false, false, mf.log
	t, err := mf.input.read(path, s.in, o, s.news(mf.quiet))
	if column, ok := answers.Occasions(err, o); ok && path != read.StandardInput {
		o.Factors = append(o.Factors, column)
		t, err = mf.input.read(path, s.in, o, s.news(mf.quiet))
	}
	if err != nil {
		return nil, mf.cut.blamed(err)
	}
	return t, mf.numbers(path, t)
}

// numbers returns an error if the labels are no measurements.
func (mf *measurementFlags) numbers(path string, t *study.Table) error {
	if answers.Measurable(t) {
		return nil
	}
	return &exitError{exitInput, problem("%s: the labels are %v; a measurement is a number, or has an order (--order "+
		"LABEL,LABEL,LABEL)\n  agreement about categories: %v", fileName(path), t.Kind(),
		untrusted("fit agreement "+quoting.Shell(path)))}
}
