package main

import (
	"errors"
	"io/fs"

	"concord/internal/advice"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/tasks"
)

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
		err = problem("%s: %w", path.Path, path.Err)
	}
	if err != nil && tasks.IsFolder(dir) {
		return nil, &exitError{exitInput, problem("%s: this is the folder of fit batch, which keeps no draws. It "+
			"holds report.html, the tables tasks.csv and over.csv, and the result of each task in tasks/; fit --out "+
			"DIR FILE makes the folder of one run", dir)}
	}
	if err != nil {
		return nil, &exitError{exitInput, problem("%w. fit --out DIR FILE makes the folder of a run", err)}
	}
	if saved.Result != nil {
		saved.Result = advice.WithCommands(saved.Result)
	}
	return saved, nil
}

// openFit opens the folder of an earlier fit for a command that is not for fits of criteria.
func openFit(dir, command string) (*export.Saved, error) {
	saved, err := openRun(dir)
	if err == nil && saved.Result == nil {
		return nil, &exitError{exitInput, problem("%s: this is a run of --criteria, which fit %s does not take", dir,
			command)}
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

// trust returns the error, and so the exit code, that follows from the diagnostics of an earlier run.
func trust(d *result.Diagnostics, strict bool) error {
	if !d.Converged || strict && !d.OK {
		return notConverged(d.Messages...)
	}
	return nil
}
