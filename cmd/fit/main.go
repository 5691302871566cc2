// Fit says how good human ratings are. It reads a file of labels and fits a hierarchical model with item and labeler
// effects. It prints reliability and validity with credible intervals, and coefficients without a model.
//
// Run "fit --help" for its use.
package main

import (
	"concord/internal/advice"
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: messagesFor(os.Getenv, os.Stderr)}))
}

// streams are where a run reads and writes: results to out, the rest to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
	call     advice.Call // what commands to paste repeat
}

// news returns the writer for the progress of a run.
func (s streams) news(quiet bool) io.Writer {
	if quiet {
		return io.Discard
	}
	return s.err
}
