package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/report"
)

// verdict is the exit code that the result deserves.
func (f *fitFlags) verdict(r *report.Result, conditions []condition, s streams) error {
	var met []string
	for _, c := range conditions {
		estimates, err := c.meets(r)
		if err != nil {
			return err
		}
		for _, e := range estimates {
			met = append(met, fmt.Sprintf("%s holds: %s", c, e))
		}
	}
	d := r.Diagnostics
	return exitOf(r.Sampler.Partial, !d.Converged || f.strict && !d.OK, met, s)
}

// verdictOfSeveral is the exit code that the results of several tasks deserve: that of the worst.
func (f *fitFlags) verdictOfSeveral(sev *report.Several, conditions []condition, s streams) error {
	if sev.First() == nil {
		return &exitError{exitFailure, errors.New("none of the fits could be made")}
	}
	var met []string
	for _, c := range conditions {
		known := false
		var none error
		for _, task := range sev.Tasks {
			if !task.Fitted() {
				continue
			}
			own, err := c.onScale(task.Result.Model.Distribution())
			if err != nil {
				return err
			}
			estimates, err := own.meets(task.Result)
			if err != nil {
				none = err
				continue
			}
			known = true
			for _, e := range estimates {
				met = append(met, fmt.Sprintf("%s holds of %s: %s", c, strings.Join(task.Key, ", "), e))
			}
		}
		if !known {
			return none
		}
	}
	doubtful := slices.ContainsFunc(sev.Tasks, func(task report.Task) bool {
		if !task.Fitted() {
			return f.strict
		}
		d := task.Result.Diagnostics
		return !d.Converged || f.strict && !d.OK
	})
	return exitOf(sev.Partial, doubtful, met, s)
}

// exitOf is the exit code of a result that is partial, or whose draws are not to be trusted, or of which conditions
// hold, which it tells.
func exitOf(partial, doubtful bool, met []string, s streams) error {
	switch {
	case partial:
		return &exitError{code: exitInterrupted}
	case doubtful:
		return &exitError{code: exitNotConverged}
	case len(met) > 0:
		for _, text := range met {
			tell(s.err, text)
		}
		return &exitError{code: exitCondition}
	}
	return nil
}

// warn prints the warnings about the data.
func warn(w io.Writer, d report.Data) {
	for _, text := range d.Warnings {
		tellWarning(w, text)
	}
}

// tellWarning writes a warning, which may take several lines.
func tellWarning(w io.Writer, text string) {
	_, _ = io.WriteString(w, paintFor(w).page(message(w, visible.Text(warningMark+text))+"\n"))
}
