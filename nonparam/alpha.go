package nonparam

import "math"

// KrippendorffAlpha returns Krippendorff's alpha (2011),
//
//	α = 1 − (n−1) Σ o_ck δ² / Σ n_c n_k δ²
//
// over the items with at least two ratings, o the coincidences and n_c their margins. SE is Gwet's (2014) linearisation
// over items, given the raters. The ordinal distance has none, because it depends on the margins.
func KrippendorffAlpha(r *Ratings, d Distance) (Estimate, error) {
	return single(AlphaName, r, d)
}

// alpha is the statistic of source number at.
type alpha struct {
	*summaries
	d  Distance
	at int
}

func newAlpha(r *Ratings, d Distance, at int) (alpha, reason) {
	k, why := d.kernel(r.values, r.valueCounts())
	if why != "" {
		return alpha{}, why
	}
	return alpha{summarize(r, d, k), d, at}, ""
}

// valueCounts returns how many ratings have each value.
func (r *Ratings) valueCounts() []float64 {
	n := make([]float64, len(r.values))
	for j, k := range r.cell.code {
		n[k] += r.cell.weight[j]
	}
	return n
}

func (a alpha) evaluator() func([]weighting) (float64, reason) {
	read, margin := a.reader(), newDense(a.dim())
	return func(all []weighting) (float64, reason) {
		w := all[a.at]
		if w.rater != nil && a.rater == nil {
			return 0, noRaters
		}
		margin.reset()
		k, ranked := a.kernel, kernel(nil)
		if a.d.ranked() {
			a.addPairable(read, margin, w)
			ranked = newRanks(margin.weight)
			k = ranked
		}
		var observed, n float64
		for i := range a.items {
			wi := w.of(i)
			if wi == 0 {
				continue
			}
			g := read.read(i, w.rater)
			if g.pairs <= 0 {
				continue
			}
			observed += wi * g.size * read.disagreement(i, g, w.rater, ranked) / g.pairs
			n += wi * g.size
			if ranked == nil {
				margin.add(g.cells, wi)
			}
		}
		return a.finish(observed, n, margin.cells, k)
	}
}

// finish returns alpha from Σ m_i·(mean disagreement of item i), n = Σ m_i and the margin.
func (a alpha) finish(observed, n float64, margin cells, k kernel) (float64, reason) {
	if n == 0 {
		return 0, noPairs
	}
	expected := k.within(margin)
	if !positive(expected, n*n, k, len(a.values)) {
		return 0, noVariation
	}
	return 1 - (n-1)*observed/expected, ""
}

// addPairable adds the items with at least two ratings.
func (a alpha) addPairable(read *reader, margin dense, w weighting) {
	for i := range a.items {
		if wi := w.of(i); wi != 0 {
			if g := read.read(i, w.rater); g.pairs > 0 {
				margin.add(g.cells, wi)
			}
		}
	}
}

// positive reports whether an expected disagreement between q values is more than what rounding leaves if all ratings
// are equal.
func positive(expected, pairs float64, k kernel, q int) bool {
	return expected > 1e-14*pairs*k.largest(q)
}

// standardError returns Gwet's linearisation, divisor n(n−1) over the items with at
// least two ratings.
func (a alpha) standardError() (float64, bool) {
	if a.d.ranked() {
		return 0, false
	}
	pairable := newDense(len(a.values))
	var items, n float64
	for i, m := range a.size {
		if m >= 2 {
			pairable.add(a.cell.slice(a.start[i], a.start[i+1]), 1)
			items++
			n += m
		}
	}
	if items < 2 {
		return 0, false
	}
	mean := n / items
	from, to := a.kernel.potential(len(a.values), pairable.cells)
	var observed, expected float64
	for i, m := range a.size {
		if m >= 2 {
			observed += a.within[i] / (mean * (m - 1)) / items
			expected += a.meanPotential(i, from, to) / (n * n)
		}
	}
	estimate := 1 - observed/expected
	sum := 0.0
	for i, m := range a.size {
		if m < 2 {
			continue
		}
		excess := m/mean - 1
		do := a.within[i]/(mean*(m-1)) - observed*excess
		de := a.meanPotential(i, from, to)/(mean*n) - expected*excess
		u := 1 - do/expected + 2*(1-estimate)*(de-expected)/expected - estimate
		sum += u * u
	}
	return math.Sqrt(sum / (items * (items - 1))), true
}

// meanPotential returns the disagreement of item i with a margin, both orders averaged.
func (r *Ratings) meanPotential(i int, from, to []float64) float64 {
	s := 0.0
	for j := r.start[i]; j < r.start[i+1]; j++ {
		k := r.cell.code[j]
		s += r.cell.weight[j] * (from[k] + to[k]) / 2
	}
	return s
}
