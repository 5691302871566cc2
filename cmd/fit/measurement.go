package main

import (
	"concord/internal/advice"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/model/spec"
	"concord/study"
	"concord/study/read"
)

func measurementCommand() Command {
	return Command{
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

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 5 a --fail-if condition holds,
130 interrupted.

More in the source: docs/guides/measurement.md.`,
		Example: `  fit measurement ratings.csv
  fit measurement --facet session readings.csv
  fit measurement --log --full durations.csv
  fit measurement --by criterion ratings.csv
  fit measurement --format apa ratings.csv`,
		Options: option.Join(option.Files, option.Tasks, option.Log.With("labels are positive amounts: take their "+
			"logarithms, and report factors and per cent"), option.Interval, option.PrintingAPA, option.HTML,
			option.RowGates[1], option.Quiet),
		Run: (*work).runMeasurement,
	}
}

func (mf *work) runMeasurement() error {
	t, err := mf.readMeasurements()
	if err != nil {
		return err
	}
	data := result.NewDataOf(mf.file, t, study.Describe(t), spec.NoLabelers, advice.Warning)
	mf.warn(data)
	var tasks []batch.Task
	if len(option.By.In(mf)) > 0 {
		tasks, _, err = mf.whole([]*study.Table{t}, spec.Spec{Labelers: spec.NoLabelers}, false)
		if err != nil {
			return err
		}
		data.By = mf.cutOf(t).By
	}
	return mf.answer(ask.Measurement(data, t, tasks, option.Interval.In(mf), option.Log.In(mf)))
}

// readMeasurements reads the labels, which must be numbers. If a column names occasions, labels that a labeler gave
// again are separate readings.
func (mf *work) readMeasurements() (*study.Table, error) {
	o, err := option.Reading(mf)
	if err != nil {
		return nil, err
	}
	if err := option.Cut(mf, &o, nil); err != nil {
		return nil, err
	}
	o.AllowSets, o.PairsAlone, o.AboveZero = false, false, option.Log.In(mf)
	t, err := mf.readOne(o)
	if column, ok := answers.Occasions(err, o); ok && mf.path != read.StandardInput {
		o.Factors = append(o.Factors, column)
		t, err = mf.readOne(o)
	}
	if err != nil {
		return nil, mf.blamedCut(err)
	}
	return t, mf.numbers(t)
}

// numbers returns an error if the labels are no measurements.
func (mf *work) numbers(t *study.Table) error {
	if answers.Measurable(t) {
		return nil
	}
	return unusable("%s: the labels are %v; a measurement is a number, or has an order (--order "+
		"LABEL,LABEL,LABEL)\n  agreement about categories: %v", mf.file, t.Kind(),
		untrusted("fit agreement "+quoting.Shell(mf.path)))
}
