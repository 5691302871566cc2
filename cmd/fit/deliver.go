package main

import (
	"errors"

	"concord/consensus"
	"concord/internal/result"
)

// deliver writes the result to all places that were asked for. Files come first, because printing to a pipe that nobody
// reads any more ends the process. If one place fails, the others still get the result.
func (f *work) deliver(fitted result.Fit, r *result.Result, known *consensus.Consensus, s streams) error {
	return errors.Join(
		f.writeRun(fitted, r),
		f.writePageOf(fitted, r, known, f.arguments),
		f.writeTables(r),
		f.printFit(s.out, r),
	)
}
