package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

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
