package posterior

import (
	"math"
	"runtime"
	"sync"
)

// Summary summarises the draws of one scalar, and how far they can be trusted. Everything but RHat, ESSBulk and ESSTail
// is in the unit of the scalar. Fields are NaN where undefined: all of them if a draw is NaN, and RHat, ESS and MCSE if
// all draws are equal or there are fewer than 6 iterations (RHat: 4).
type Summary struct {
	Name             string
	Mean, SD, Median float64
	Interval         Interval
	Lower, Upper     float64 // ends of Interval
	RHat             float64 // see [RHat]
	ESSBulk, ESSTail float64 // see [ESSBulk] and [ESSTail]
	MCSEMean, MCSESD float64 // Monte Carlo standard errors of Mean and SD
}

// Mean returns the mean of all draws.
func (q Quantity) Mean() float64 { return meanOf(pool(q.Chains, new(arena))) }

// SD returns the standard deviation of all draws, with divisor n−1.
func (q Quantity) SD() float64 {
	all := pool(q.Chains, new(arena))
	return math.Sqrt(varianceOf(all, meanOf(all)))
}

// Quantile returns the p-quantile of all draws (Hyndman and Fan 1996, type 7, as R);
// NaN if there is no draw or one is NaN. It panics unless 0 ≤ p ≤ 1.
func (q Quantity) Quantile(p float64) float64 { return newSample(q.Chains, new(arena)).quantile(p) }

// CredibleInterval returns the ends of the interval asked for; NaN if there is no
// draw or one is NaN. It panics unless 0 < Level < 1.
func (q Quantity) CredibleInterval(interval Interval) (lower, upper float64) {
	return newSample(q.Chains, new(arena)).interval(interval)
}

// Summary summarises the draws with an equal-tailed interval of the given level,
// for instance 0.95. It panics unless 0 < level < 1.
func (q Quantity) Summary(level float64) Summary {
	return q.Summarize(Interval{Level: level, Kind: EqualTailed})
}

// Summarize summarises the draws with the interval asked for. It panics unless
// 0 < Level < 1.
func (q Quantity) Summarize(interval Interval) Summary { return new(Summarizer).Summarize(q, interval) }

// Summarizer summarises one quantity after the other in the same memory: a summary needs some thirty times the memory
// of the draws. The zero value is ready; it serves one goroutine at a time.
type Summarizer struct{ memory arena }

// Summarize is [Quantity.Summarize].
func (sm *Summarizer) Summarize(q Quantity, interval Interval) Summary {
	memory := &sm.memory
	memory.reset()
	s := newSample(q.Chains, memory)
	lower, upper := s.interval(interval)
	mean := meanOf(s.pooled)
	out := Summary{
		Name: q.Name, Interval: interval, Lower: lower, Upper: upper,
		Mean: mean, SD: math.Sqrt(varianceOf(s.pooled, mean)), Median: s.quantile(0.5),
		RHat: math.NaN(), ESSBulk: math.NaN(), ESSTail: s.essTail(),
		MCSEMean: mcseMean(q.Chains, s.pooled, memory), MCSESD: mcseSD(q.Chains, s.pooled, memory),
	}
	if !s.undefined() {
		scores := s.scores()
		bulk := s.bulk(scores)
		out.ESSBulk = ess(bulk, memory)
		out.RHat = math.Max(rhat(bulk), rhat(s.folded(scores)))
	}
	return out
}

// Summarize summarises many quantities, on all cores; the result is the same for
// any number of them. It panics unless 0 < Level < 1.
func Summarize(quantities []Quantity, interval Interval) []Summary {
	interval.check()
	out := make([]Summary, len(quantities))
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(quantities))
	for w := range workers {
		wg.Go(func() {
			var summarizer Summarizer
			for i := w; i < len(out); i += workers {
				out[i] = summarizer.Summarize(quantities[i], interval)
			}
		})
	}
	wg.Wait()
	return out
}
