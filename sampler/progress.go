package sampler

import (
	"sync"
	"sync/atomic"
	"time"
)

// Progress says how far a run is, over all chains.
type Progress struct {
	Done, Total int           // iterations, warm-up included
	Chains      int           // chains of the run
	Finished    int           // chains that have all their draws
	Draws       int           // draws so far
	Divergences int           // divergent draws
	Elapsed     time.Duration // since the chains began, those that went on included
}

// progressInterval keeps a display readable and its cost small.
const progressInterval = 50 * time.Millisecond

// meter counts the iterations of all chains and reports to a listener now and then.
type meter struct {
	listener                           func(Progress)
	chains, total                      int
	begin                              time.Time
	done, draws, divergences, finished atomic.Int64

	mu   sync.Mutex // held while the listener is called
	last time.Time
}

func newMeter(listener func(Progress), chains, iterations int) *meter {
	now := time.Now()
	return &meter{listener: listener, chains: chains, total: chains * iterations, begin: now, last: now}
}

// goOn is called when chains make the given number of further iterations each, with the draws that they have kept.
func (t *meter) goOn(chains []*chain, iterations int) {
	t.total += t.chains * iterations
	draws, divergences := 0, 0
	for _, c := range chains {
		draws += len(c.stats)
		divergences += c.infoOf(len(c.stats)).Divergences
	}
	t.draws.Store(int64(draws))
	t.divergences.Store(int64(divergences))
	t.finished.Store(0)
}

// tick counts the iterations of a draw, or one of the warm-up.
func (t *meter) tick(iterations int, sampling, divergent bool) {
	t.done.Add(int64(iterations))
	if sampling {
		t.draws.Add(1)
		if divergent {
			t.divergences.Add(1)
		}
	}
	// A chain that finds another one telling need not wait.
	if t.listener == nil || !t.mu.TryLock() {
		return
	}
	defer t.mu.Unlock()
	if now := time.Now(); now.Sub(t.last) >= progressInterval {
		t.last = now
		t.report()
	}
}

// finish reports the last state to the listener.
func (t *meter) finish() {
	if t.listener == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report()
}

func (t *meter) report() {
	t.listener(Progress{
		// First what the rest must not lag behind.
		Chains: t.chains, Finished: int(t.finished.Load()),
		Done: int(t.done.Load()), Total: t.total,
		Draws: int(t.draws.Load()), Divergences: int(t.divergences.Load()),
		Elapsed: time.Since(t.begin),
	})
}
