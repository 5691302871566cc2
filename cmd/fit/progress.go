package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"concord/internal/visible"
	"concord/sampler"
)

const (
	// patience is how long a run may take before it reports progress.
	patience = time.Second
	// between is the time between two lines if there is no bar.
	between = 10 * time.Second
)

// progress tells people how far the sampler is: by a bar on a terminal, by a line now
// and then elsewhere. Runs that end within a second are silent.
type progress struct {
	w    io.Writer
	bars bool // whether to draw
	bar  *progressbar.ProgressBar
	next time.Duration // when to write a line again
	last int           // iterations when last told
}

func newProgress(w io.Writer) *progress {
	return &progress{w: w, bars: isTerminal(w) && controllable(os.Getenv)}
}

// update is called by the sampler.
func (pg *progress) update(s sampler.Progress) {
	if s.Done < pg.last { // the fit made another attempt
		pg.finish()
		pg.bar, pg.next = nil, 0
	}
	pg.last = s.Done
	if told, ok := pg.w.(*messages); ok {
		told.sampling(s)
		return
	}
	switch {
	case pg.bars:
		pg.draw(s)
	case pg.lineDue(s):
		tell(pg.w, progressLine(s))
	}
}

// lineDue reports whether a line is to be written now: after a second, then every ten.
func (pg *progress) lineDue(s sampler.Progress) bool {
	if s.Elapsed < max(patience, pg.next) {
		return false
	}
	pg.next = s.Elapsed + between
	return true
}

// draw draws the bar once the run takes its time.
func (pg *progress) draw(s sampler.Progress) {
	if pg.bar == nil {
		if s.Elapsed < patience {
			return
		}
		pg.bar = progressbar.NewOptions(s.Total,
			progressbar.OptionSetWriter(pg.w), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionFullWidth(), progressbar.OptionSetElapsedTime(false))
	}
	if pg.bar.GetMax() != s.Total { // the chains go on
		pg.bar.ChangeMax(s.Total)
	}
	pg.bar.Describe(stage(s))
	// The bar's errors are about a terminal that went away.
	_ = pg.bar.Set(s.Done)
}

// finish clears the bar.
func (pg *progress) finish() {
	if pg.bar != nil {
		_ = pg.bar.Finish()
	}
}

// stage says in a few words where the chains are.
func stage(s sampler.Progress) string {
	text := fmt.Sprintf("%d of %d chains done", s.Finished, s.Chains)
	if s.Draws == 0 {
		text = fmt.Sprintf("%s warming up", chains(s.Chains))
	}
	text += ", " + divergences(s.Divergences)
	if left, ok := timeLeft(s); ok {
		text += ", " + left + " left"
	}
	return text
}

// progressLine says how far the run is, for logs.
func progressLine(s sampler.Progress) string {
	return fmt.Sprintf("%d of %d iterations, %d draws: %s", s.Done, s.Total, s.Draws, stage(s))
}

// timeLeft is the remaining time of the run, if its iterations take as long as before. The first iterations, which look
// for a step size, say little about it.
func timeLeft(s sampler.Progress) (string, bool) {
	if 20*s.Done < s.Total || s.Done == s.Total {
		return "", false
	}
	left := time.Duration(float64(s.Elapsed) * float64(s.Total-s.Done) / float64(s.Done))
	switch {
	case left >= 2*time.Hour:
		return fmt.Sprintf("%.0f h", left.Hours()), true
	case left >= 2*time.Minute:
		return fmt.Sprintf("%.0f min", left.Minutes()), true
	}
	return fmt.Sprintf("%.0f s", left.Seconds()), true
}

func chains(n int) string {
	if n == 1 {
		return "1 chain"
	}
	return fmt.Sprintf("%d chains", n)
}

func divergences(n int) string {
	if n == 1 {
		return "1 divergence"
	}
	return fmt.Sprintf("%d divergences", n)
}

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

// notice names the current step of the command if it takes longer than a second: on a terminal until it is over, and
// elsewhere with a line.
type notice struct {
	w          io.Writer
	clear      string // removes the notice
	quit, told chan struct{}
	once       sync.Once
}

// startNotice begins to wait. The notice has to be ended before anything else is written to w.
func startNotice(w io.Writer, doing string) *notice {
	return newNotice(w, doing, isTerminal(w) && controllable(os.Getenv), time.After(patience))
}

func newNotice(w io.Writer, doing string, passing bool, due <-chan time.Time) *notice {
	n := &notice{w: w, quit: make(chan struct{}), told: make(chan struct{})}
	end := "\n"
	if passing {
		end = ""
	}
	go func() {
		defer close(n.told)
		select {
		case <-n.quit:
		case <-due:
			fmt.Fprint(w, visible.Text(doing), " …", end)
			if passing {
				n.clear = "\r\x1b[K"
			}
		}
	}()
	return n
}

// end removes the notice, or prevents it. It may be called again.
func (n *notice) end() {
	n.once.Do(func() {
		close(n.quit)
		<-n.told
		fmt.Fprint(n.w, n.clear)
	})
}

// interruptible returns a context that the first Ctrl-C, SIGTERM or SIGHUP ends, so that the
// run can report what it has. A second one ends the process at once. Under nohup SIGHUP is ignored.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	done := make(chan struct{})
	go func() {
		for first := true; ; first = false {
			select {
			case <-signals:
				if !first {
					os.Exit(exitInterrupted)
				}
				cancel()
			case <-done:
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}
