package model

import (
	"sort"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// splitLikelihood is the likelihood of many labels, cut between items into parts that can
// be evaluated at once, which is worth it where cores are more than chains. The parts
// are added up in their order and their number does not come from that of cores, so that
// the sums are the same on any machine.
type splitLikelihood struct {
	parts   []part
	threads int // parts evaluated at once
	now     evaluation
}

// part is the likelihood of the labels of some items.
type part struct {
	likelihood
	from, to     int       // slots
	gBase, iBase []float64 // of these labels
	taubar       []float64
	value        float64
	left         []float64 // what working returns
}

// The number of labels from which on they are split, and the number of parts.
const (
	splitFrom  = 250000
	splitParts = 4
)

// newSplit cuts d into about n parts of nearly equal numbers of labels.
func newSplit(d *data, n int, of func(*data) likelihood) *splitLikelihood {
	labels := make([]int, d.items+1) // before each item
	for _, j := range d.slot {
		labels[int(j)/d.studies+1]++
	}
	for i := range d.items {
		labels[i+1] += labels[i]
	}
	s := &splitLikelihood{threads: 1}
	first := 0
	for i := 1; i <= n; i++ {
		end := d.items
		if i < n {
			end = sort.SearchInts(labels, len(d.slot)*i/n)
		}
		if end > first {
			s.parts = append(s.parts, newPart(of(d.ofItems(first, end)), d, first*d.studies, end*d.studies))
			first = end
		}
	}
	return s
}

func newPart(l likelihood, d *data, from, to int) part {
	return part{
		likelihood: l, from: from, to: to,
		gBase: make([]float64, d.bases()), iBase: make([]float64, d.bases()), taubar: make([]float64, d.studies),
	}
}

// ofItems returns the labels of the items from first to before end, with all bases.
func (d *data) ofItems(first, end int) *data {
	k := d.studies
	c := &data{
		studies: k, items: end - first, labelers: d.labelers, labelerStarts: d.labelerStarts,
		shared: d.shared, baseStudy: d.baseStudy, starts: make([]int, 1, len(d.starts)), count: make([]float64, k),
	}
	for u, s := range d.baseStudy {
		for i := d.starts[u]; i < d.starts[u+1]; i++ {
			if j := int(d.slot[i]); j >= first*k && j < end*k {
				c.slot = append(c.slot, int32(j-first*k))
				c.y = append(c.y, d.y[i])
				c.count[s]++
			}
		}
		c.starts = append(c.starts, len(c.slot))
	}
	return c
}

// evaluation holds the arguments of the one under way, as logLik or working take them.
type evaluation struct{ gEffect, iEffect, base, effect, tau []float64 }

// each calls f for every part, as many at once as there are threads. f is no closure, so
// that one thread allocates nothing.
func (s *splitLikelihood) each(f func(e *evaluation, p *part)) {
	if s.threads > 1 {
		s.together(f)
		return
	}
	s.share(0, f)
}

func (s *splitLikelihood) together(f func(e *evaluation, p *part)) {
	var wait sync.WaitGroup
	for t := 1; t < min(s.threads, len(s.parts)); t++ {
		wait.Go(func() { s.share(t, f) })
	}
	s.share(0, f)
	wait.Wait()
}

// share calls f for the parts of thread t.
func (s *splitLikelihood) share(t int, f func(e *evaluation, p *part)) {
	for i := t; i < len(s.parts); i += s.threads {
		f(&s.now, &s.parts[i])
	}
}

func (s *splitLikelihood) logLik(gBase, gEffect, base, effect, tau, taubar []float64) float64 {
	s.now = evaluation{gEffect: gEffect, base: base, effect: effect, tau: tau}
	s.each(func(e *evaluation, p *part) {
		clear(p.taubar)
		p.value = p.logLik(p.gBase, e.gEffect[p.from:p.to], e.base, e.effect[p.from:p.to], e.tau, p.taubar)
	})
	clear(gBase)
	logp := 0.0
	for i := range s.parts {
		p := &s.parts[i]
		logp += p.value
		floats.Add(gBase, p.gBase)
		floats.Add(taubar, p.taubar)
	}
	return logp
}

func (s *splitLikelihood) working(gBase, iBase, gEffect, iEffect, base, effect, tau []float64) []float64 {
	s.now = evaluation{gEffect: gEffect, iEffect: iEffect, base: base, effect: effect, tau: tau}
	s.each(func(e *evaluation, p *part) {
		from, to := p.from, p.to
		p.left = p.working(p.gBase, p.iBase, e.gEffect[from:to], e.iEffect[from:to], e.base, e.effect[from:to], e.tau)
	})
	clear(gBase)
	clear(iBase)
	var left []float64
	for i := range s.parts {
		p := &s.parts[i]
		floats.Add(gBase, p.gBase)
		floats.Add(iBase, p.iBase)
		if p.left == nil {
			continue
		}
		if left == nil {
			left = make([]float64, len(p.left))
		}
		floats.Add(left, p.left)
	}
	return left
}

func (s *splitLikelihood) fork() likelihood {
	c := &splitLikelihood{threads: s.threads}
	for _, p := range s.parts {
		p.likelihood = p.likelihood.fork()
		p.gBase, p.iBase, p.taubar = make([]float64, len(p.gBase)), make([]float64, len(p.iBase)), make([]float64, len(p.taubar))
		c.parts = append(c.parts, p)
	}
	return c
}

// spread lets every evaluation of p use that many threads from now on. Densities made
// before stay as they are.
func (p *problem) spread(threads int) {
	if s, ok := p.lik.(*splitLikelihood); ok {
		s.threads = max(1, threads)
	}
}
