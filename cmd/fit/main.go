// Fit says how good human ratings are. It reads a file of labels and fits a hierarchical model with item and labeler
// effects. It prints reliability and validity with credible intervals, and coefficients without a model.
//
// Run "fit --help" for its use.
package main

import (
	"context"
	"io"
	"os"
	"time"

	"concord/internal/advice"
	"concord/internal/option"
)

func main() {
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: messagesFor(os.Getenv, os.Stderr),
		agents: os.Getenv(messagesVariable) == "agents", shellWaits: completionTime}))
}

// streams are where a run reads and writes: results to out, the rest to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
	call     *advice.Call // that commands to paste follow from, once it is known
	agents   bool         // who read the commands, as calls of tools
	// shellWaits is how long a file may be read to complete a word of the command line; 0 for as long as it takes.
	shellWaits time.Duration
}

// completing returns the context in which a file is read to complete a word.
func (s streams) completing() (context.Context, context.CancelFunc) {
	if s.shellWaits == 0 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), s.shellWaits)
}

// news returns the writer for the progress of a run.
func (w *work) news() io.Writer {
	if option.Quiet.In(w) {
		return io.Discard
	}
	return w.err
}
