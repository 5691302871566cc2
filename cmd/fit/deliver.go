package main

import (
	"errors"

	"concord/report"
)

// deliver writes the result to all places that were asked for. Files come first, because
// printing to a pipe that nobody reads any more ends the process; and a place that fails keeps
// the result from no other.
func (f *fitFlags) deliver(fitted report.Fit, r *report.Result, s streams) error {
	return errors.Join(
		f.out.write(fitted, r),
		f.html.write(fitted, r, f.out.arguments),
		f.result.write(s.out, r),
	)
}
