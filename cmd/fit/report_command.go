package main

import (
	"errors"

	"concord/internal/option"
	"concord/report"
)

func reportCommand() Command {
	return Command{
		Use:   "report [flags] DIR",
		Short: "Print the report of an earlier run",
		Long: `Print the report of a run that "fit --out DIR" kept, in any format. Nothing is sampled.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 no run in the folder, 4 the run had not converged (with
--strict: any warning).

More in the source: docs/reference/results.md, docs/reference/exports.md.`,
		Example: `  fit --out run ratings.csv
  fit report run --format markdown
  fit report run --html report.html
  fit report run --figure labels.svg`,
		Options: option.Join(option.PrintingAPA, option.HTML, option.Figure, option.Strict),
		Args:    oneRun, Complete: completeFolder, Run: (*work).runReport,
	}
}

// runReport prints the report of an earlier run.
func (w *work) runReport() error {
	saved, err := openRun(w.path)
	if err != nil {
		return err
	}
	if c := saved.Criteria; c != nil {
		if option.Format.In(w) == formatAPA {
			return usage("--format %s: the paragraph describes other fits than --criteria", formatAPA)
		}
		d := report.Criteria(c)
		if err := errors.Join(w.writeDocument(d), w.writeFigureOf(d), w.print(c, d, moreFull,
			morePage)); err != nil {
			return err
		}
		return trust(c.Trust, option.Strict.In(w))
	}
	// The page first: printing to a pipe that nobody reads any more ends the process.
	files := errors.Join(w.writeSavedPage(saved), w.writeFigure(saved))
	if err := errors.Join(files, w.printFit(saved.Result)); err != nil {
		return err
	}
	return trust(saved.Result.Diagnostics, option.Strict.In(w))
}
