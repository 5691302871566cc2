package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"concord/sampler"
)

// patience is how long a run may take before it tells how far it is.
const patience = time.Second

// progress tells people how far the sampler is: by a bar on a terminal, by a line now
// and then elsewhere. Runs that end within a second are silent.
type progress struct {
	w        io.Writer
	terminal bool
	bar      *progressbar.ProgressBar
	next     time.Duration // when to write a line again
	last     int           // iterations when last told
}

func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	return &progress{w: w, terminal: ok && term.IsTerminal(int(f.Fd()))}
}

// update is called by the sampler.
func (p *progress) update(s sampler.Progress) {
	if s.Done < p.last { // the fit began anew with what it had learnt
		p.finish()
		p.bar, p.next = nil, 0
	}
	p.last = s.Done
	switch {
	case s.Elapsed < patience:
	case p.terminal:
		p.draw(s)
	case s.Done == s.Total || p.next <= s.Elapsed:
		p.next = s.Elapsed + 10*patience
		fmt.Fprintf(p.w, "%d of %d iterations, %d draws, %s\n", s.Done, s.Total, s.Draws, divergences(s.Divergences))
	}
}

func (p *progress) draw(s sampler.Progress) {
	if p.bar == nil {
		p.bar = progressbar.NewOptions(s.Total,
			progressbar.OptionSetWriter(p.w), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionShowCount(), progressbar.OptionFullWidth())
	}
	stage := "warm-up"
	if s.Draws > 0 {
		stage = "sampling"
	}
	p.bar.Describe(fmt.Sprintf("%s, %s", stage, divergences(s.Divergences)))
	// The bar's own errors are those of a terminal that went away.
	_ = p.bar.Set(s.Done)
}

// finish clears the bar.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

func divergences(n int) string {
	if n == 1 {
		return "1 divergence"
	}
	return fmt.Sprintf("%d divergences", n)
}
