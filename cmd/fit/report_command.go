package main

import (
	"errors"
	"io/fs"

	"concord/internal/advice"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/option"
	"concord/internal/result/export"
	"concord/internal/tasks"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/study"
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
	if a := saved.Result; saved.OfCriteria() {
		if option.Format.In(w) == formatAPA {
			return usage("--format %s: the paragraph describes other fits than --criteria", formatAPA)
		}
		d := view.Document(a, document.Appendix)
		if err := errors.Join(w.writeDocument(d), w.writeFigureOf(d), w.print(a, d, study.Fix{})); err != nil {
			return err
		}
		return w.verdictOn(evidence{}, a.Trust(), false)
	}
	// The page first: printing to a pipe that nobody reads any more ends the process.
	if err := errors.Join(w.writeSaved(saved), w.printFit(saved.Result)); err != nil {
		return err
	}
	return w.verdictOn(evidence{}, saved.Result.Runs[0].Trust, false)
}

func diagnoseCommand() Command {
	return Command{
		Use:   "diagnose [flags] DIR",
		Short: "Check whether the draws of an earlier run can be trusted",
		Long: `Print the diagnostics of a run that "fit --out DIR" kept: R̂ and effective sample sizes of all parameters
and quantities, and for each chain its divergences, E-BFMI, acceptance, step size and trajectories. They are
computed from the draws; nothing is sampled.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 no run in the folder, 4 the run had not converged (with
--strict: any warning).

More in the source: docs/reference/results.md, docs/reference/exports.md.`,
		Example: `  fit --out run ratings.csv
  fit diagnose run`,
		Options: option.Join(option.Printing, option.Strict),
		Args:    oneRun, Complete: completeFolder, Run: (*work).runDiagnose,
	}
}

// runDiagnose prints the diagnostics of an earlier run.
func (w *work) runDiagnose() error {
	saved, err := openRun(w.path)
	if err != nil {
		return err
	}
	draws, err := drawsOf(saved)
	if err != nil {
		return err
	}
	a := saved.Result
	return w.answer(ask.Diagnose(a.Data, a.Runs, draws.Scalars(), draws.Stats...))
}

// oneRun asks for the folder of an earlier run.
func oneRun(w *work, args []string) error {
	cmd := w.cmd
	switch len(args) {
	case 0:
		return usage("which run? %s DIR, a folder that fit --out made; %s --help says more", cmd.CommandPath(),
			cmd.CommandPath())
	case 1:
		return nil
	}
	return usage("%s takes one folder, but there are %d arguments: %q", cmd.CommandPath(), len(args), args)
}

// openRun opens the folder of an earlier run.
func openRun(dir string) (*export.Saved, error) {
	saved, err := export.Open(dir)
	var path *fs.PathError
	if errors.As(err, &path) {
		err = visible.Errorf("%s: %w", path.Path, path.Err)
	}
	if err != nil && tasks.IsFolder(dir) {
		return nil, unusable("%s: this is the folder of fit batch, which keeps no draws. It "+
			"holds report.html, the tables tasks.csv and over.csv, and the result of each task in tasks/; fit --out "+
			"DIR FILE makes the folder of one run", dir)
	}
	if err != nil {
		return nil, unusable("%w. fit --out DIR FILE makes the folder of a run", err)
	}
	advice.WithCommands(saved.Result)
	return saved, nil
}

// openFit opens the folder of an earlier fit for a command that is not for fits of criteria.
func openFit(dir, command string) (*export.Saved, error) {
	saved, err := openRun(dir)
	if err == nil && saved.OfCriteria() {
		return nil, unusable("%s: this is a run of --criteria, which fit %s does not take", dir,
			command)
	}
	return saved, err
}

// drawsOf reads the draws of an earlier run.
func drawsOf(saved *export.Saved) (*export.SavedDraws, error) {
	draws, err := saved.Draws()
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	return draws, nil
}
