package main

import (
	"errors"

	"concord/consensus"
	"concord/internal/document"
	"concord/internal/option"
	"concord/internal/result"
)

// deliverFit is deliver for a fit, with its folder and its tables. If one place fails, the others still get the result.
func (f *work) deliverFit(fitted result.Fit, r *result.Result, known *consensus.Consensus, s streams) error {
	return errors.Join(
		f.writeRun(fitted, r),
		f.writePageOf(fitted, r, known, f.arguments),
		f.writeTables(r),
		f.printFit(s.out, r),
	)
}

// check refuses options that cannot work, before any work is done.
func (w *work) check() error {
	for _, c := range []struct {
		of    option.Keyed
		check func() error
	}{
		{option.Format, func() error { return option.CheckFormat(w) }},
		{option.Also, w.checkAlso},
		{option.Interval, func() error { return option.CheckLevel(w) }},
		{option.Bootstrap, func() error { return option.CheckCounts(w, option.Bootstrap) }},
		{option.Effects, w.checkOut},
		{option.HTML, func() error { return w.checkPage(option.Out.In(w)) }},
		{option.TableOut, func() error { return checkTable(option.TableOut.Name, option.TableOut.In(w)) }},
		{option.ItemTable, w.checkTables},
		{option.Figure, w.checkFigure},
		{option.Replications, func() error { return option.CheckReplications(w) }},
		{option.Target, func() error { return option.CheckTarget(w) }},
	} {
		if option.Has(w, c.of) {
			if err := c.check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// deliver writes a result to all places that were asked for, and returns the error, and so the exit code, that follows
// from its diagnostics; nil if nothing was sampled. more are the flags and commands that show more than the first
// screen does. Files come first, because printing to a pipe that nobody reads any more ends the process.
func (w *work) deliver(s streams, v any, d *document.Document, sampled *result.Diagnostics, more ...string) error {
	err := errors.Join(w.writeDocument(d), writeTable(option.TableOut.In(w), v, d), w.print(s.out, v, d, more...))
	if err != nil || sampled == nil {
		return err
	}
	return trust(sampled, option.Strict.In(w))
}
