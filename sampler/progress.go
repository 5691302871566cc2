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
	Draws       int           // iterations of Done after warm-up
	Divergences int           // divergent draws
	Elapsed     time.Duration // since the chains began
}

// progressInterval keeps a display readable and its cost small.
const progressInterval = 50 * time.Millisecond

// meter counts the iterations of all chains and tells a listener now and then.
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

// tick counts one iteration.
func (m *meter) tick(sampling, divergent bool) {
	m.done.Add(1)
	if sampling {
		m.draws.Add(1)
		if divergent {
			m.divergences.Add(1)
		}
	}
	// A chain that finds another one telling need not wait.
	if m.listener == nil || !m.mu.TryLock() {
		return
	}
	defer m.mu.Unlock()
	if now := time.Now(); now.Sub(m.last) >= progressInterval {
		m.last = now
		m.tell()
	}
}

// finish tells the listener the last state.
func (m *meter) finish() {
	if m.listener == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tell()
}

func (m *meter) tell() {
	m.listener(Progress{
		// First what the rest must not lag behind.
		Chains: m.chains, Finished: int(m.finished.Load()),
		Done: int(m.done.Load()), Total: m.total,
		Draws: int(m.draws.Load()), Divergences: int(m.divergences.Load()),
		Elapsed: time.Since(m.begin),
	})
}
