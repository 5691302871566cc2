package nonparam

// split is Krippendorff's alpha between two aggregates of each item, with the
// disagreement and the aggregates averaged over random draws: the draws add no noise to
// the differences between items, which a bootstrap resamples.
type split struct {
	kernel   kernel
	values   int
	k        int
	step     float64   // k over the size of the aggregates drawn
	item     []int32   // of source 0
	disagree []float64 // mean δ of each item's two aggregates
	begin    []int
	sum      cells // mean summary of each item's two aggregates
	ratings  int
}

func (sp split) used() (items, ratings int) { return len(sp.item), sp.ratings }

func (sp split) evaluator() func([]weighting) (float64, reason) {
	margin := newDense(sp.kernel.dim(sp.values))
	return func(all []weighting) (float64, reason) {
		for _, w := range all {
			if w.rater != nil {
				return 0, ratersAsCopies
			}
		}
		margin.reset()
		var observed, n float64
		for j, i := range sp.item {
			w := all[0].of(int(i))
			observed += w * sp.disagree[j]
			n += w
			margin.add(sp.sum.slice(sp.begin[j], sp.begin[j+1]), w)
		}
		if n < 2 {
			return 0, oneItem
		}
		aggregates := 2 * n
		expected := sp.kernel.within(margin.cells)
		if !positive(expected, aggregates*aggregates, sp.kernel, sp.values) {
			return 0, noVariation
		}
		alpha := 1 - (aggregates-1)*aggregates*(observed/n)/expected
		if sp.step == 1 {
			return alpha, ""
		}
		if alpha <= -1/(sp.step-1) {
			return 0, notReliable
		}
		return SpearmanBrown(alpha, sp.step), ""
	}
}

// add adds an item with the draws of two aggregates each.
func (sp *split) add(item int, d *drawer, draws int, draw func() (a, b aggregate)) {
	disagree := 0.0
	d.begin()
	for range draws {
		a, b := draw()
		disagree += d.compare(a, b) / float64(draws)
		d.count(a, 1/float64(draws))
		d.count(b, 1/float64(draws))
	}
	sp.item = append(sp.item, int32(item))
	sp.disagree = append(sp.disagree, disagree)
	c := d.summary()
	sp.sum.code = append(sp.sum.code, c.code...)
	sp.sum.weight = append(sp.sum.weight, c.weight...)
	sp.begin = append(sp.begin, len(sp.sum.code))
}

// newSplit returns a split without items.
func newSplit(r *Ratings, k int, step float64, a Aggregate) (split, reason) {
	s := split{values: len(r.values), k: k, step: step, begin: []int{0}}
	var why reason
	s.kernel, why = a.distance().kernel(r.values, nil)
	return s, why
}
