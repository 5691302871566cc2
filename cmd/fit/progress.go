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

// progress shows how far something is: by a bar on a terminal, by a line now and then elsewhere. Runs that end within a
// second are silent.
type progress struct {
	w    io.Writer
	bars bool // whether to draw
	bar  *progressbar.ProgressBar
	next time.Duration // when to write a line again
	// These count fits.
	began               time.Time
	done, failed, total int
	unit                string // what is counted; for samplers the iterations that were done are
}

func newProgress(w io.Writer) *progress {
	return &progress{w: w, bars: isTerminal(w) && controllable(os.Getenv)}
}

// newTaskProgress shows how many of many fits are done.
func newTaskProgress(w io.Writer, total int) *progress {
	pg := newProgress(w)
	pg.began, pg.total, pg.unit = time.Now(), total, "fits"
	return pg
}

// sampled is called by the sampler.
func (pg *progress) sampled(s sampler.Progress) {
	if s.Done < pg.done { // the fit made another attempt
		pg.finish()
		pg.bar, pg.next = nil, 0
	}
	pg.done = s.Done
	pg.show(messageLine{Text: stage(s), Unit: "iterations", Done: s.Done, Total: s.Total, Draws: s.Draws,
		Divergences: s.Divergences}, s.Elapsed, progressLine(s))
}

// fitted counts a fit that is done.
func (pg *progress) fitted(failed bool) {
	if pg.done++; failed {
		pg.failed++
	}
	elapsed := time.Since(pg.began)
	line := pg.line(elapsed)
	pg.show(messageLine{Text: line, Unit: pg.unit, Done: pg.done, Total: pg.total, Failed: pg.failed}, elapsed, line)
}

// show tells programs all, and people how far it is: after a second and, if there is no bar, then every ten.
func (pg *progress) show(m messageLine, elapsed time.Duration, line string) {
	if told, ok := pg.w.(*messages); ok {
		seconds := elapsed.Seconds()
		m.Kind, m.Seconds = progressMessage, &seconds
		_ = told.tell(m)
		return
	}
	switch {
	case pg.bar == nil && elapsed < max(patience, pg.next):
		return
	case !pg.bars:
		pg.next = elapsed + between
		tell(pg.w, line)
		return
	case pg.bar == nil:
		pg.bar = progressbar.NewOptions(m.Total, progressbar.OptionSetWriter(pg.w), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(false), progressbar.OptionFullWidth(),
			progressbar.OptionSetElapsedTime(false))
	}
	if pg.bar.GetMax() != m.Total { // the chains go on
		pg.bar.ChangeMax(m.Total)
	}
	pg.bar.Describe(m.Text)
	// The bar's errors are about a terminal that went away.
	_ = pg.bar.Set(m.Done)
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
		text = fmt.Sprintf("%s warming up", visible.Count(s.Chains, "chain"))
	}
	text += ", " + visible.Count(s.Divergences, "divergence")
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

// line says in a few words how far the run is.
func (pg *progress) line(elapsed time.Duration) string {
	text := fmt.Sprintf("%d of %d %s done", pg.done, pg.total, pg.unit)
	if pg.failed > 0 {
		text += fmt.Sprintf(", %d failed", pg.failed)
	}
	if left, ok := timeLeft(sampler.Progress{Done: pg.done, Total: pg.total, Elapsed: elapsed}); ok {
		text += ", " + left + " left"
	}
	return text
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
