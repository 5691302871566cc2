package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"concord/sampler"
)

// taskProgress shows how many of many fits are done: with a bar on a terminal, and elsewhere with a line now and then.
type taskProgress struct {
	w                   io.Writer
	bars                bool
	bar                 *progressbar.ProgressBar
	began               time.Time
	next                time.Duration // when to write a line again
	done, failed, total int
	unit                string // what is counted
}

func newTaskProgress(w io.Writer, total int) *taskProgress {
	return &taskProgress{w: w, bars: isTerminal(w) && controllable(os.Getenv), began: time.Now(), next: patience,
		total: total, unit: "fits"}
}

// update counts a fit that is done.
func (tp *taskProgress) update(failed bool) {
	tp.done++
	if failed {
		tp.failed++
	}
	elapsed := time.Since(tp.began)
	if told, ok := tp.w.(*messages); ok {
		seconds := elapsed.Seconds()
		_ = told.tell(messageLine{Kind: progressMessage, Text: tp.line(elapsed), Unit: tp.unit, Done: tp.done,
			Total: tp.total, Failed: tp.failed, Seconds: &seconds})
		return
	}
	if elapsed < tp.next && tp.bar == nil {
		return
	}
	if !tp.bars {
		tp.next = elapsed + between
		tell(tp.w, tp.line(elapsed))
		return
	}
	if tp.bar == nil {
		tp.bar = progressbar.NewOptions(tp.total, progressbar.OptionSetWriter(tp.w), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(false), progressbar.OptionFullWidth(),
			progressbar.OptionSetElapsedTime(false))
	}
	tp.bar.Describe(tp.line(elapsed))
	// The bar's errors are about a terminal that went away.
	_ = tp.bar.Set(tp.done)
}

// line says in a few words how far the run is.
func (tp *taskProgress) line(elapsed time.Duration) string {
	text := fmt.Sprintf("%d of %d %s done", tp.done, tp.total, tp.unit)
	if tp.failed > 0 {
		text += fmt.Sprintf(", %d failed", tp.failed)
	}
	if left, ok := timeLeft(sampler.Progress{Done: tp.done, Total: tp.total, Elapsed: elapsed}); ok {
		text += ", " + left + " left"
	}
	return text
}

// finish clears the bar.
func (tp *taskProgress) finish() {
	if tp.bar != nil {
		_ = tp.bar.Finish()
	}
}
