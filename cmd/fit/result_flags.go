package main

import (
	"concord/internal/option"
)

// checkFitResult checks the flags before any work is done.
func (rf *work) checkFitResult() error { return rf.checkResult(formats()) }

// checkResult is check for a command with separate formats.
func (rf *work) checkResult(formats []string) error {
	if !(option.Interval.In(rf) > 0 && option.Interval.In(rf) < 1) {
		return usage("--interval %v: it must be between 0 and 1", option.Interval.In(rf))
	}
	if err := option.CheckCounts(rf, option.Bootstrap); err != nil {
		return err
	}
	return rf.checkFormats(formats)
}
