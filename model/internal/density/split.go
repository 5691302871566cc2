package density

import (
	"sort"
	"sync"

	"gonum.org/v1/gonum/floats"

	"concord/model/family"
)

// splitLikelihood is the likelihood of many labels, cut between items into parts that can be evaluated at once. It pays
// if there are more cores than chains. The parts are added up in their order, and their number does not depend on the
// number of cores, so that the sums are the same on any machine.
type splitLikelihood struct {
	parts    []part
	threads  int // parts evaluated at once
	at       *family.Predictor
	gradItem []float64 // of all items
	infoItem []float64
}

// part is the likelihood of the labels of some items.
type part struct {
	family.Likelihood
	from, to       int               // cells of its items
	at, grad, info *family.Predictor // of these labels: items share memory with those of all
	value          float64
}

// newSplit cuts labels into about n parts of nearly equal numbers.
func newSplit(l *family.Labels, n int, f evaluated) *splitLikelihood {
	before := make([]int, l.Items+1) // labels before each item
	for _, j := range l.Item {
		before[int(j)/l.Studies+1]++
	}
	for i := range l.Items {
		before[i+1] += before[i]
	}
	s := &splitLikelihood{threads: 1}
	first := 0
	for i := 1; i <= n; i++ {
		end := l.Items
		if i < n {
			end = sort.SearchInts(before, len(l.Item)*i/n)
		}
		if end > first {
			labels := before[end] - before[first]
			some := ofItems(l, first, end, labels)
			own := len(f.Parameters())
			s.parts = append(s.parts, part{
				Likelihood: f.Likelihood(some), from: first * l.Studies, to: end * l.Studies,
				at: &family.Predictor{}, grad: some.NewPredictor(own), info: some.NewPredictor(own),
			})
			first = end
		}
	}
	return s
}

// ofItems returns the labels of the items from first to before end, with all rows and cells of further factors. labels
// is their number.
func ofItems(l *family.Labels, first, end, labels int) *family.Labels {
	k := l.Studies
	c := &family.Labels{
		Studies: k, Items: end - first, Levels: l.Levels, Study: l.Study, Rows: l.Rows, Slopes: l.Slopes,
		RowResiduals: l.RowResiduals,
		Start:        make([]int, 1, len(l.Start)), Item: make([]int32, 0, labels), Value: make([]float64, 0, labels),
		Count: make([]float64, k), Further: make([][]int32, len(l.Further)), Cells: l.Cells,
	}
	for u, s := range l.Study {
		for i := l.Start[u]; i < l.Start[u+1]; i++ {
			if j := int(l.Item[i]); j >= first*k && j < end*k {
				c.Item = append(c.Item, int32(j-first*k))
				c.Value = append(c.Value, l.Value[i])
				for t := range l.Further {
					c.Further[t] = append(c.Further[t], l.Further[t][i])
				}
				c.Count[s]++
			}
		}
		c.Start = append(c.Start, len(c.Item))
	}
	return c
}

// each calls f for every part, with one call at a time on each thread. f is no closure, so that a single thread
// allocates nothing.
func (sl *splitLikelihood) each(f func(s *splitLikelihood, p *part)) {
	if sl.threads > 1 {
		sl.together(f)
		return
	}
	sl.share(0, f)
}

func (sl *splitLikelihood) together(f func(s *splitLikelihood, p *part)) {
	var wait sync.WaitGroup
	for t := 1; t < min(sl.threads, len(sl.parts)); t++ {
		wait.Go(func() { sl.share(t, f) })
	}
	sl.share(0, f)
	wait.Wait()
}

// share calls f for the parts of thread t.
func (sl *splitLikelihood) share(t int, f func(s *splitLikelihood, p *part)) {
	for i := t; i < len(sl.parts); i += sl.threads {
		f(sl, &sl.parts[i])
	}
}

// LogLik implements [family.Likelihood].
func (sl *splitLikelihood) LogLik(grad, at *family.Predictor) float64 {
	sl.at, sl.gradItem = at, grad.Item
	sl.each(func(s *splitLikelihood, p *part) {
		p.take(s)
		p.value = p.Likelihood.LogLik(p.grad, p.at)
	})
	return sl.gather(grad, func(p *part) *family.Predictor { return p.grad })
}

// Working implements [family.Likelihood].
func (sl *splitLikelihood) Working(grad, info, at *family.Predictor) float64 {
	sl.at, sl.gradItem, sl.infoItem = at, grad.Item, info.Item
	sl.each(func(s *splitLikelihood, p *part) {
		p.take(s)
		p.info.Item = s.infoItem[p.from:p.to]
		p.value = p.Likelihood.Working(p.grad, p.info, p.at)
	})
	sl.gather(info, func(p *part) *family.Predictor { return p.info })
	return sl.gather(grad, func(p *part) *family.Predictor { return p.grad })
}

// take lets the part look at its own items.
func (pt *part) take(s *splitLikelihood) {
	*pt.at = *s.at
	pt.at.Item = s.at.Item[pt.from:pt.to]
	pt.grad.Item = s.gradItem[pt.from:pt.to]
}

// gather adds up the results of the parts, except for the items, and returns the sum of their log-likelihoods.
func (sl *splitLikelihood) gather(to *family.Predictor, of func(p *part) *family.Predictor) float64 {
	clear(to.Row)
	clear(to.Slope)
	clear(to.LogResidual)
	clear(to.Own)
	for _, f := range to.Further {
		clear(f)
	}
	logp := 0.0
	for i := range sl.parts {
		p := of(&sl.parts[i])
		logp += sl.parts[i].value
		floats.Add(to.Row, p.Row)
		floats.Add(to.Slope, p.Slope)
		floats.Add(to.LogResidual, p.LogResidual)
		floats.Add(to.Own, p.Own)
		for t, f := range to.Further {
			floats.Add(f, p.Further[t])
		}
	}
	return logp
}

// Fork implements [family.Likelihood].
func (sl *splitLikelihood) Fork() family.Likelihood {
	c := &splitLikelihood{threads: sl.threads}
	for _, p := range sl.parts {
		p.Likelihood = p.Likelihood.Fork()
		p.at, p.grad, p.info = &family.Predictor{}, emptyLike(p.grad), emptyLike(p.info)
		c.parts = append(c.parts, p)
	}
	return c
}

// emptyLike returns a predictor of zeros with as many rows and cells as p, but without items.
func emptyLike(p *family.Predictor) *family.Predictor {
	c := &family.Predictor{
		Row: make([]float64, len(p.Row)), Own: make([]float64, len(p.Own)),
	}
	if p.Slope != nil {
		c.Slope = make([]float64, len(p.Slope))
	}
	if p.LogResidual != nil {
		c.LogResidual = make([]float64, len(p.LogResidual))
	}
	for _, f := range p.Further {
		c.Further = append(c.Further, make([]float64, len(f)))
	}
	return c
}

// Spread lets every evaluation of pr use that many threads from now on. Densities made before stay as they are.
func (pr *Problem) Spread(threads int) {
	if s, ok := pr.Lik.(*splitLikelihood); ok {
		s.threads = max(1, threads)
	}
}
