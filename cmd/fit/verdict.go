package main

import (
	"fmt"
	"io"

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
	switch d := r.Diagnostics; {
	case r.Sampler.Partial:
		return &exitError{code: exitInterrupted}
	case !d.Converged, f.strict && !d.OK:
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
